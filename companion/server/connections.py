"""What both servers share: deadlines for requests, limits on open connections, and the log line of a request."""

from __future__ import annotations

import contextlib
import io
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.system.terminal import tell
from companion.web.rate_limits import network

FIRST, IDLE = 5.0, 2.0  # seconds for the first byte of a connection's first request, and of each further one
FILES = 65536  # descriptors asked for; some systems give 256 unless asked
SPARE = 100  # descriptors kept free for the database, for files, and for connections that are just being closed
# Tokens that let a phone or screen in: the night's, a ticket to move a phone, a big screen's, and who opened a file.
SECRET = re.compile(r"^/(j|m|w|opened)/[^/]+")

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Receive = Callable[[socket.socket, WriteableBuffer, float], int]


class Limits(NamedTuple):
    """The seconds for headers and body, connections for each address (None: any number), and for all together."""

    seconds: float
    each: int | None
    most: int


def limits(settings: Mapping[str, Any]) -> Limits:
    """What the settings and this system allow. Behind a proxy all phones have one address, so it is not counted."""
    most = file_limit()
    most = max(most - SPARE, most // 2)
    each = None if settings.get("PROXY_HOPS") else min(settings.get("CONNECTIONS_PER_ADDRESS", most), most // 2)
    return Limits(settings.get("REQUEST_SECONDS", 30), each, most)


def file_limit() -> int:
    """How many files this process can have open, after asking the system for more."""
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


class Connection(io.RawIOBase):
    """The bytes of one client. Each request must arrive whole before its deadline, however slowly it trickles in."""

    def __init__(self, connections: Connections, sock: socket.socket, address: str) -> None:
        self.socket, self.address = sock, address
        self.is_waiting = True  # for the client: it can be dropped without losing a request
        self.is_late = False
        self._connections, self._deadline, self._has_begun = connections, monotonic() + FIRST, False
        self._has_served = False

    def next_request(self) -> None:
        """Waits for the next request, whose first byte starts the deadline for the rest."""
        self._deadline = monotonic() + (IDLE if self._has_served else FIRST)
        self._has_begun, self._has_served = False, True
        self._connections.waits_anew(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Waits for bytes until the deadline; raises TimeoutError then, and ever after."""
        left = self._deadline - monotonic()
        self.is_waiting = True
        try:
            if left <= 0:
                raise TimeoutError
            count = self._connections.receive(self.socket, buffer, left)
        except TimeoutError:
            self.is_late, self._deadline = True, 0.0
            raise
        finally:
            self.is_waiting = False
        if not self._has_begun:
            self._has_begun, self._deadline = True, monotonic() + self._connections.limits.seconds
        return count

    def drop(self) -> None:
        """Ends the connection while another thread reads it; the reader closes it."""
        with contextlib.suppress(OSError):
            getattr(self.socket, "_sock", self.socket).shutdown(socket.SHUT_RDWR)  # under gevent's and TLS's own


class Connections:
    """All open connections, so that no client can take the places of the others.

    When an address has too many, or all places are taken, the connection that has waited longest for its client is
    dropped: an idle one, or one with an incomplete request. Streams and requests that are being answered stay.
    """

    def __init__(self, limits: Limits, receive: Receive) -> None:
        self.limits, self.receive = limits, receive
        self._lock = Lock()
        self._open: dict[str, dict[Connection, None]] = {}  # by address; the one that has waited longest comes first
        self._streams: Counter[str] = Counter()
        self._total = 0

    def accept(self, sock: socket.socket, host: str) -> Connection | None:
        """A new connection; None if there is no room even after dropping another one."""
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
        """Makes an answered connection the last one to be dropped."""
        with self._lock:
            mine = self._open.get(connection.address, {})
            if connection in mine:
                del mine[connection]
                mine[connection] = None

    def release(self, connection: Connection) -> None:
        """Forgets a closed connection; one that was dropped is forgotten already."""
        with self._lock:
            self._forget(connection)

    def becomes_stream(self, connection: Connection) -> Callable[[], None]:
        """Counts it as an open stream until the returned function is called."""
        address = connection.address
        with self._lock:
            self._forget(connection)
            self._streams[address] += 1
            self._total += 1

        def end() -> None:
            with self._lock:
                self._total -= 1
                self._streams[address] -= 1
                self._streams += Counter()  # forgets addresses without a stream

        return end

    def _drop_any(self) -> bool:
        """Drops one of the address that has most connections, streams aside."""
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
            if not mine:
                del self._open[connection.address]


def print_request(method: str | None, target: str | None, status: object) -> None:
    """Prints one request for --verbose, without what lets a phone in; an unreadable request has no method or target."""
    path = SECRET.sub(r"/\1/…", (target or "-").partition("?")[0])
    tell(f"{method or '-'} {path} {status}", sys.stdout)
