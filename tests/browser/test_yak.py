"""Yak on real phones: real dice entered by taps, and the cover of one's own card."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of


def test_real_dice_are_counted_in_one_go_and_advice_is_there_for_who_opens_it(server, phone):
    """Five dice, throw again, what is held, the two others: the throw is sent with the last of them."""
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak")
    ann.goes_live()
    ann.lays(4, 3, 4, 1, 4)
    expect(ann.page.locator(".advice p")).to_be_hidden()
    ann.page.get_by_text("Advice").tap()
    ann.says(".advice", "Keep 4 4 4: 52 % for 4 same")
    ann.sends(ann.button("Throw again", "#r-own-game"))
    ann.says("#r-own-game", "Throw 2 of 3")
    ann.calm()
    for place in (0, 2, 4):
        ann.page.locator(".laid button").nth(place).tap()
    expect(ann.page.locator(".laid [aria-pressed=true]")).to_have_count(3)
    ann.lays(4)
    with ann.page.expect_response("**/entries"):
        ann.page.locator(".keypad .key[value='6']").tap()
    ann.says("#r-own-game", "Throw 3 of 3")
    ann.calm()
    ann.sends(ann.button("4 same", "#r-own-game .scorecard"))
    expect(ann.page.get_by_role("link", name="Wrong?")).to_be_in_viewport(ratio=1)
    bob.says("#r-status .totals", re.compile(r"Ann\s*30\s*Bob\s*0"))
    expect(ann.page.locator("#r-own-game .laid button")).to_have_count(0)
    assert ann.log()[:2] == ["Ann: 4 same (round 1).", "Ann threw 4 4 4 6 4, 3 of them kept: throw 2 of round 1."]


@pytest.mark.thorough
def test_one_tap_covers_ones_own_card_on_the_next_page_too_and_a_die_that_is_tapped_stays(server, phone):
    ann, _ = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak", **{"options.dice": "identical"})
    ann.goes_live()
    ann.sends(ann.button("Throw", "#r-own-game"))
    ann.calm()
    for place in (1, 3):
        ann.page.locator(".hold").nth(place).tap()
    ann.sends(ann.button("Throw again", "#r-own-game"))
    expect(ann.page.locator(".hold :checked")).to_have_count(2)
    ann.calm()
    card, cover = ann.page.locator("#r-own-game .scorecard"), ann.page.locator("#r-own-game summary").first
    cover.tap()
    card.wait_for(state="hidden")
    ann.go("drinks")
    ann.go()
    card.wait_for(state="hidden")
    assert cover.inner_text() == "Your sheet"
    cover.tap()
    card.wait_for()


PLACES = "(boxes) => boxes.map((box) => JSON.stringify(box.getBoundingClientRect()))"


@pytest.mark.thorough
def test_a_zero_is_asked_for_in_the_thumb_zone_and_moves_no_box(server, phone):
    ann, _ = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak")
    ann.enter("dice.thrown", player="p1", round=1, throw=1, dice=(3, 3, 3, 3, 1))
    ann.go()
    boxes = ann.page.locator("#r-own-game .scorecard .box")
    places = boxes.evaluate_all(PLACES)
    zero = ann.page.locator("#r-own-game .zero").filter(has_text="6s")
    zero.tap()
    fill = ann.button("Fill it with 0", "#r-own-game")

    assert boxes.evaluate_all(PLACES) == places
    assert fill.bounding_box()["y"] > ann.page.locator(".thumb").bounding_box()["y"]
    ann.page.get_by_text("Leave it").locator("visible=true").tap()
    expect(fill).to_be_hidden()
    zero.tap()
    ann.sends(fill)
    ann.says("#r-own-game .filled", "6s")
