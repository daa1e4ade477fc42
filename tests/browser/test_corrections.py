"""Corrections: who a change made drink more or less is told on the page to which it leads."""

import re

import pytest


@pytest.fixture
def changed(three):
    """Ann records that Bob took trick 1, and on the log changes that to Cal."""
    ann, _, _ = three
    ann.sends(ann.taker("Bob"))
    ann.go("log")
    ann.page.locator(".log li:has-text('took trick 1') a").first.tap()
    ann.page.locator(".choice", has_text="Cal").tap()
    ann.page.wait_for_url("**/log")
    return three


def test_a_changed_trick_tells_on_the_log_whose_drinks_it_changed(changed):
    ann, bob, _ = changed

    ann.says("#r-answer", re.compile(r"This changed:.*Bob\s+[-−]1.*Cal\s+\+1", re.S))
    bob.says("#r-last", "It now says")


def test_whose_drinks_an_undo_changed_is_said_until_the_next_entry(changed):
    ann, bob, _ = changed
    ann.says("#r-answer", "This changed:")
    ann.page.wait_for_timeout(500)
    ann.says("#r-answer", "This changed:")
    seq = bob.tell("trick.taken", deal=1, trick=2, winner="p2")
    ann.shows(seq)

    ann.is_silent("#r-answer")
