"""Pads: cards and dice are tapped on the phone alone, sent once, and the pad is open as long as its slot is."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of
from tests.browser.test_taps_in_flight import Finger


@pytest.fixture
def two(server, phone):
    """Ann and Bob in a game of Five-Card Yak; Ann has the pad of the first trick open."""
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2)
    ann.go("pad")
    ann.says("#live-badge", "live")
    return ann, bob


@pytest.mark.thorough
def test_keys_tapped_without_network_stay_and_the_trick_waits_and_is_written_once(two):
    ann, bob = two
    ann.context.set_offline(True)
    ann.lays("QH", "7S")
    ann.says("#pad .ask", "Is that it?")
    ann.page.locator("#pad .laid button").last.tap()
    ann.says("#pad .ask", "What did Bob play?")
    ann.lays("AS")
    ann.button("Record it").tap()
    ann.says("main", "1 tap waits for the network")
    ann.context.set_offline(False)
    ann.page.wait_for_url(ann.night)  # its answer leads to the table, perhaps after the pad has closed

    assert [line for line in bob.log() if "trick 1" in line] == ["Bob took trick 1 of deal 1: Ann Q♥, Bob A♠."]
    ann.page.go_back()
    ann.page.wait_for_timeout(500)
    assert sum("took trick" in line for line in bob.log()) == 1


@pytest.mark.thorough
def test_a_pad_is_filled_in_an_older_browser_that_does_not_say_what_is_visible(two):
    ann, bob = two
    ann.context.add_init_script("delete Element.prototype.checkVisibility")
    ann.go()
    ann.enters_cards("QH", "7S")
    bob.says("#r-last", "Ann took trick 1")


@pytest.mark.thorough
def test_a_pad_closes_with_its_trick_or_game_but_cards_that_are_laid_stay_or_go_with_a_word(two):
    ann, bob = two
    ann.lays("QH")
    bob.tricks("p2")
    ann.says("main", "Trick 1 is recorded, or the deal is over.")
    ann.lays("7S")
    ann.button("Record it").tap()
    ann.says("#r-answer", "Bob says: Bob took trick 1 of deal 1. You said: Ann took trick 1 of deal 1: Ann Q♥, Bob 7♠.")
    ann.button("Change it to mine", "#r-answer").tap()
    bob.says("#r-last", "Ann changed trick 1: Ann, not Bob.")
    assert "Ann Q♥, Bob 7♠" in " ".join(bob.log())

    ann.go("pad")
    ann.says("#pad .ask", "What did Ann lead?")
    bob.enter("game.ended")
    ann.says("main", "Trick 2 is recorded, or the deal is over.")
    assert ann.page.locator(".key:visible").count() == 0

    ann.start(2, "mexico")
    ann.goes_live()
    ann.page.locator("#r-own-turn .key[value='3']").tap()
    place = ann.page.locator(".thumb").bounding_box()
    ann.page.locator("#r-own-turn .key[value='4']").tap()
    expect(ann.button("3 throws", "#r-own-turn")).to_be_visible()
    assert ann.page.locator(".thumb").bounding_box() == place  # the question takes the room of the keys
    bob.enter("pair.thrown", round=1, player="p1", dice=(6, 4), throw=2)
    ann.says("#r-answer", "Another phone had tapped first.")


@pytest.mark.thorough
def test_a_key_that_an_update_draws_again_under_the_finger_is_laid(server, phone):
    ann, _ = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak")
    ann.goes_live()
    ann.lays(6)
    pressing = Finger(ann, ann.page.locator(".keypad .key[value='5']"))
    pressing.down()
    ann.page.evaluate("document.querySelector('.keypad').remove()")
    ann.page.locator(".keypad .key[value='5']").wait_for()
    pressing.up()

    expect(ann.page.locator(".keypad .laid button")).to_have_count(2)
    for key in (4, 4, 4):
        ann.page.locator(f".keypad .key[value='{key}']").tap(no_wait_after=True)
    expect(ann.page.locator(".keypad .laid button")).to_have_count(5)


@pytest.mark.thorough
def test_neither_what_others_do_nor_a_reload_takes_away_the_keys_tapped_on_the_table(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak")
    ann.goes_live()
    ann.context.set_offline(True)
    ann.lays(6, 6, 6)
    ann.context.set_offline(False)
    ann.shows(bob.enter("throw.scored", round=1, player="p2", box="all", dice=(1, 2, 3, 4, 5)))
    ann.says("#r-own-game .ask", "2 more")
    ann.go()
    ann.says("#r-own-game .ask", "2 more")
    assert ann.page.locator("#r-own-game .laid button").count() == 3
    ann.lays(6, 2)
    ann.page.locator("#r-own-game .scorecard button b").first.wait_for()
    ann.sends(ann.button("4 same", "#r-own-game .scorecard"))
    ann.says("#r-own-game", "Your sheet: 30 points")
    ann.go()
    assert ann.page.locator("#r-own-game .laid button").count() == 0
    ann.enter("game.ended")
    for laid in ((6, 6), ()):  # what was laid is not laid in the next game
        ann.start(2, "yak")
        ann.go()
        ann.says("#r-own-game .ask", "Your dice")
        assert ann.page.locator("#r-own-game .laid button").count() == 0
        ann.lays(*laid)
        ann.enter("game.ended")
