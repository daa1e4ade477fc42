"""Corrections: who a change made drink more or less is told on the page to which it leads."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of


def test_the_last_trick_is_put_right_in_two_taps_and_every_phone_reads_what_it_changed(three):
    ann, bob, _ = three
    for width in (320, 390):
        bob.page.set_viewport_size({"width": width, "height": 640})
        trick = 1 if width == 320 else 2
        ann.shows(bob.tricks("p2", first=trick))
        sheet = ann.wrong()
        expect(sheet.get_by_role("button", name="Bob")).to_have_attribute("aria-pressed", "true")
        ann.sends(sheet.get_by_role("button", name="Cal"))
        ann.says("#r-answer", "This changed what is owed:")
        bob.says("#r-last", f"Ann changed trick {trick}: Cal, not Bob.")
    bob.wrong()
    bob.sends(bob.button("Take it back", "#page-sheet"))
    ann.says("#r-last", "Bob took back: Ann changed trick 2: Cal, not Bob.")
    ann.shows(bob.tricks("p3", first=3))
    ann.is_silent("#r-answer")


@pytest.mark.thorough
def test_a_wrong_card_is_tapped_away_on_the_pad(three):
    ann, _, cal = three
    trick = ann.enter("trick.taken", deal=1, trick=1, plays=("p1 KH", "p2 AS", "p3 4D"))
    cal.shows(trick)
    sheet = cal.wrong()
    sheet.locator(".laid button").last.tap()
    sheet.get_by_role("button", name="ace of hearts").tap()
    cal.sends(cal.button("Save", "#page-sheet"))
    ann.says("#r-last", "Cal changed trick 1:")
    assert "Ann K♥, Bob A♠, Cal A♥" in ann.log()[1]


@pytest.mark.thorough
def test_dice_that_are_put_right_wait_for_the_one_save(three):
    ann, bob, _ = three
    ann.enter("game.ended")
    ann.start(3, "mexico")
    ann.enter("pair.thrown", round=1, player="p1", dice=(3, 1), throw=2)
    bob.shows(ann.enter("pair.thrown", round=1, player="p2", dice=(5, 1), throw=1))
    sheet = bob.wrong()
    for die in ("5", "6"):
        sheet.get_by_role("button", name=die, exact=True).tap()
    bob.sends(sheet.get_by_role("button", name="Save"))
    ann.says("#r-last", "threw 61, not 51.")


@pytest.mark.thorough
def test_a_score_is_put_right_at_its_cell_and_a_phone_without_script_has_the_same_keys(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "score-sheet", **{"options.title": "Hearts"})
    bob.shows(ann.enter("round.scored", round=1, **{"points.p1": "12", "points.p2": "7"}))
    bob.go("sheet")
    bob.page.locator("td a", has_text="12").tap()
    sheet = bob.sheet()
    sheet.get_by_role("button", name="delete").tap()
    bob.sends(bob.button("Save", "#page-sheet"))
    ann.says("#r-last", "Bob changed round 1: Ann 1, not 12.")
    plain = phone(server.home, script=False, like=bob)
    plain.sits_where(bob)
    plain.go()
    plain.page.get_by_role("link", name="Wrong?").tap()
    plain.button("Take it back").tap()
    ann.says("#r-last", "Bob took back: Bob changed round 1")
