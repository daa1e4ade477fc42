"""Corrections: who a change made drink more or less is told on the page to which it leads."""

import re


def test_a_changed_trick_tells_on_the_log_whose_drinks_it_changed_until_the_next_entry(three):
    ann, bob, _ = three
    bob.tricks("p2")
    ann.go("log")
    ann.page.locator(".log li:has-text('took trick 1') a").first.tap()
    ann.page.locator(".choice", has_text="Cal").tap()
    ann.page.wait_for_url("**/log")

    ann.says("#r-answer", re.compile(r"This changed:.*Bob\s+[-−]1.*Cal\s+\+1", re.S))
    bob.says("#r-last", "It now says")
    ann.says("#live-badge", "live")
    ann.says("#r-answer", "This changed:")
    ann.shows(bob.tricks("p2", first=2))
    ann.is_silent("#r-answer")
