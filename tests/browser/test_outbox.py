"""A tap made without network waits on the phone, and is written down once and in order when the network is back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of
from tests.browser.test_cuts import on_a_network

WAITS = "1 tap waits for the network"
STRANGER = "<!doctype html><title>Welcome to our Wi-Fi</title><p>Accept the terms."
FULL = '<section id="r-answer" class="answer" role="alert"><p>The disk is full.</p></section>'
later = pytest.mark.thorough


def taps_into_nothing(ann, more="", trick=1):
    """Ann's phone loses the network; what she taps then waits on it, in sight."""
    ann.goes_live()
    ann.calm()
    ann.context.set_offline(True)
    ann.taker("Bob").tap()
    ann.says("main", f"{WAITS}: trick {trick}: Bob.{more}")


def test_a_tap_on_my_own_turn_is_seen_to_wait_too_and_its_key_is_marked(server, phone):
    ann, bob, _ = night_of(server.home, phone, "Ann", "Bob", "Cal")
    ann.start(3, "kings")
    bob.goes_live()
    bob.calm()
    bob.context.set_offline(True)
    key = bob.button("8", "#r-own-turn")
    key.tap()
    bob.says(".thumb", WAITS)
    expect(key).to_have_class(re.compile(r"\bunsent\b"))

    bob.context.set_offline(False)
    bob.says("#r-own-choice", "Who is the mate?")
    is_empty(bob)


@later
def test_taps_of_two_tricks_in_a_dead_network_are_both_answered_for_their_trick_after_it(three):
    ann, bob, _ = three
    taps_into_nothing(ann)
    ann.taker("Cal").tap()
    ann.says("main", "2 taps wait for the network: trick 1: Bob · trick 1: Cal.")

    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1")
    ann.says("main", "You said Bob took trick 1, and now Cal.")
    ann.sends(ann.button("It was Cal"))
    bob.says("#r-last", "Ann changed trick 1: Cal, not Bob.")


@pytest.fixture
def waiting(three):
    """Ann and Bob; her tap that Bob took trick 1 waits on her phone for the network."""
    ann, bob, _ = three
    taps_into_nothing(ann)
    return ann, bob


def was_recorded_otherwise(ann, bob, trick=1):
    """Meanwhile Bob recorded that Cal took it, and Ann's phone explains that her tap does not count."""
    bob.tricks("p3", first=trick)
    ann.context.set_offline(False)
    told = rf"Not counted: trick {trick}: Bob, tapped at .*\.\s*Bob’s tap reached the table first\."
    ann.says("main", re.compile(told))


@pytest.fixture
def two_wait(three, network, phone):
    """Ann's phone in a dead network, on which a trick and a catch wait."""
    ann, *_ = three
    ann.enter("rule.made", text="No pointing.", amount=2)
    far = on_a_network(phone, network, ann)
    far.catching("No pointing.", "Cal")  # shown without network too, once it was seen
    far.page.keyboard.press("Escape")
    network.turn("hole")
    far.taker("Bob").tap()
    catch(far, "No pointing.", "Cal")
    far.says("main", "2 taps wait for the network")
    return far


def catch(one, rule, name):
    one.catching(rule, name).tap()


def is_empty(one):
    """Waits until nothing waits on this phone."""
    one.page.locator(".answer > .waits").wait_for(state="detached")


def understood(one):
    one.page.locator(".refused [data-close]").tap()
    one.page.locator(".refused").wait_for(state="detached")


def test_a_tap_without_network_waits_in_sight_and_is_written_down_once_later(waiting):
    ann, bob = waiting
    ann.taker("Bob").tap()  # once more
    ann.says("main", WAITS)
    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1")
    ann.says("#r-last", "Bob took trick 1")
    is_empty(ann)
    ann.is_silent("#r-answer")
    assert len(ann.tricks_told()) == 1


@pytest.mark.parametrize("end", ["closed", pytest.param("killed", marks=later)])
def test_taps_outlive_their_tab_and_are_written_down_once_in_the_order_of_the_fingers(two_wait, three, network, end):
    ann, bob, _ = three
    if end == "closed":
        two_wait.page.close()
    else:
        with pytest.raises(Exception, match="crash"):
            two_wait.page.goto("chrome://crash")  # the system takes its memory back: nothing may be tidied up
    network.turn("cut")
    network.turn("pass")
    two_wait.open_again()

    bob.says("#r-last", "Cal was caught")
    is_empty(two_wait)
    assert ["Cal was caught" in line for line in ann.log()[:3]] == [True, False, False]
    assert "Bob took trick 1" in ann.log()[1]


