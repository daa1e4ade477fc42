"""Drinks: fines are settled one by one, eight players are seen at a glance, and the end of the night is up to date."""

import re
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import night_of
from tests.browser.phone import FORM
from tests.browser.test_cuts import on_a_network

BOTTOM = "document.querySelector('#r-ledger li:last-child').getBoundingClientRect().bottom"


def test_fines_are_settled_one_by_one_and_the_glass_empties(three):
    _, bob, _ = three
    bob.tricks("p2", "p3", "p2")
    bob.go("drinks")
    full = bob.page.locator(".meter .full")
    assert full.get_attribute("height") == "84"

    bob.sends(bob.button("1 of 4 done", "#r-mine"))
    bob.says("#r-mine", re.compile(r"Bob,\s+take\s+3"))
    assert full.get_attribute("height") == "63"
    bob.sends(bob.button("Done", "#r-mine"))

    bob.is_silent("#r-mine")
    bob.says("#r-own-drinks", "Nothing owed")
    assert full.get_attribute("height") == "0"


@pytest.mark.thorough
def test_eight_players_are_seen_at_a_glance(server, phone):
    ann = phone(server.home)
    ann.open_night("Friday", "Ann", unit="pencil")
    ann.add("Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Maximiliane Hohenstein")
    for amount in (3, 2, 1, 4):
        ann.enter("fine.given", player="p1", amount=amount, reason="late")
    own_way = {"drinks": "forfeit", "forfeit": "say something kind about somebody here"}
    ann.asks(f"/n/{ann.nid}/preferences", urlencode(own_way), **FORM)
    ann.go("drinks")

    assert ann.page.locator("#r-ledger li").count() == 8
    assert ann.page.evaluate(BOTTOM) <= 844


@pytest.mark.thorough
def test_the_end_of_the_night_is_current_on_every_phone_also_after_a_lost_network(server, network, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.enter("fine.given", player="p2", amount=2, reason="late")
    far = on_a_network(phone, network, bob)
    for one in (ann, far):
        one.go("settle")
        one.says("h1", "2 drinks still open")
        one.says("#live-badge", "live")
    network.turn("cut")
    far.says("#live-badge", "not live")
    bob.enter("drink.taken", player="p2", amount=2)
    ann.says("h1", "That’s it for tonight?")
    assert ann.button("All settled").count() == 0
    assert far.page.inner_text("h1") == "2 drinks still open"
    network.turn("pass")
    far.says("h1", "That’s it for tonight?")

    ann.sends(ann.button("End the night"))
    far.page.wait_for_url(far.night)
    far.go("settle")
    far.says("main", "Ann opens the next night.")
    ann.asks(f"/n/{ann.nid}/settle", urlencode({"name": "Saturday"}), **FORM)
    far.page.get_by_role("link", name="Go to the next night").tap()
    far.says("main", "Are you Bob?")
