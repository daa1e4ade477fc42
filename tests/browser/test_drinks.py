"""Drinks: fines are settled one by one, and eight players are seen at a glance."""

import re

import pytest

LEDGER = "#r-ledger li"
BOTTOM = "document.querySelector('#r-ledger li:last-child').getBoundingClientRect().bottom"


def keeps(one, drinks, **fields):
    """Fills in the page that only this phone shows."""
    one.go("preferences")
    one.page.get_by_label(drinks).check()
    for label, text in fields.items():
        one.page.fill(f"#{label}", text)
    with one.page.expect_navigation():
        one.button("Save").tap()
    one.go()


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
    keeps(ann, "With something else", forfeit="say something kind about somebody here")
    ann.go("drinks")

    assert ann.page.locator(LEDGER).count() == 8
    assert ann.page.evaluate(BOTTOM) <= 844