def test_what_was_recorded_otherwise_meanwhile_is_explained_until_it_was_seen(waiting):
    ann, bob = waiting
    was_recorded_otherwise(ann, bob)
    ann.says("main", "Bob says Cal took trick 1, you said Bob.")
    is_empty(ann)
    ann.go("rules")
    ann.says("main", "Cal took trick 1")  # another page, and it still waits for somebody who reads it
    ann.go()
    understood(ann)
    ann.goes_live()
    assert ann.page.locator(".refused").count() == 0
    assert "trick 2" in ann.page.inner_text("#r-status")


@later
def test_from_the_explanation_what_stands_can_be_changed_until_the_game_is_over(waiting):
    ann, bob = waiting
    was_recorded_otherwise(ann, bob)
    ann.sends(ann.button("It was Bob"))
    ann.page.locator(".refused").wait_for(state="detached")
    bob.says("#r-last", "Ann changed trick 1: Bob, not Cal.")

    taps_into_nothing(ann, trick=2)
    was_recorded_otherwise(ann, bob, trick=2)
    ann.button("It was Bob").wait_for()
    ann.shows(bob.enter("game.ended"))
    ann.button("It was").wait_for(state="detached")
    ann.says("main", "Not counted: trick 2: Bob")
    understood(ann)


@later
def test_a_tap_outlives_a_reload_that_fails_and_needs_no_words_if_others_recorded_just_that(waiting):
    ann, bob = waiting
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        ann.page.reload()
    bob.tricks("p2")
    ann.context.set_offline(False)
    ann.go()
    is_empty(ann)
    ann.says("#r-status", "trick 2")
    assert ann.page.locator(".refused").count() == 0
    assert len(ann.tricks_told()) == 1


@later
def test_what_somebody_else_told_meanwhile_is_asked_about(three):
    ann, bob, _ = three
    ann.enter("rule.made", text="No pointing.", amount=2)
    ann.goes_live()
    ann.catching("No pointing.", "Cal")
    ann.page.keyboard.press("Escape")
    ann.context.set_offline(True)
    catch(ann, "No pointing.", "Cal")
    ann.says("main", f"{WAITS}: No pointing: Cal")
    bob.enter("rule.called", rule="r1", player="p3")

    ann.context.set_offline(False)
    ann.says("main", "Did it happen once or twice?")
    understood(ann)
    assert len([line for line in bob.log() if "was caught" in line]) == 1


@later
def test_a_phone_that_may_keep_nothing_says_that_its_page_must_stay_open(three):
    ann, bob, _ = three
    ann.context.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    taps_into_nothing(ann, " Keep this page open.")

    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)


@later
@pytest.mark.parametrize(
    ("status", "answer", "says"),
    [
        (200, STRANGER, {"main": WAITS}),
        (403, STRANGER, {"main": WAITS}),
        (503, FULL, {"main": "1 tap waits for the companion", "#r-answer": "full."}),
    ],
    ids=["a page of the Wi-Fi", "its refusal", "a companion that cannot write"],
)
def test_a_tap_whose_answer_is_none_waits_and_the_badge_does_not_say_live(three, status, answer, says):
    ann, bob, _ = three
    ann.expected.append(f"status of {status}")
    headers = {"Content-Type": "text/html", **({"X-Companion": "yes"} if answer == FULL else {})}
    ann.goes_live()
    ann.page.route("**/entries", lambda route: route.fulfill(status=status, headers=headers, body=answer))
    ann.taker("Bob").tap()
    for where, words in says.items():
        ann.says(where, words)
    ann.says("#live-badge", "1 tap waits")
    ann.shows(bob.enter("rule.made", text="No pointing.", amount=2))  # its stream is alive
    ann.says("#live-badge", "1 tap waits")

    ann.page.unroute("**/entries")
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)
    ann.says("#live-badge", "live")


@later
def test_done_without_network_clears_the_screen_for_the_table(three):
    ann, _, _ = three
    ann.tricks("p1")
    ann.goes_live()
    ann.says("#r-mine", re.compile(r"Ann,\s+take\s+1"))
    ann.context.set_offline(True)
    ann.button("Done", "#r-mine").tap()
    ann.says("main", f"{WAITS}: your fine of")
    assert "later" in ann.page.get_attribute("#r-mine", "class")

    ann.context.set_offline(False)
    ann.is_silent("#r-mine")
    assert "settled 1" in ann.log()[0]


@later
def test_what_is_typed_stays_until_it_is_written_down(three):
    ann, bob, _ = three
    ann.go("seats")
    ann.page.fill("#names", "Dan")
    ann.context.set_offline(True)
    ann.button("Add").tap()
    ann.says("main", f"{WAITS}: Add these people.")
    ann.page.fill("#names", "Eve")

    ann.context.set_offline(False)
    bob.says("#r-players", "Dan")
    is_empty(ann)
    assert ann.page.input_value("#names") == "Eve"
