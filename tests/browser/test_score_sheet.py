"""The score sheet on four real phones: one tap says who lost, and all of them go on."""

import pytest

from tests.browser.conftest import night_of


@pytest.fixture
def four(server, phone):
    return night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")


@pytest.mark.thorough
def test_one_tap_says_who_lost(four):
    ann, bob, *_ = four
    ann.start(4, "score-sheet", **{"options.title": "Pool", "options.count": "losses", "options.fine": "1"})
    for one in four:
        one.goes_live()
    seq = bob.sends(bob.button("Cal", "#r-record"))
    for one in four:
        one.shows(seq)
        one.says("#r-status", "Pool")
        one.says("#r-record", "Round 2: who lost?")
    four[2].says("#r-mine", "take 1 drink")


@pytest.mark.thorough
def test_four_phones_enter_points_with_the_keypad_and_all_see_the_totals(four):
    ann, *_ = four
    ann.start(4, "score-sheet", **{"options.title": "Darts", "options.fine": "2", "options.target": "60"})
    for one in four:
        one.goes_live()
    for player, keys in zip(("p1", "p2", "p3", "p4"), ("60", "−5", "26", "0"), strict=True):
        ann.page.locator(f"#r-record input[name='points.{player}']").tap()
        for key in keys:
            name = "minus" if key == "−" else key
            ann.page.locator("#r-record").get_by_role("button", name=name, exact=True).tap()
    seq = ann.sends(ann.button("Save round 1", "#r-record"))
    for one in four:
        one.shows(seq)
        one.says("#winners", "Ann wins!")
    four[1].says("#r-mine", "take 2 drinks")
