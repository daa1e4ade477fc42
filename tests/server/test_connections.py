"""Requests that are never finished take nobody's place: a deadline, a cap for each address, and room that is kept."""

import http.client
import socket
import sys
from contextlib import ExitStack, closing, suppress
from urllib.parse import urlencode

import pytest

from companion.server.connections import Connections, Limits, limits

DESCRIPTORS, HALF_SENT = 160, 200
HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
BODY = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ncode="
TRICKLES = 3000  # bytes after which a request counts as never ended

few_files = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
servers = pytest.mark.parametrize("mode", [[], ["--threads"]], ids=["gevent", "threads"])


def few_descriptors():
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


@pytest.fixture
def port_of(serving):
    """Starts a server that can open few files, and gives its port."""
    return lambda *words, **settings: serving(*words, settings=settings, preexec_fn=few_descriptors).port


def connected(stack, port):
    return stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))


def answer(port):
    """The first line that somebody gets who asks for the first page."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        return phone.makefile("rb").readline()


@few_files
@servers
def test_more_half_sent_requests_than_descriptors_keep_nobody_out(port_of, mode):
    port = port_of(*mode)
    with ExitStack() as stack:
        for number in range(HALF_SENT):
            connected(stack, port).sendall((HEAD, BODY, b"")[number % 3])

        assert answer(port) == b"HTTP/1.1 200 OK\r\n"


# Connections rest almost at once, without a greenlet, and for long.
RESTING = """
from gevent import monkey
monkey.patch_all()
from companion.server import connections
connections.SPARE_REST = 0.01
from companion.server.cli import main
main()
"""


@few_files
def test_more_resting_connections_than_descriptors_keep_nobody_out(serving):
    port = serving(script=RESTING, preexec_fn=few_descriptors).port
    with ExitStack() as stack:
        for number in range(HALF_SENT):
            phone = connected(stack, port)
            phone.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=%d\r\n\r\n" % number)
            assert phone.recv(12) == b"HTTP/1.1 200"

        assert answer(port) == b"HTTP/1.1 200 OK\r\n"


@few_files
def test_a_phone_at_the_table_keeps_its_stream_and_taps_meanwhile(port_of):
    port = port_of()
    own = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}

    def post(path, fields, **headers):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        with closing(phone):
            phone.request("POST", path, urlencode(fields), own | headers)
            return phone.getresponse()

    opened = post("/nights", {"night": "Friday", "name": "Ann", "unit": "sip"})
    cookie, night = opened.headers["Set-Cookie"].partition(";")[0], opened.headers["Location"].removesuffix("/share")
    with ExitStack() as stack:
        stream = connected(stack, port)
        stream.sendall(f"GET {night}/live?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        lines = stream.makefile("rb")
        assert lines.readline() == b"HTTP/1.1 200 OK\r\n"
        for number in range(HALF_SENT):
            connected(stack, port).sendall((HEAD, BODY)[number % 2])
        fine = {"type": "fine.given", "player": "p1", "amount": "3", "reason": "late for the party", "key": "one"}

        assert post(f"{night}/entries", fine, Cookie=cookie).status == 303
        assert any(b"late for the party" in line for line in lines)


def waits_for_more(phone):
    """Sends one more byte of a request that never ends; whether the server still waits for the rest."""
    with suppress(ConnectionError):
        with suppress(TimeoutError):
            phone.recv(4096)  # an answer, or the end of the connection
            return False
        phone.sendall(b"a")
        return True
    return False


@pytest.mark.thorough
@few_files
@servers
def test_a_request_that_trickles_in_is_ended_at_its_deadline(port_of, mode):
    """Its first line, its headers or its body."""
    port = port_of(*mode, REQUEST_SECONDS="1")
    with ExitStack() as stack:
        phones = [connected(stack, port) for _ in range(3)]
        for phone, start in zip(phones, (b"G", HEAD + b"X-Slow: ", BODY), strict=True):
            phone.sendall(start)
            phone.settimeout(0.02)
        for _ in range(TRICKLES):
            phones = [phone for phone in phones if waits_for_more(phone)]

        assert phones == []


class Client:
    """A socket that is only asked whether it was shut down."""

    def __init__(self):
        self.is_shut = False

    def shutdown(self, _how):
        self.is_shut = True


def opened(connections, *hosts):
    """A connection from each host; None where there was no room."""
    return [connections.accept(Client(), host) for host in hosts]


def is_dropped(connection):
    return connection.socket.is_shut


def test_an_address_that_opens_too_many_loses_the_one_that_waits_longest():
    connections = Connections(Limits(30, each=3, most=100), receive=None)
    first, second, *_, other = opened(connections, "a", "a", "a", "b")
    first.next_request()  # has just been answered, so the second waits longer
    opened(connections, "a")

    assert [is_dropped(each) for each in (first, second, other)] == [False, True, False]


def test_a_request_that_is_being_answered_is_not_dropped_and_a_new_one_is_refused():
    connections = Connections(Limits(30, each=2, most=100), receive=None)
    busy = opened(connections, "a", "a")
    for each in busy:
        each.is_waiting = False

    assert opened(connections, "a", "b")[0] is None
    assert not any(map(is_dropped, busy))


def test_when_all_places_are_taken_the_address_with_most_of_them_gives_one():
    connections = Connections(Limits(30, each=None, most=4), receive=None)
    guest, *flood = opened(connections, "guest", "flood", "flood", "flood")
    assert opened(connections, "new")[0] is not None

    assert [is_dropped(each) for each in (guest, *flood)] == [False, True, False, False]


def comes(sock, _buffer, seconds):
    """What a client sends: the start of a request for each of `sock.requests`, and then nothing, or its end."""
    sock.waits.append(round(seconds))
    if sock.requests:
        sock.requests -= 1
        return 1
    if len(sock.waits) > 4:
        return 0
    raise TimeoutError


def rested(connections, *cookies):
    """Connections that each made a request with this cookie, and then waited for the next one in this order."""
    made = opened(connections, *["a"] * len(cookies))
    for each, cookie in zip(made, cookies, strict=True):
        each.socket.requests, each.socket.waits = 1, []
        each.next_request()
        each.readinto(bytearray(1))
        connections.known_as(each, cookie)
    for each in made:
        each.next_request()
        each.socket.waits.clear()
        with suppress(TimeoutError):
            each.readinto(bytearray(1))
        each.is_waiting = True  # as during such a wait
    return made


@pytest.mark.parametrize(
    ("each", "listens", "waits"),
    [(9, False, [2, 75]), (9, True, [2, 75, 75, 75, 75]), (None, False, [2, 75])],
    ids=["of a phone", "of one that listens", "behind a proxy"],
)
def test_a_connection_rests_for_over_a_minute_and_as_long_as_its_phone_listens(each, listens, waits):
    connections = Connections(Limits(30, each=each, most=100), receive=comes)
    stream, other = opened(connections, "a", "b")
    connections.known_as(stream, "phone=1")
    connections.known_as(other, "phone=2")
    end = connections.becomes_stream(stream)
    connections.becomes_stream(other)
    if not listens:
        end()
    (one,) = rested(connections, "phone=1")

    assert one.socket.waits == waits


def test_a_phone_whose_stream_is_a_request_under_way_listens_too():
    connections = Connections(Limits(30, each=9, most=100), receive=comes)
    (stream,) = opened(connections, "a")
    stream.is_waiting = False
    connections.known_as(stream, "phone=1")
    mine, strange = rested(connections, "phone=1", "phone=2")

    assert [len(mine.socket.waits), len(strange.socket.waits)] == [5, 2]


def test_a_phone_keeps_the_connection_that_it_used_last_and_its_other_ones_are_closed():
    connections = Connections(Limits(30, each=9, most=100), receive=comes)
    first, other, last = rested(connections, "phone=1", "phone=2", "phone=1")

    assert [is_dropped(each) for each in (first, other, last)] == [True, False, False]
    connections.drop_waiting()  # the server stops
    assert is_dropped(last)


def test_a_request_that_began_after_a_rest_has_its_deadline_and_a_connection_without_any_does_not_rest():
    connections = Connections(Limits(30, each=9, most=100), receive=comes)
    (one,) = rested(connections, "phone=1")
    one.next_request()
    one.socket.requests = 1
    one.readinto(bytearray(1))
    with pytest.raises(TimeoutError):
        one.readinto(bytearray(1))
    (silent,) = opened(connections, "a")
    silent.socket.requests, silent.socket.waits = 0, []
    silent.next_request()
    with pytest.raises(TimeoutError):
        silent.readinto(bytearray(1))

    assert one.socket.waits[-1] == 30
    assert silent.socket.waits == [5]


def test_open_streams_stay_and_count_until_they_end():
    connections = Connections(Limits(30, each=2, most=100), receive=None)
    streams = opened(connections, "a", "a")
    ends = [connections.becomes_stream(each) for each in streams]
    assert opened(connections, "a") == [None]

    ends[0]()
    assert opened(connections, "a")[0] is not None
    assert not any(map(is_dropped, streams))


def test_a_network_with_one_prefix_of_ipv6_counts_as_one_address():
    connections = Connections(Limits(30, each=1, most=100), receive=None)
    first, _ = opened(connections, "2001:db8::1", "2001:db8::2")

    assert is_dropped(first)


def test_behind_a_proxy_no_address_is_counted_and_a_small_limit_of_files_halves_the_cap(monkeypatch):
    monkeypatch.setattr("companion.server.connections.file_limit", lambda: 300)
    settings = {"CONNECTIONS_PER_ADDRESS": 400, "REQUEST_SECONDS": 30}

    assert limits(settings) == Limits(30, 100, 200)
    assert limits({**settings, "PROXY_HOPS": 1}) == Limits(30, None, 200)
