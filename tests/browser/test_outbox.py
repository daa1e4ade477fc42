"""A tap made without network waits on the phone, and is written down once and in order when the network is back."""

import re

import pytest

from tests.browser.test_cuts import on_a_network

WAITS = "1 tap waits for the network"
RULES = ("No pointing.", "No elbows.", "No names.")
STRANGER = "<!doctype html><title>Welcome to our Wi-Fi</title><p>Accept the terms."


@pytest.fixture
def far(three, network, phone):
    """Ann's phone, behind a network that may fail."""
    return on_a_network(phone, network, three[0])


def taps_into_nothing(ann, more=""):
    """Ann's phone loses the network; what she taps then waits on it, in sight."""
    ann.context.set_offline(True)
    ann.taker("Bob").tap()
    ann.says("main", f"{WAITS}: trick 1: Bob.{more}")


@pytest.fixture
def waiting(three):
    """Ann and Bob; her tap that Bob took trick 1 waits on her phone for the network."""
    ann, bob, _ = three
    taps_into_nothing(ann)
    return ann, bob


@pytest.fixture
def two_wait(three, far, network):
    """Ann's phone in a dead network, on which a trick and a catch wait."""
    catches(three[0], "No pointing.")
    far.says("#r-catch", "No pointing.")
    network.turn("hole")
    far.taker("Bob").tap()
    catch(far, "No pointing.", "Cal")
    return far


def comes_back_with_two(far, network, three):
    """The page is opened again where the network is whole; both taps are written down, once and in order."""
    ann, bob, _ = three
    network.turn("pass")
    far.open_again()
    bob.says("#r-last", "Cal was caught", within=5000)
    is_empty(far)
    assert "Cal was caught" in ann.log()[0]
    assert "Bob took trick 1" in ann.log()[1]
    assert "was caught" not in ann.log()[2]


def catches(ann, *rules):
    """Makes the rules, and waits until the phone could catch somebody at them."""
    for text in rules:
        ann.tell("rule.made", text=text, amount=2)
    ann.says("#r-catch", rules[-1])


def catch(one, rule, name):
    one.page.wait_for_timeout(500)  # or it would be one double tap
    one.page.locator("#r-catch").get_by_text(rule).tap()
    one.button(name, "#r-catch").tap()


def is_empty(one, within=10_000):
    """Waits until nothing waits on this phone."""
    one.page.locator(".waits").wait_for(state="detached", timeout=within)


def test_a_tap_without_network_waits_in_sight_and_is_written_down_later(waiting):
    ann, bob = waiting
    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1", within=5000)
    ann.says("#r-last", "Bob took trick 1")
    is_empty(ann)
    ann.is_silent("#r-answer")


def test_a_tap_into_a_dead_link_waits_in_sight_within_five_seconds(three, far, network):
    ann, bob, _ = three
    network.turn("hole")
    far.taker("Bob").tap()
    far.says("main", WAITS, within=5000)

    network.turn("pass")
    bob.says("#r-last", "Bob took trick 1", within=15_000)
    is_empty(far)
    assert len([line for line in ann.log() if "took trick 1" in line]) == 1


def test_many_taps_are_written_down_once_each_in_the_order_of_the_fingers(three, far, network):
    ann, bob, _ = three
    catches(ann, *RULES)
    far.says("#r-catch", RULES[-1])
    network.turn("hole")
    far.taker("Bob").tap()
    for rule, name in zip(RULES, ("Ann", "Bob", "Cal"), strict=True):
        catch(far, rule, name)
    far.says("main", "4 taps wait for the network: trick 1: Bob · No pointing: Ann · No elbows: Bob · and more.")

    network.turn("pass")
    is_empty(far, within=15_000)
    bob.says("#r-last", "Cal was caught")
    for line, said in zip(ann.log(), ("Cal was caught", "Bob was caught", "Ann was caught", "Bob took"), strict=False):
        assert said in line


def test_a_tap_outlives_a_closed_tab(two_wait, three, network):
    two_wait.page.wait_for_timeout(200)
    two_wait.page.close()  # before anything was said to wait
    network.turn("cut")

    comes_back_with_two(two_wait, network, three)


def test_a_tap_outlives_a_tab_that_is_killed(two_wait, three, network):
    two_wait.says("main", "2 taps wait for the network")
    with pytest.raises(Exception, match="crash"):
        two_wait.page.goto("chrome://crash")  # the system takes its memory back: nothing may be tidied up
    network.turn("cut")

    comes_back_with_two(two_wait, network, three)


def test_a_tap_outlives_a_reload_that_fails(waiting):
    ann, bob = waiting
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        ann.page.reload()

    ann.context.set_offline(False)
    ann.go()
    bob.says("#r-last", "Bob took trick 1", within=5000)
    is_empty(ann)


