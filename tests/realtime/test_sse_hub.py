"""Parked streams: a phone that is slow, gone or stuck keeps nobody else waiting."""

import socket
from contextlib import suppress

import gevent
import pytest

from companion.realtime.sse_hub import SseHub

TRIES = 6000  # a hundredth of a second apart, until something is taken not to happen at all


class Stream:
    """A stream as the hub knows it: it brings the newest text only, and counts how often it was asked."""

    def __init__(self, night_id):
        self.night_id = night_id
        self.newest, self.asked, self.over, self.is_closed, self.listener = b"", 0, False, False, None

    def open(self, listener):
        self.listener = listener
        return b"hello"

    def next(self, changed=False):
        self.asked += 1
        newest, self.newest = self.newest, b""
        return newest

    def close(self):
        self.is_closed = True

    def brings(self, words):
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

    def parked(buffer=None, night="friday"):
        here, there = socket.socketpair()
        ends.append(there)
        if buffer:
            there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        there.setblocking(False)
        stream = Stream(night)
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


def receives(line, words):
    """Whether the phone receives these bytes and no others before them."""
    got = bytearray()
    until(lambda: got.extend(_read(line)) or len(got) >= len(words))
    return got == words


def _read(line):
    try:
        return line.recv(1 << 20)
    except BlockingIOError:
        return b""


def test_many_changes_before_a_phone_is_served_are_one_chunk(phone):
    stream, line = phone()
    before = stream.asked
    for number in range(10):
        stream.brings(b"%d" % number)

    assert receives(line, b"1\r\n9\r\n")
    assert stream.asked == before + 1


def test_a_slow_phone_gets_the_rest_and_then_the_newest_only(phone):
    stream, line = phone(buffer=4096)
    first, newest = b"a" * 2_000_000, b"the newest"
    asked = stream.asked
    stream.brings(first)
    assert until(lambda: stream.asked > asked)
    for words in (b"1", b"2", b"3", newest):
        stream.brings(words)
        gevent.sleep(0.01)
    assert stream.asked == asked + 1  # it is stuck, so nothing is made for it

    assert receives(line, b"%x\r\n%b\r\n" % (len(first), first) + b"%x\r\n%b\r\n" % (len(newest), newest))


def test_a_slow_phone_slows_nobody_else(phone):
    slow, _ = phone(buffer=4096)
    quick, line = phone()
    slow.brings(b"a" * 2_000_000)
    quick.brings(b"for you")

    assert receives(line, b"7\r\nfor you\r\n")


def test_a_night_that_takes_long_to_show_keeps_no_other_table_waiting_and_no_heartbeat(phone, monkeypatch):
    monkeypatch.setattr("companion.realtime.sse_hub.BEAT", 0.5)
    worked_out = gevent.event.Event()
    (long, first), (same, second), (other, third) = phone(), phone(), phone(night="saturday")
    long.next = lambda changed=False: worked_out.wait() and b"long"
    for stream in (long, same, other):
        stream.brings(b"for you")

    assert receives(third, b"7\r\nfor you\r\n")
    for beat in (b"1", b"2"):
        other.newest = beat
        assert receives(third, b"1\r\n%b\r\n" % beat)
    assert not _read(first)
    assert not _read(second)
    worked_out.set()
    assert receives(first, b"4\r\nlong\r\n")
    assert receives(second, b"7\r\nfor you\r\n")


def test_a_phone_that_goes_is_noticed_also_while_it_is_sent_something(phone):
    silent, line = phone()
    busy, other = phone()
    busy.newest = b"too late"
    for end in (line, other):
        end.close()
    busy.listener.update()

    assert busy.is_closed
    assert until(lambda: silent.is_closed)


def test_a_phone_that_cannot_read_yet_gets_it_later(phone):
    stream, line = phone(buffer=4096)
    filled = 0
    with suppress(BlockingIOError):
        while True:
            filled += stream.listener._socket.send(b"a" * 4096)
    stream.newest = b"for you"
    stream.listener.update()

    assert receives(line, b"a" * filled + b"7\r\nfor you\r\n")


def test_a_phone_whose_connection_is_cut_at_once_leaves_no_subscriber_behind(hub):
    class Cut(socket.socket):
        def setsockopt(self, *_):
            raise OSError("Invalid argument")

    here, there = socket.socketpair()
    stream = Stream("friday")
    place = hub.subscriber(stream)
    place.open()
    place.park(Cut(fileno=here.detach()), lambda: None)

    assert stream.is_closed
    with there:
        assert there.recv(100) == b""


def test_a_phone_that_reads_nothing_for_long_is_given_up(phone, monkeypatch):
    monkeypatch.setattr("companion.realtime.sse_hub.STUCK", -1.0)
    stream, _ = phone(buffer=4096)
    asked = stream.asked
    stream.brings(b"a" * 2_000_000)
    assert until(lambda: stream.asked > asked)
    stream.listener.beat()

    assert stream.is_closed


def test_the_last_message_ends_the_answer(phone):
    stream, line = phone()
    stream.over = True
    stream.brings(b"gone")

    assert receives(line, b"4\r\ngone\r\n0\r\n\r\n")
    assert until(lambda: stream.is_closed)
    assert line.recv(100) == b""


def test_a_phone_for_which_nothing_changes_gets_a_heartbeat(phone, monkeypatch):
    monkeypatch.setattr("companion.realtime.sse_hub.BEAT", 0.5)
    stream, line = phone()
    stream.newest = b"beat"

    assert receives(line, b"4\r\nbeat\r\n")


def test_what_fails_for_one_phone_does_not_stop_the_others(phone, capsys):
    broken, _ = phone()
    broken.next = lambda changed=False: 1 / 0
    other, line = phone()
    broken.listener.notify()
    other.brings(b"for you")

    assert receives(line, b"7\r\nfor you\r\n")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert broken.is_closed


def test_when_the_server_stops_every_stream_ends(hub, phone):
    stream, line = phone()
    hub.close()

    assert stream.is_closed
    assert line.recv(100) == b""
