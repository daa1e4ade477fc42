"""Code that both servers share: deadlines for requests, and limits on open connections."""

from __future__ import annotations

import contextlib
import io
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.web.rate_limits import network

FIRST = 5.0  # seconds to wait for the first byte of a connection's first request
# Seconds to wait for the next request: on every connection, and then on the one that a phone used last. 75 s is longer
# than proxies wait, so that none of them sends a request on a connection that is being closed.
SPARE_REST, REST = 2.0, 75.0
FILES = 65536  # file descriptors to request; some systems give only 256 by default
SPARE = 100  # descriptors kept free for the database, for files, and for connections that are being closed

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Receive = Callable[[socket.socket, WriteableBuffer, float], int]


class Limits(NamedTuple):
    """Seconds for headers and body, and the most connections of one address (None: any number) and of all together."""

    seconds: float
    each: int | None
    most: int


def limits(settings: Mapping[str, Any]) -> Limits:
    """The limits from the settings and the system. Behind a proxy all phones have one address, which has no limit."""
    most = file_limit()
    most = max(most - SPARE, most // 2)
    each = None if settings.get("PROXY_HOPS") else min(settings.get("CONNECTIONS_PER_ADDRESS", most), most // 2)
    return Limits(settings.get("REQUEST_SECONDS", 30), each, most)


def file_limit() -> int:
    """Raises the limit of open files of this process if possible, and returns it."""
    try:
        import resource  # not on Windows
    except ImportError:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if wanted > soft:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


class Resting(OSError):
    """Raised instead of waiting on: the connection rests, and somebody else waits for its next request."""


class Connection(io.RawIOBase):
    """The connection of one client. Each request must arrive completely before its deadline."""

    def __init__(self, connections: Connections, sock: socket.socket, address: str) -> None:
        self.socket, self.address = sock, address
        self.is_waiting = True  # waiting for the client, so it can be dropped without losing a request
        self.is_late = False
        self.phone: int | None = None  # made of the cookie of the phone that uses it
        self.is_resting = False  # the one of its phone that stays open between requests
        self.parks = self.is_parked = False  # whether Resting may be raised, and was
        self.is_peeked = False  # only what has been read before is asked for
        self._connections, self._deadline, self._has_begun = connections, monotonic() + FIRST, False
        self._has_served = False

    def next_request(self, parks: bool = False) -> None:
        """Sets the deadline for the first byte of the next request. That byte starts the deadline for the rest."""
        self._deadline = monotonic() + (SPARE_REST if self._has_served else FIRST)
        self._has_begun = self.is_resting = self.is_parked = False
        self.parks = parks
        self._connections.waits_anew(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        """Waits for bytes until the deadline; after it, raises TimeoutError at every call."""
        if self.is_peeked:
            return None
        self.is_waiting = True
        try:
            while (count := self._received(buffer)) is None:
                self._deadline = monotonic() + REST
                if self.parks:
                    self.is_parked = True
                    raise Resting
        except TimeoutError:
            self.is_late, self._deadline = True, 0.0
            raise
        finally:
            self.is_waiting = self.is_parked
        if not self._has_begun:
            self._has_begun = self._has_served = True
            self._deadline = monotonic() + self._connections.limits.seconds
        return count

    def _received(self, buffer: WriteableBuffer) -> int | None:
        """The number of bytes that came before the deadline; None if there were none and the connection rests on."""
        left = self._deadline - monotonic()
        try:
            if left <= 0:
                raise TimeoutError
            return self._connections.receive(self.socket, buffer, left)
        except TimeoutError:
            if self._has_begun or not self._has_served or not self._connections.rests_on(self):
                raise
            return None

    def drop(self) -> None:
        """Shuts the connection down while another thread reads from it; that thread closes it."""
        with contextlib.suppress(OSError):
            getattr(self.socket, "_sock", self.socket).shutdown(socket.SHUT_RDWR)  # inside the one of gevent or TLS


class Connections:
    """All open connections, limited so that one client cannot take those of the others.

    At the limit of an address or of the server, the connection that has waited longest for its client is dropped: an
    idle one, or one with an incomplete request. Streams and requests that are being answered are kept.

    Each phone keeps one connection for its next tap, while it listens and for a minute more; its others are closed. A
    phone whose network has changed tries the connections that it had one after the other, so it should have one.
    """

    def __init__(self, limits: Limits, receive: Receive) -> None:
        self.limits, self.receive = limits, receive
        self._lock = Lock()
        self._open: dict[str, dict[Connection, None]] = {}  # by address; the one that has waited longest is first
        self._streams: Counter[str] = Counter()
        self._of_phone: dict[int | None, set[Connection]] = {}
        self._listening: Counter[int | None] = Counter()  # streams by phone
        self._total = 0

    def accept(self, sock: socket.socket, host: str) -> Connection | None:
        """A new connection; None at the limit, if no other connection can be dropped."""
        address = network(host)
        each, most = self.limits.each, self.limits.most
        with self._lock:
            mine = len(self._open.get(address, ())) + self._streams[address]
            if each is not None and mine >= each and not self._drop(address):
                return None
            if self._total >= most and not self._drop_any():
                return None
            made = Connection(self, sock, address)
            self._open.setdefault(address, {})[made] = None
            self._total += 1
        return made

    def waits_anew(self, connection: Connection) -> None:
        """Makes a connection whose request was answered the last one to be dropped."""
        with self._lock:
            mine = self._open.get(connection.address, {})
            if connection in mine:
                del mine[connection]
                mine[connection] = None

    def known_as(self, connection: Connection, cookie: str | None) -> None:
        """Called for every request with its cookie. Behind a proxy a connection is used by many phones."""
        phone = hash(cookie) if cookie and self.limits.each is not None else None
        if phone != connection.phone:
            with self._lock:
                self._forget_phone(connection)
                connection.phone = phone
                if phone is not None:
                    self._of_phone.setdefault(phone, set()).add(connection)

    def rests_on(self, connection: Connection) -> bool:
        """Whether a connection stays open without a request: its phone's last one does, and then while that listens."""
        phone = connection.phone
        with self._lock:
            others = self._of_phone.get(phone, set()) - {connection}
            if connection.is_resting:
                return phone in self._listening or not all(other.is_waiting for other in others)
            connection.is_resting = True
            resting = [other for other in others if other.is_resting and other.is_waiting]
            for other in resting:
                self._forget(other)
        for other in resting:
            other.drop()
        return True

    def drop_waiting(self) -> None:
        """Drops every connection that waits for its client, since the server stops."""
        with self._lock:
            waiting = [each for mine in self._open.values() for each in mine if each.is_waiting]
        for each in waiting:
            each.drop()

    def release(self, connection: Connection) -> None:
        """Forgets a closed connection, unless it was dropped and so is already forgotten."""
        with self._lock:
            self._forget(connection)

    def becomes_stream(self, connection: Connection) -> Callable[[], None]:
        """Counts the connection as an open stream until the returned function is called."""
        address, phone = connection.address, connection.phone
        with self._lock:
            self._forget(connection)
            self._streams[address] += 1
            self._total += 1
            if phone is not None:
                self._listening[phone] += 1

        def end() -> None:
            with self._lock:
                self._total -= 1
                less(self._streams, address)
                if phone is not None:
                    less(self._listening, phone)

        return end

    def _drop_any(self) -> bool:
        """Drops a connection of the address that has the most, not counting streams."""
        busiest = sorted(self._open, key=lambda address: -len(self._open[address]))
        return any(self._drop(address) for address in busiest)

    def _drop(self, address: str) -> bool:
        oldest = next((each for each in self._open.get(address, ()) if each.is_waiting), None)
        if oldest is None:
            return False
        self._forget(oldest)
        oldest.drop()
        return True

    def _forget(self, connection: Connection) -> None:
        mine = self._open.get(connection.address, {})
        if connection in mine:
            del mine[connection]
            self._total -= 1
            self._forget_phone(connection)
            if not mine:
                del self._open[connection.address]

    def _forget_phone(self, connection: Connection) -> None:
        theirs = self._of_phone.get(connection.phone, set())
        theirs.discard(connection)
        if not theirs:
            self._of_phone.pop(connection.phone, None)


def less(counts: Counter[Any], key: object) -> None:
    """Counts one down, and forgets it at zero."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
