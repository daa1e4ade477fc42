"""The connection goes and comes back: everybody sees that it went, nothing is lost, nothing counts twice."""

import re

import pytest

from tests.browser.conftest import seated

NOT_LIVE = "not live"


def test_after_a_restart_of_the_server_all_phones_are_current_within_10_seconds(own_house, phone):
    phones = ann, bob, _ = seated(own_house.home, phone)
    own_house.stop()
    for one in phones:
        one.says("#live-badge", NOT_LIVE)
    ann.taker("Bob").tap()
    ann.says("main", "1 tap waits for the network: trick 1: Bob.")

    own_house.start()
    for one in phones:
        one.says("#live-badge", re.compile("^(live|every 5 s)$"), within=10_000)
    for one in phones:
        one.says("#r-last", "Bob took trick 1", within=10_000)
    ann.is_silent("#r-answer")
    assert bob.table() == ann.table()
    assert bob.log()[0] == "Bob took trick 1 of deal 1."


def test_a_tap_whose_answer_was_lost_counts_once_when_it_is_sent_again(three, network, phone):
    ann, *_ = three
    ann.tell("rule.made", text="No pointing.", amount=2)
    far = on_a_network(phone, network, ann)
    far.page.locator("#r-catch").get_by_text("No pointing.").tap()
    network.turn("deaf")
    far.button("Cal", "#r-catch").tap()
    far.says("main", "1 tap waits for the network")
    ann.says("#r-last", "Cal was caught")  # it was written, and only the answer was lost

    network.turn("pass")
    far.page.locator(".waits").wait_for(state="detached")
    assert len([line for line in ann.log() if "was caught" in line]) == 1
    far.is_silent("#r-answer")


def on_a_network(phone, network, one):
    """The same player on a phone whose way to the house may fail."""
    far = phone(network.home, state=one.context.storage_state())
    far.night = one.night.replace(one.home, network.home)
    far.go()
    far.says("#live-badge", "live")
    return far


@pytest.mark.thorough
def test_a_half_open_connection_is_noticed_within_13_seconds(three, network, phone):
    ann, bob, _ = three
    far = on_a_network(phone, network, ann)
    network.turn("hole")
    far.says("#live-badge", NOT_LIVE, within=13_000)  # 12, and a second for a busy machine
    bob.sends(bob.taker("Cal"))

    network.turn("pass")
    far.says("#live-badge", re.compile("^live$"), within=15_000)
    far.says("#r-last", "Cal took trick 1")
    assert far.table() == bob.table()


def test_after_a_clean_cut_the_table_is_live_again_within_3_seconds(three, network, phone):
    ann, bob, _ = three
    far = on_a_network(phone, network, ann)
    network.turn("cut")
    seq = bob.sends(bob.taker("Cal"))
    network.turn("pass")

    far.shows(seq, within=3000)
    far.says("#live-badge", re.compile("^live$"), within=1000)


def test_right_after_unlocking_a_phone_shows_the_truth_within_2_seconds(three):
    ann, bob, _ = three
    hide = "Object.defineProperty(document, 'hidden', {configurable: true, value: %s});"
    turn = "document.dispatchEvent(new Event('visibilitychange'))"
    ann.page.evaluate(hide % "true" + turn)
    for name in ("Cal", "Ann", "Bob"):
        seq = bob.sends(bob.taker(name))
    assert "trick 1" in ann.page.inner_text("#r-status")  # a hidden page holds no stream
    ann.page.evaluate(hide % "false" + turn)

    ann.shows(seq, within=2000)
    ann.says("#r-last", "Bob took trick 3", within=500)


@pytest.mark.thorough
def test_where_no_stream_gets_through_the_phone_asks_every_five_seconds(three):
    ann, bob, _ = three
    ann.expected.append("net::ERR_FAILED")
    ann.page.route("**/live?*", lambda route: route.abort())
    ann.go()
    ann.says("#live-badge", "every 5 s", within=20_000)
    seq = bob.sends(bob.taker("Cal"))

    ann.shows(seq, within=7000)
    ann.sends(ann.taker("Bob"))
