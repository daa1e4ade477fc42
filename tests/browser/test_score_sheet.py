"""The score sheet on four real phones: one tap says who lost, and all of them go on."""

import pytest

from tests.browser.conftest import night_of


@pytest.fixture
def four(server, phone):
    return night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")


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
