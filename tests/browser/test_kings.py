"""Kings on four real phones: the right phone has its turn, and is asked; the fourth king ends it on all of them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of


@pytest.fixture
def four(server, phone):
    """Ann, Bob, Cal and Dan; she deals, Bob draws first."""
    phones = night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")
    phones[0].start(4, "kings")
    for one in phones:
        one.goes_live()
    return phones


def draws(one, rank):
    """One tap on one's own phone."""
    return one.sends(one.button(rank, "#r-own-turn"))


@pytest.mark.thorough
def test_four_phones_draw_answer_and_one_of_them_drinks_the_cup(four):
    ann, bob, cal, dan = four
    draws(bob, "8")
    bob.says("#r-own-choice", "Who is the mate?")
    ann.says("#r-own-choice", "Tap for Bob")
    bob.sends(bob.button("Dan", "#r-own-choice"))
    for one in four:
        one.says("#seat-p4", "mate of Bob")
        expect(one.page.locator("#r-own-choice .question")).to_have_count(0)

    draws(cal, "7")
    dan.page.locator("#r-own-choice summary", has_text="who was last?").tap()
    dan.sends(dan.button("Bob", "#r-own-choice"))
    for one in (bob, dan):
        one.says("#r-mine", "take 1 drink")

    draws(dan, "Q")
    for one in (ann, bob):
        one.says("#seat-p4", "question master")
    draws(ann, "K")
    ann.says("#r-status", "1 of 4 kings in the cup")
    ann.page.locator("#r-record summary").tap()  # Bob lets Ann tap for him
    ann.sends(ann.button("K", "#r-record"))
    for drawer, rank in ((cal, "K"), (dan, "3"), (ann, "2"), (bob, "K")):
        seq = draws(drawer, rank)
        for one in four:
            one.shows(seq)
    for one in four:
        one.says("#winners", "Bob gets the cup!")
        one.says("#winners", "With Dan as a mate.")


@pytest.mark.thorough
def test_a_phone_that_was_scrolled_down_shows_the_headline_whenever_what_it_is_asked_changes(four):
    ann, bob, *_ = four
    bob.page.set_viewport_size({"width": 320, "height": 480})

    def scrolls_down() -> None:
        bob.page.evaluate("scrollTo(0, document.body.scrollHeight)")

    scrolls_down()
    bob.shows(ann.enter("card.drawn", draw=1, player="p2", card="8"))  # Ann taps for him
    bob.says("#r-own-choice", "Who is the mate?")
    bob.page.wait_for_function("scrollY === 0")
    scrolls_down()
    bob.shows(ann.enter("rule.made", text="No pointing.", amount=2))
    assert bob.page.evaluate("scrollY") > 0  # nothing new is asked
    bob.shows(ann.enter("draw.answered", draw=1, player="p3"))
    bob.page.wait_for_function("scrollY === 0")
    scrolls_down()
    bob.shows(ann.enter("game.ended"))
    bob.page.wait_for_function("scrollY === 0")
