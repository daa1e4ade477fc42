"""Kings on four real phones: the right phone has its turn, and is asked; the fourth king ends it on all of them."""

import pytest

from tests.browser.conftest import night_of


@pytest.mark.thorough
def test_a_phone_scrolled_down_shows_the_headline_whenever_what_it_is_asked_changes_or_it_tapped_a_card(server, phone):
    ann, bob, *_ = night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")
    ann.start(4, "kings")
    bob.page.set_viewport_size({"width": 320, "height": 480})

    def scrolls_down() -> None:
        bob.page.evaluate("scrollTo(0, document.body.scrollHeight)")

    scrolls_down()
    bob.shows(ann.enter("card.drawn", draw=1, player="p2", card="8"))  # Ann taps for him
    bob.says("#r-own-choice", "Who is the mate?")
    bob.page.wait_for_function("() => scrollY === 0")
    scrolls_down()
    bob.shows(ann.enter("rule.made", text="No pointing.", amount=2))
    assert bob.page.evaluate("scrollY") > 0  # nothing new is asked
    bob.shows(ann.enter("draw.answered", draw=1, player="p3"))
    bob.page.wait_for_function("() => scrollY === 0")
    scrolls_down()
    bob.shows(ann.enter("card.drawn", draw=2, player="p3", card="5"))
    assert bob.page.evaluate("scrollY") > 0
    bob.page.locator("#r-record .tap").evaluate("tap => { tap.open = true; }")
    bob.sends(bob.button("6", "#r-record .tap"))
    bob.page.wait_for_function("() => scrollY === 0")
    scrolls_down()
    for draw, player, suit in zip((4, 5, 6, 7), ("p1", "p2", "p3", "p4"), "SHDC", strict=True):
        over = ann.enter("card.drawn", draw=draw, player=player, card=f"K{suit}")
    bob.shows(over)
    bob.page.wait_for_function("() => scrollY === 0")
    king, frame = (bob.page.locator(part).bounding_box() for part in (".ended-by > :last-child", ".winners"))
    assert king["x"] + king["width"] <= frame["x"] + frame["width"] - 3  # which its edge takes
