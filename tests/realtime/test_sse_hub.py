"""Parked subscribers: a phone that is slow, gone or stuck is so for nobody else."""

import socket
from contextlib import suppress

import gevent
import pytest

from companion.realtime.sse_hub import SseHub

TRIES = 6000  # looks, a hundredth of a second apart, until something is taken not to happen at all


class Told:
    """A stream as the hub knows it: it says what is put in, newest only, and counts how often it was asked."""

    def __init__(self):
        self.newest, self.asked, self.over, self.is_closed, self.listener = b"", 0, False, False, None

    def open(self, listener):
        self.listener = listener
        return b"hello"

    def next(self, changed=False):
        self.asked += 1
        told, self.newest = self.newest, b""
        return told

    def close(self):
        self.is_closed = True

    def ring(self, words):
        self.newest = words
        self.listener.notify()


@pytest.fixture
def hub():
    made = SseHub()
    yield made
    made.close()


@pytest.fixture
def phone(hub):
    """Parks a phone and gives its stream and the phone's own end of the line."""
    ends = []

    def parked(buffer=None):
        here, there = socket.socketpair()
        ends.append(there)
        if buffer:
            there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        there.setblocking(False)
        stream = Told()
        place = hub.subscriber(stream)
        here.sendall(place.open())
        place.park(here, lambda: None)
        assert there.recv(100) == b"hello"
        return stream, there

    yield parked
    for end in ends:
        end.close()


def until(holds):
    return any(holds() or gevent.sleep(0.01) for _ in range(TRIES))


def heard(line, words):
    """Whether the phone hears this, and nothing else before it is complete."""
    got = bytearray()
    until(lambda: got.extend(_read(line)) or len(got) >= len(words))
    return got == words


def _read(line):
    try:
        return line.recv(1 << 20)
    except BlockingIOError:
        return b""


def test_a_phone_is_told_after_a_ring_in_a_chunk_of_its_own(phone):
    stream, line = phone()
    stream.ring(b"a trick")

    assert heard(line, b"7\r\na trick\r\n")


def test_many_rings_before_it_is_told_are_one(phone):
    stream, line = phone()
    before = stream.asked
    for number in range(10):
        stream.ring(b"%d" % number)

    assert heard(line, b"1\r\n9\r\n")
    assert stream.asked == before + 1


def test_a_slow_phone_gets_the_rest_and_then_the_newest_only(phone):
    stream, line = phone(buffer=4096)
    first, newest = b"a" * 2_000_000, b"the newest"
    asked = stream.asked
    stream.ring(first)
    assert until(lambda: stream.asked > asked)
    for words in (b"1", b"2", b"3", newest):
        stream.ring(words)
        gevent.sleep(0.01)
    assert stream.asked == asked + 1  # it is stuck, so nothing is made for it

    assert heard(line, b"%x\r\n%b\r\n" % (len(first), first) + b"%x\r\n%b\r\n" % (len(newest), newest))


def test_a_slow_phone_slows_nobody_else(phone):
    slow, _ = phone(buffer=4096)
    quick, line = phone()
    slow.ring(b"a" * 2_000_000)
    quick.ring(b"for you")

    assert heard(line, b"7\r\nfor you\r\n")


def test_a_phone_that_goes_is_noticed(phone):
    stream, line = phone()
    line.close()

    assert until(lambda: stream.is_closed)


def test_a_phone_that_is_told_something_as_it_goes_is_let_go(phone):
    stream, line = phone()
    stream.newest = b"too late"
    line.close()
    stream.listener.update()

    assert stream.is_closed


def test_a_phone_that_can_take_nothing_at_all_gets_it_later(phone):
    stream, line = phone(buffer=4096)
    filled = 0
    with suppress(BlockingIOError):
        while True:
            filled += stream.listener._socket.send(b"a" * 4096)
    stream.newest = b"for you"
    stream.listener.update()

    assert heard(line, b"a" * filled + b"7\r\nfor you\r\n")


def test_a_phone_whose_line_is_cut_as_it_comes_leaves_no_subscriber_behind(hub):
    class Cut(socket.socket):
        def setsockopt(self, *_):
            raise OSError("Invalid argument")

    here, there = socket.socketpair()
    stream = Told()
    place = hub.subscriber(stream)
    place.open()
    place.park(Cut(fileno=here.detach()), lambda: None)

    assert stream.is_closed
    with there:
        assert there.recv(100) == b""


def test_a_phone_that_takes_nothing_for_long_is_given_up(phone, monkeypatch):
    monkeypatch.setattr("companion.realtime.sse_hub.STUCK", -1.0)
    stream, _ = phone(buffer=4096)
    asked = stream.asked
    stream.ring(b"a" * 2_000_000)
    assert until(lambda: stream.asked > asked)
    stream.listener.beat()

    assert stream.is_closed


def test_the_last_word_ends_the_answer(phone):
    stream, line = phone()
    stream.over = True
    stream.ring(b"gone")

    assert heard(line, b"4\r\ngone\r\n0\r\n\r\n")
    assert until(lambda: stream.is_closed)
    assert line.recv(100) == b""


def test_a_heart_beats_for_a_phone_that_nobody_rings_for(phone, monkeypatch):
    monkeypatch.setattr("companion.realtime.sse_hub.BEAT", 0.5)
    stream, line = phone()
    stream.newest = b"beat"

    assert heard(line, b"4\r\nbeat\r\n")


def test_what_fails_for_one_phone_keeps_nothing_from_the_others(phone, capsys):
    broken, _ = phone()
    broken.next = lambda changed=False: 1 / 0
    other, line = phone()
    broken.listener.notify()
    other.ring(b"for you")

    assert heard(line, b"7\r\nfor you\r\n")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert broken.is_closed


def test_when_the_server_stops_every_stream_ends(hub, phone):
    stream, line = phone()
    hub.close()

    assert stream.is_closed
    assert line.recv(100) == b""