def test_what_was_recorded_otherwise_meanwhile_is_explained_until_it_was_seen(waiting):
    ann, bob = waiting
    bob.sends(bob.taker("Cal"))

    ann.context.set_offline(False)
    ann.says("main", re.compile(r"Does not count: trick 1: Bob, tapped at .*\. It was already recorded\."))
    ann.says("main", "Bob entered something else: Cal took")
    is_empty(ann)
    ann.go("rules")
    ann.says("main", "Cal took trick 1")  # another page, and it still waits for somebody who reads it
    ann.go()
    ann.button("Understood").tap()
    ann.page.locator(".refused").wait_for(state="detached")
    ann.page.reload()
    ann.says("#live-badge", "live")
    ann.page.wait_for_timeout(500)
    assert ann.page.locator(".refused").count() == 0
    assert "Trick 2" in ann.page.inner_text("#r-status")


def test_from_the_explanation_what_stands_can_be_changed(waiting):
    ann, bob = waiting
    bob.sends(bob.taker("Cal"))
    ann.context.set_offline(False)
    ann.says("main", "Does not count")
    ann.sends(ann.button("Change it to: Bob took trick 1"))

    ann.page.locator(".refused").wait_for(state="detached")
    bob.says("#r-last", "Bob took trick 1")


def test_what_could_be_changed_is_not_offered_any_more_when_the_game_is_over(waiting):
    ann, bob = waiting
    bob.sends(bob.taker("Cal"))
    ann.context.set_offline(False)
    ann.button("Change it to: Bob took trick 1").wait_for()
    ann.shows(bob.tell("game.ended"))

    ann.button("Change it to").wait_for(state="detached")
    ann.says("main", "Does not count: trick 1: Bob")
    ann.button("Understood").tap()
    ann.page.locator(".refused").wait_for(state="detached")


def test_what_others_recorded_just_so_meanwhile_needs_no_words(waiting):
    ann, bob = waiting
    bob.sends(bob.taker("Bob"))

    ann.context.set_offline(False)
    is_empty(ann)
    ann.says("#r-status", "Trick 2")
    assert ann.page.locator(".refused").count() == 0
    assert len([line for line in ann.log() if "took trick" in line]) == 1


def test_tapped_twice_while_it_waits_is_tapped_once(waiting):
    ann, bob = waiting
    ann.taker("Bob").tap()
    ann.says("main", WAITS)

    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)
    assert len([line for line in ann.log() if "took trick" in line]) == 1


def test_what_somebody_else_told_meanwhile_is_asked_about(three):
    ann, bob, _ = three
    catches(ann, "No pointing.")
    bob.says("#r-catch", "No pointing.")
    ann.context.set_offline(True)
    catch(ann, "No pointing.", "Cal")
    ann.says("main", f"{WAITS}: No pointing: Cal")
    catch(bob, "No pointing.", "Cal")
    bob.says("#r-last", "Cal was caught")

    ann.context.set_offline(False)
    ann.says("main", "Is it the same one?")
    ann.button("Understood").tap()
    assert len([line for line in bob.log() if "was caught" in line]) == 1


def test_a_phone_that_may_keep_nothing_says_that_its_page_must_stay_open(three):
    ann, bob, _ = three
    ann.context.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    ann.go()
    ann.says("#live-badge", "live")
    taps_into_nothing(ann, " Keep this page open.")

    ann.context.set_offline(False)
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)


def test_a_page_of_the_wifi_is_not_taken_for_an_answer(three):
    ann, bob, _ = three
    ann.page.route("**/entries", lambda route: route.fulfill(status=200, content_type="text/html", body=STRANGER))
    ann.taker("Bob").tap()
    ann.says("main", WAITS)

    ann.page.unroute("**/entries")
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)


def test_while_the_companion_cannot_write_it_says_so_and_the_tap_waits(three):
    ann, bob, _ = three
    ann.expected.append("status of 503")
    words = '<section id="r-answer" class="answer" role="alert"><p>The disk is full.</p></section>'
    ann.page.route("**/entries", lambda route: route.fulfill(status=503, content_type="text/html", body=words))
    ann.taker("Bob").tap()
    ann.says("main", "1 tap waits for the companion: trick 1: Bob.")
    ann.says("#r-answer", "The disk is full.")

    ann.page.unroute("**/entries")
    bob.says("#r-last", "Bob took trick 1")
    is_empty(ann)


def test_done_without_network_clears_the_screen_for_the_table(three):
    ann, bob, _ = three
    ann.sends(ann.taker("Ann"))
    ann.says("#r-mine", re.compile(r"Ann,\s+drink 1"))
    ann.context.set_offline(True)
    ann.calm()
    ann.button("Done", "#r-mine").tap()
    ann.says("main", f"{WAITS}: the fines of entry")
    assert "later" in ann.page.get_attribute("#r-mine", "class")

    ann.context.set_offline(False)
    ann.is_silent("#r-mine")
    assert "Ann" in ann.log()[0]
    assert "drank 1" in ann.log()[0]


def test_what_is_typed_stays_until_it_is_written_down(three):
    ann, bob, _ = three
    ann.go("seats")
    ann.page.fill("[name=name]", "Dan")
    ann.context.set_offline(True)
    ann.button("Add a player").tap()
    ann.says("main", f"{WAITS}: Add a player.")
    ann.page.fill("[name=name]", "Eve")

    ann.context.set_offline(False)
    bob.says("#r-players", "Dan")
    is_empty(ann)
    assert ann.page.input_value("[name=name]") == "Eve"
