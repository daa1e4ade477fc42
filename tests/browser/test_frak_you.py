"""Frak You on four phones: a whole deal to the last two, of which three phones learn who took what and never why."""

import re

import pytest

from tests.browser.conftest import night_of
from tests.browser.phone import wait_until
from tests.web.frak_you_evening import TELLING

NAMES = ("Ann", "Bob", "Cal", "Dan")


@pytest.fixture
def four(server, phone):
    """Four phones; Ann has started Frak You, is initiated, and deals."""
    phones = night_of(server.home, phone, *NAMES)
    ann, *others = phones
    ann.start(4, "frak-you", **{"options.initiated": "p1"})
    for one in others:
        one.heard = one.overhear()
        one.goes_live()
    return phones


def told(one):
    """What the phone shows or was ever sent that tells of the rules."""
    return [match[0] for words in (*one.heard, one.page.content()) if (match := TELLING.search(words))]


@pytest.mark.thorough
def test_four_phones_play_a_deal_to_the_last_two(four):
    ann, bob, cal, dan = four
    the_first_trick_by_cards(ann, bob, cal, dan)
    the_taker_looks_at_the_trick(bob)
    the_second_trick_with_a_pair(ann, bob, cal, dan)
    ann.tricks(*("p1", "p2") * 5, first=3)
    for one in four:
        one.says("#r-status", "3 still in")
        one.says("#seat-p4", "out")
    bob.sends(bob.taker("Ann"))
    for one in four:
        one.says("#r-status", "Dan and Cal got out. Ann and Bob are stuck with it.")
        one.says("#r-last", "still in when deal 1 ended")
    dan.next_deal()
    dan.says("#r-status", "Deal 2: three to the right")
    for one in (ann, bob):
        one.says("#r-mine", re.compile(r"take\s+3"))
    for one in (bob, cal, dan):
        wait_until(lambda one=one: any("still in when deal 1 ended" in words for words in one.heard))
        assert told(one) == []
    the_file_agrees(ann)


def the_first_trick_by_cards(ann, *others):
    """Ann enters the cards: Cal leads, Bob's king takes; her phone says why, no other does."""
    ann.page.get_by_role("link", name="Enter cards").tap()
    ann.says("#pad .ask", "Who led 2♣?")
    ann.button("Cal", "#pad").tap()
    ann.says("#pad .ask", "What did Dan play?")
    ann.lays("9C", "4C", "KC")
    ann.button("Record it", "#pad").tap()
    ann.page.wait_for_url(ann.night)
    ann.says("#r-last", "theirs is the highest card of the suit led")
    for one in others:
        one.says("#r-last", "Bob took trick 1.")
        one.says("#seat-p2", "12 in hand, 4 in front")


def the_taker_looks_at_the_trick(taker):
    """It lies face down; a tap turns it up on the taker's own phone."""
    taker.page.get_by_role("link", name="Your trick, face down: 4").tap()
    taker.page.wait_for_url("**/play/look*")
    assert taker.page.locator(".cards .card").count() == 4
    taker.page.get_by_role("link", name="Turn it down again").tap()
    taker.page.wait_for_selector("[data-slot='deal 1 trick 2']")


def the_second_trick_with_a_pair(ann, *others):
    """Two taps: who paired, and who took it. For the next trick nobody is ticked again."""
    ann.calm()
    ann.page.locator(".pick", has_text="Dan").tap()
    seq = ann.sends(ann.taker("Bob"))
    ann.says("#r-last", "Dan laid A♠ with another card")
    assert ann.page.evaluate("document.querySelector('[name=paired]:checked').value") == ""
    for one in others:
        one.shows(seq)
        one.says("#seat-p4", "10 in hand")


def the_file_agrees(one):
    players = one.replayed()["players"].values()
    assert {each["name"]: each["owed"] for each in players} == {
        "Ann": 3,
        "Bob": 3,
        "Cal": 0,
        "Dan": 0,
    }
