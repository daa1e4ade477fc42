"""The sheet of a player, and the page of Caught!; each is also a page of its own, for phones without script."""

import pytest

from tests.conftest import plain
from tests.table import row
from tests.web.forms import fields, region

SHEET = {"HX-Request": "true"}


@pytest.fixture
def owing(game, ann):
    """A game is on, in which Bob owes 3 and Cal 1; two rules are in force."""
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    ann.tap("fine.given", player="p3", amount=1, reason="late")
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.made", text="The catcher picks", who="chosen", amount=2)
    return game


def test_every_button_of_a_player_does_what_it_says(owing, ann, bob):
    for button, form, more, came_of_it in (
        ("Drank one", "drank", {"amount": 1}, {"p2": 2, "p3": 1}),
        ("Drank all 2", "drank", {"amount": 2}, {"p3": 1}),
        ("No elbows", "caught", {"rule": "r1"}, {"p2": 2, "p3": 1}),
        ("Leaves", "here", {}, {"p2": 2, "p3": 1}),
        ("Is back", "here", {}, {"p2": 2, "p3": 1}),
    ):
        with row(button):
            html = ann.get("with/p2").html
            assert button in plain(html)
            answer = ann.post("entries", {**fields(html, form), **more})
            assert answer.status == 303
            assert answer.goes_to.endswith(f"/n/{owing.nid}/")
            assert owing.owed == came_of_it
    ann.post("proposals", {**fields(ann.get("with/p2").html, "take-over"), "amount": 2})
    assert "Ann offers to take over 2 sips of yours." in region(bob, "proposals")


def test_one_who_owes_nothing_has_nothing_to_drink_and_no_money_is_drunk(evening, ann):
    words = ann.get("with/p2").words
    assert "Owes nothing" in words
    assert not any(word in words for word in ("Drank", "Take over", "Caught!"))
    ann.post("unit", unit="token", how="keep")
    ann.tap("fine.given", player="p2", amount=1, reason="late")

    assert "Paid it" in ann.get("with/p2").words


def test_on_ones_own_sheet_one_owns_up_and_leaves(owing, bob, cal):
    words = bob.get("with/p2").words

    assert all(said in words for said in ("I did it", "I leave", "Ask somebody to take it over"))
    assert "Fine" not in words.partition("Friday")[2]
    assert "I did it" not in cal.get("with/p2").words


def test_only_the_finesmaster_is_led_to_fines_by_hand_with_that_player_ticked(owing, ann, bob):
    assert "/fines?player=p3" in ann.get("with/p3").html
    assert "/fines?player=p3" not in bob.get("with/p3").html
    assert 'value="p3" checked' in ann.get("fines?player=p3").html


def test_nobody_reads_there_what_a_player_set_for_themselves(owing, ann, cal):
    before = ann.get("with/p3", **SHEET).html
    cal.post("preferences", drinks="forfeit", forfeit="squats", cap="1")
    cal.post("preferences", pause="yes")

    assert ann.get("with/p3", **SHEET).html == before


def test_any_rule_and_any_player_are_one_tap_on_the_page_of_caught(owing, ann, cal):
    html = cal.get("caught").html
    assert cal.post("entries", {**fields(html, "caught-r1"), "player": "p1"}).goes_to.endswith(f"/n/{owing.nid}/")
    assert owing.owed == {"p1": 2, "p2": 3, "p3": 1}
    assert "/rules/r2/caught" in html  # it asks whom they picked
    assert 'id="caught-r2"' in html
    assert 'name="player"' not in html.partition('id="caught-r2"')[2].partition("</form>")[0]
    ann.tap("rule.repealed", rule="r1")
    ann.tap("rule.repealed", rule="r2")
    assert "No house rules yet" in cal.get("caught").words


def test_these_pages_come_as_sheets_for_a_script_and_whole_for_a_browser(owing, ann):
    for page in ("with/p2", "caught", "rules/r2/caught", "help/yak"):
        with row(page):
            whole, sheet = ann.get(page), ann.get(page, **SHEET)
            assert whole.status == sheet.status == 200
            assert "<html" in whole.html
            assert 'class="tabs"' in whole.html
            assert "<html" not in sheet.html
            assert "r-mine" not in sheet.html
            assert "Close" in sheet.words
            assert 'name="next"' not in sheet.html  # the sheet closes; no page is opened
    assert ann.get("with/p9").status == 404
