"""Frak You on real phones: its pad asks who led, and a pair is said with one tap more."""

import pytest

from tests.browser.conftest import night_of


@pytest.mark.thorough
def test_the_pad_asks_who_led_and_a_pair_that_was_ticked_is_ticked_for_one_trick_alone(server, phone):
    ann, bob, *_ = night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")
    bob.go("start/frak-you")
    for name in ("Ann", "Bob"):  # she knows it instead of him
        bob.page.locator(".picks .pick", has_text=name).tap()
    bob.page.get_by_role("button", name="Play Frak You").tap()
    bob.page.wait_for_url(bob.night)  # though he is no insider any more, for which a page is loaded again
    ann.go()
    ann.page.get_by_role("link", name="Enter cards").tap()
    ann.says("#pad .ask", "Who led 2♣?")
    ann.button("Cal", "#pad").tap()
    ann.says("#pad .ask", "What did Dan play?")
    ann.lays("9C", "4C", "KC")
    ann.button("Record it", "#pad").tap()
    ann.page.wait_for_url(ann.night)
    bob.says("#seat-p2", "12 in hand, 4 in front")

    ann.calm()
    ann.page.get_by_text("paired with").tap()
    ann.page.locator(".pick", has_text="Dan").tap()
    seq = ann.sends(ann.taker("Bob"))
    ann.says("#r-last", "Dan laid A♠ with another card")
    assert ann.page.evaluate("document.querySelector('[name=paired]:checked').value") == ""
    bob.shows(seq)
    bob.says("#seat-p4", "10 in hand")
