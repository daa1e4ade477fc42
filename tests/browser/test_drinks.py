"""Drinks: one player drinks, one does something else, one has a limit; and fines are settled one by one."""

import re

import pytest
from playwright.sync_api import expect

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


@pytest.mark.thorough
def test_an_evening_with_somebody_who_does_not_drink_and_somebody_with_a_limit(three):
    ann, bob, cal = three
    keeps(bob, "With something else", forfeit="hop on one leg")
    keeps(cal, "With a drink", cap="1")
    seq = ann.tricks("p2", "p3", "p2")
    for one in three:
        one.shows(seq)

    bob.says("#r-mine", "4 your way")
    bob.says("#r-mine", "Hop on one leg (4 times)")
    cal.says("#r-mine", re.compile(r"take\s+\d\s+drinks"))
    cal.page.get_by_text("•••").tap()
    cal.says("#r-mine .own", "1 of these is all you wanted tonight.")
    assert ann.table() == bob.table() == cal.table()
    bob.sends(bob.button("Done", "#r-mine"))
    cal.calm()
    cal.button("Later", "#r-mine").tap()
    ann.says("#r-players", re.compile(r"Bob\s+leader\s+2 tricks\s+Cal\s+2\s+1 trick", re.S))
    ann.go("drinks")
    rows = [" ".join(row.split()) for row in ann.page.locator(LEDGER).all_text_contents()]
    assert rows == ["Ann", "Bob 4 settled", "Cal 2"]
    assert "hop" not in ann.page.content()
    cal.page.reload()
    expect(cal.page.get_by_text("1 of these is all you wanted")).to_be_hidden()
    assert "later" in cal.page.locator("#r-mine").get_attribute("class")
    sums_are_those_of_the_file(ann)


def sums_are_those_of_the_file(one):
    players = one.replayed()["players"]

    assert {each["name"]: (each["owed"], each["taken"]) for each in players.values()} == {
        "Ann": (0, 0),
        "Bob": (0, 4),
        "Cal": (2, 0),
    }


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
