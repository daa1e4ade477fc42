"""Requests that are never finished take nobody's place: a deadline, a cap for each address, and room that is kept."""

import socket
import sys
from contextlib import ExitStack, suppress

import pytest

from companion.server.connections import Connection, Connections, limits

DESCRIPTORS, HALF_SENT = 160, 200
HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
BODY = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ncode="
TRICKLES = 3000  # bytes after which a request counts as never ended

few_files = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")


def few_descriptors():
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


@pytest.fixture
def port_of(serving):
    """Starts a server that can open few files, and gives its port."""
    return lambda *words, **settings: serving(*words, settings=settings, preexec_fn=few_descriptors).port


def connected(stack, port):
    return stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))


@few_files
def test_more_half_sent_requests_than_descriptors_keep_nobody_out(port_of, ask):
    port = port_of()
    with ExitStack() as stack:
        for number in range(HALF_SENT):
            connected(stack, port).sendall((HEAD, BODY, b"")[number % 3])

        assert ask(port, "/").status == 200


@few_files
def test_more_idle_connections_than_descriptors_keep_nobody_out(port_of, ask):
    port = port_of()
    with ExitStack() as stack:
        for number in range(HALF_SENT):
            phone = connected(stack, port)
            phone.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=%d\r\n\r\n" % number)
            assert phone.recv(12) == b"HTTP/1.1 200"

        assert ask(port, "/").status == 200


@few_files
def test_a_phone_at_the_table_keeps_its_stream_and_taps_meanwhile(port_of, listen_at):
    port = port_of()
    _, tap = listen_at(port)
    with ExitStack() as stack:
        for number in range(HALF_SENT):
            connected(stack, port).sendall((HEAD, BODY)[number % 2])

        tap()


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
def test_a_request_that_trickles_in_is_ended_at_its_deadline(port_of):
    """Its first line, its headers or its body."""
    port = port_of(REQUEST_SECONDS="1")
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
    connections = Connections(30, each=3, most=100)
    first, second, *_, other = opened(connections, "a", "a", "a", "b")
    first.next_request()  # has just been answered, so the second waits longer
    opened(connections, "a")

    assert [is_dropped(each) for each in (first, second, other)] == [False, True, False]


def test_a_request_that_is_being_answered_is_not_dropped_and_a_new_one_is_refused():
    connections = Connections(30, each=2, most=100)
    busy = opened(connections, "a", "a")
    for each in busy:
        each.is_waiting = False

    assert opened(connections, "a", "b")[0] is None
    assert not any(map(is_dropped, busy))


def test_when_all_places_are_taken_the_address_with_most_of_them_gives_one():
    connections = Connections(30, each=None, most=4)
    guest, *flood = opened(connections, "guest", "flood", "flood", "flood")
    assert opened(connections, "new")[0] is not None

    assert [is_dropped(each) for each in (guest, *flood)] == [False, True, False, False]


@pytest.fixture
def waits(monkeypatch):
    """The seconds for which connections waited for a client that sends the first byte of one request and no more."""
    waited = []

    def receive(connection, _buffer, seconds):
        waited.append(round(seconds))
        if not connection.socket.has_asked:
            connection.socket.has_asked = True
            return 1
        raise TimeoutError

    monkeypatch.setattr(Connection, "_receive", receive)
    return waited


def served(connection, phone=None):
    """A connection whose first request was answered."""
    connection.socket.has_asked = False
    connection.next_request()
    connection.readinto(bytearray(1))
    connection.phone = phone
    connection.next_request()


def test_the_first_byte_has_a_deadline_and_the_rest_of_its_request_another(waits):
    (one,) = opened(Connections(30, each=9, most=100), "a")
    one.socket.has_asked = False
    one.next_request()
    one.readinto(bytearray(1))
    with pytest.raises(TimeoutError):
        one.readinto(bytearray(1))

    assert waits == [5, 30]
    assert one.is_late


@pytest.mark.parametrize("phone", [1, None], ids=["of a phone", "without a cookie or behind a proxy"])
def test_an_idle_connection_stays_open_for_75_seconds(waits, phone):
    (one,) = opened(Connections(30, each=9, most=100), "a")
    served(one, phone)
    with pytest.raises(TimeoutError):
        one.readinto(bytearray(1))

    assert waits == [5, 2, 73]


def test_a_phone_keeps_the_connection_that_it_used_last_and_its_other_ones_are_closed():
    connections = Connections(30, each=9, most=100)
    first, other, last = opened(connections, "a", "a", "a")
    with ExitStack() as stack:
        for each, each.phone in ((first, 1), (other, 2), (last, 1)):
            stack.enter_context(connections.idle(each))

        assert [is_dropped(each) for each in (first, other, last)] == [True, False, False]
    with connections.idle(first):  # the last one is busy, not idle
        assert not is_dropped(last)
    connections.drop_waiting()  # the server stops
    assert is_dropped(last)


def test_a_network_with_one_prefix_of_ipv6_counts_as_one_address():
    connections = Connections(30, each=1, most=100)
    first, _ = opened(connections, "2001:db8::1", "2001:db8::2")

    assert is_dropped(first)


def test_behind_a_proxy_no_address_is_counted_and_a_small_limit_of_files_halves_the_cap(monkeypatch):
    monkeypatch.setattr("companion.server.connections.file_limit", lambda: 300)
    settings = {"CONNECTIONS_PER_ADDRESS": 400, "REQUEST_SECONDS": 30}

    assert limits(settings) == (30, 100, 200)
    assert limits({**settings, "PROXY_HOPS": 1}) == (30, None, 200)
