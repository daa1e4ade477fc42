"""Card Yacht on two real phones: the page of the turns, and a card that is taken back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of


@pytest.fixture
def two(server, phone):
    """Ann and Bob; she deals, he begins."""
    phones = night_of(server.home, phone, "Ann", "Bob")
    phones[0].start(2, "card-yacht")
    return phones


@pytest.mark.thorough
def test_the_page_of_the_turns_and_that_of_a_turn_of_yak_close_when_another_phone_enters_one(two):
    ann, bob = two
    ann.go("play/turns")
    ann.says("#live-badge", "live")
    bob.enter("turn.taken", round=1, player="p2", turn="draw", count=2)
    ann.says("main", "A turn of round 1 was entered or undone on another phone.")
    assert ann.page.locator("main .key").count() == 0
    ann.go("play/turns")
    ann.sends(ann.page.locator("#page-draw-p1- .key[value='1']"))
    ann.says("main", "39 left")
    ann.enter("game.ended")
    ann.start(2, "yak", **{"options.dice": "independent"})
    ann.enter("dice.thrown", player="p2", round=1, throw=1)
    ann.go("play/turn?for=p2")
    ann.says("#live-badge", "live")
    bob.enter("throw.scored", player="p2", round=1, box="all")
    ann.says("main", "This round is over.")
    assert ann.page.locator("#turn").count() == 0


@pytest.mark.thorough
def test_one_card_of_five_taken_back_leaves_one_to_lay_and_no_points_of_the_hand_before(two):
    ann, bob = two
    bob.enter("knock.made", round=1, player="p2")
    bob.page.set_viewport_size({"width": 320, "height": 480})
    bob.goes_live()
    bob.page.evaluate("scrollTo(0, 200)")
    ann.enter("turn.taken", round=1, player="p1", turn="pass")
    bob.page.wait_for_function("() => scrollY === 0")  # the grid of cards does not push the headline away
    place = "(key) => key.getBoundingClientRect().top + scrollY"
    before = bob.page.locator(".keypad .key").last.evaluate(place)
    bob.lays("5H")
    assert bob.page.locator(".keypad .key").last.evaluate(place) == before
    bob.lays("6H", "7H", "8H", "9H")
    expect(bob.page.get_by_text("Which box?")).to_be_in_viewport()
    five_flush = bob.page.locator("#r-own-game .scorecard .box", has_text="Five flush")
    expect(five_flush).to_contain_text("100 of 100")
    bob.page.locator("#r-own-game .laid button").nth(1).tap()

    bob.says("#r-own-game .keypad .ask", "1 more")
    expect(five_flush).to_contain_text("up to 100")
    expect(five_flush).to_be_disabled()
    bob.lays("9S")
    expect(five_flush).to_contain_text("0 points")
    bob.sends(bob.page.locator("#r-own-game .best"))
    expect(bob.page.get_by_role("link", name="Wrong?")).to_be_in_viewport(ratio=1)
    ann.enter("hand.scored", round=1, player="p1", box="five-flush", cards=("2C", "3C", "4C", "5C", "6C"))
    bob.page.locator("#r-moment .card").first.wait_for(state="attached")
    assert bob.page.locator(".card").first.evaluate("one => getComputedStyle(one, '::before').content") == "none"
