"""Before a game starts its page looks ahead, by itself and anew with every choice; it never stands in the way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import NAMES, OPEN_DRAWERS, TOO_WIDE
from tests.browser.test_readable import AXE, SERIOUS

FIVE = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")


def table(phone, server, name="Ann", unit="pencil"):
    ann = phone(server.home)
    ann.open_night("Friday", name, unit)
    ann.add("Bob", "Cal", "Dot")
    return ann


@pytest.mark.thorough
def test_the_start_page_looks_ahead_and_again_when_a_choice_changes(server, phone):
    ann = table(phone, server)
    ann.go("start/frak-you")
    ann.says("#outlook", "Reckoned for 4 players")

    ann.page.locator("[name=players]").last.uncheck()
    ann.says("#outlook", "Reckoned for 3 players")
    ann.page.fill("#stake", "6")
    ann.says("#outlook", "The largest single fine possible is 6 pencils.")
    ann.page.fill("#stake", "60")
    ann.says("#outlook", "Stake is 20 at most.")

    ann.page.fill("#stake", "2")
    ann.says("#outlook", "possible is 2 pencils.")
    ann.button("Play Frak You").tap()
    ann.says("#r-status", "Deal 1")


@pytest.mark.thorough
def test_a_forecast_that_does_not_come_leaves_a_link_and_the_game_starts(server, phone):
    ann = table(phone, server)
    ann.expected.append("status of 500")
    ann.page.route(re.compile("/outlook"), lambda route: route.fulfill(status=500, body="<p>broken</p>"))

    with ann.page.expect_response(re.compile("/outlook")):
        ann.go("start/yak")

    expect(ann.page.locator("#outlook")).to_have_text("What does an evening of this cost?")
    ann.page.unroute_all()
    ann.page.locator("#outlook a").tap()
    ann.says("main", "Nobody is fined by the rules")
    ann.page.go_back()
    ann.button("Play Yak").tap()
    ann.says("#r-status", "Round 1")


@pytest.mark.thorough
def test_from_the_look_ahead_the_finesmaster_comes_to_a_smaller_unit_and_others_do_not(server, phone):
    ann = table(phone, server)
    bob = phone(server.home)
    bob.join(ann.invitation(), "Eve")
    bob.go("start/yogis-whist")
    bob.says("#outlook", "Ann, the finesmaster, can change the unit.")

    ann.go("start/yogis-whist")
    ann.page.get_by_role("link", name="in waffers").tap()
    ann.button("Count in waffers").tap()
    ann.page.wait_for_url("**/drinks")
    ann.go("start/yogis-whist")

    ann.says("#outlook", re.compile(r"About \d+ waffers each"))


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_it_is_readable_on_small_phones_for_every_game(server, phone, scheme):
    ann = table(phone, server, NAMES[0])
    bob = phone(server.home)
    bob.join(ann.invitation(), NAMES[1])
    faults = []
    for one in (ann, bob):
        one.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for game in FIVE:
            one.go(f"start/{game}")
            one.says("#outlook", re.compile("each|Nobody"))
            one.page.evaluate(OPEN_DRAWERS)
            one.page.evaluate(AXE)
            for width in (320, 390):
                one.page.set_viewport_size({"width": width, "height": 844})
                faults += [f"{game} at {width}: {fault}" for fault in one.page.evaluate(SERIOUS)]
                faults += [f"{game} at {width} is too wide"] * (one.page.evaluate(TOO_WIDE) > 0)

    assert faults == []
