"""The connection goes and comes back: everybody sees that it went, nothing is lost, nothing counts twice."""

import re

import pytest

from tests.browser.conftest import seated
from tests.browser.phone import wait_until
from tests.browser.test_big_screen import watching

LIVE = re.compile("^live$")
HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def on_a_network(phone, network, one):
    """The same player on a phone whose way to the server may fail."""
    far = phone(network.home, like=one)
    far.sits_where(one)
    far.goes_live()
    return far


def test_a_tap_whose_answer_was_lost_counts_once_when_it_is_sent_again(three, network, phone):
    ann, *_ = three
    ann.enter("rule.made", text="No pointing.", amount=2)
    far = on_a_network(phone, network, ann)
    button = far.catching("No pointing.", "Cal")
    network.turn("deaf")
    button.tap()
    far.says("main", "1 tap waits for the network")
    ann.says("#r-last", "Cal was caught")  # it was written, and only the answer was lost

    network.turn("pass")
    far.page.locator(".waits").wait_for(state="detached")
    assert len([line for line in ann.log() if "was caught" in line]) == 1
    far.is_silent("#r-answer")


def test_a_phone_taken_out_of_a_pocket_catches_up(three):
    ann, bob, _ = three
    ann.goes_live()
    ann.page.evaluate(HIDE, True)
    bob.tricks("p3", "p1", "p2")
    assert "Ann deals" in ann.page.inner_text("#r-status")  # a hidden page holds no stream
    ann.page.evaluate(HIDE, False)

    ann.says("#r-last", "Bob took trick 3")
    assert ann.table() == bob.table()


@pytest.mark.thorough
def test_after_a_restart_of_the_server_all_phones_and_the_big_screen_are_current_by_themselves(own_server, phone):
    phones = ann, bob, _ = seated(own_server.home, phone)
    for one in phones:
        one.goes_live()
    screen = watching(ann, phone(own_server.home))
    screen.expected += ["ERR_", "status of 5"]
    own_server.stop()
    for one in (*phones, screen):
        one.says("#live-badge", "not live")
    ann.taker("Bob").tap()
    ann.says("main", "1 tap waits for the network: trick 1: Bob.")

    own_server.start()
    for one in phones:
        one.says("#live-badge", re.compile("^(live|updating slowly)$"))
        one.says("#r-last", "Bob took trick 1")
    screen.says("#live-badge", LIVE)
    screen.says("#r-newest-entry", "Bob took trick 1")
    ann.is_silent("#r-answer")
    assert bob.table() == ann.table()
    assert bob.log()[0] == "Bob took trick 1 of deal 1."


@pytest.mark.thorough
@pytest.mark.parametrize("broken", ["hole", "cut"])
def test_a_dead_link_is_noticed_and_the_table_is_live_again_when_it_works(three, network, phone, broken):
    """In a hole connections stay open and nothing gets through."""
    ann, bob, _ = three
    far = on_a_network(phone, network, ann)
    network.turn(broken)
    far.says("#live-badge", "not live")
    seq = bob.tricks("p3")
    network.turn("pass")

    far.shows(seq)
    far.says("#live-badge", LIVE)
    assert far.table() == bob.table()


TIMERS = """{
    const later = window.setTimeout, again = window.setInterval;
    window.timers = [];
    window.setTimeout = (...asked) => { timers.push(asked[1]); return later(...asked); };
    window.setInterval = (...asked) => { timers.push('interval'); return again(...asked); };
}"""


@pytest.mark.thorough
def test_while_nothing_happens_only_the_heartbeat_moves_the_timer_of_the_stream(three):
    ann, *_ = three
    heard = ann.overhear()
    ann.context.add_init_script(TIMERS)
    ann.goes_live()

    def beats():
        ann.page.evaluate("0")  # takes in what it has heard
        return "".join(heard).count("event: beat")

    def timers():
        return ann.page.evaluate("timers.splice(0)")

    def from_beat_to_beat():
        first = beats()
        wait_until(lambda: beats() > first)
        return timers()

    wait_until(lambda: beats() > 1)
    assert "interval" not in timers()
    # What follows the first load takes longer on a busy machine; once it is over, nothing else comes.
    wait_until(lambda: from_beat_to_beat() == [11000])
    assert [from_beat_to_beat() for _ in range(2)] == [[11000], [11000]]


@pytest.mark.thorough
def test_where_no_stream_gets_through_the_phone_asks_again_and_again(three):
    ann, bob, _ = three
    ann.expected.append("net::ERR_FAILED")
    ann.context.route("**/live?*", lambda route: route.abort())
    ann.says("#live-badge", "updating slowly")

    ann.shows(bob.tricks("p3"))
    ann.sends(ann.taker("Bob"))
