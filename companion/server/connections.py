"""The open connections: deadlines for requests, one idle connection for each phone, and limits."""

from __future__ import annotations

import errno
import io
import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from gevent import Timeout

from companion.web.rate_limits import network

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

FIRST = 5.0  # seconds to wait for the first byte of a connection's first request
# Seconds to wait for the next request: on every connection, and then on the one that a phone used last. 75 s is longer
# than proxies wait, so that none of them sends a request on a connection that is being closed.
SPARE_IDLE, IDLE = 2.0, 75.0
FILES = 65536  # file descriptors to request; some systems give only 256 by default
SPARE = 100  # descriptors kept free for the database, for files, and for connections that are being closed


def limits(settings: Mapping[str, Any]) -> tuple[float, int | None, int]:
    """Seconds for headers and body, and the most connections of one address (None: any number) and of all together.

    Behind a proxy all phones have one address, which has no limit.
    """
    files = file_limit()
    most = max(files - SPARE, files // 2)
    each = None if settings.get("PROXY_HOPS") else min(settings.get("CONNECTIONS_PER_ADDRESS", most), most // 2)
    return settings.get("REQUEST_SECONDS", 30), each, most


def file_limit() -> int:
    """Raises the limit of open files of this process if possible, and returns it."""
    try:
        import resource  # not on Windows
    except ImportError:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if wanted > soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


class Connection(io.RawIOBase):
    """What one client sends. Each request must arrive completely before its deadline."""

    def __init__(self, connections: Connections, sock: socket.socket, address: str) -> None:
        self.socket, self.address = sock, address
        self.phone: int | None = None  # made of the cookie of the phone that uses it
        self.is_waiting = True  # waiting for the client, so it can be dropped without losing a request
        self.is_late = self._has_served = False
        self._connections = connections
        self._deadline: float | None = None  # of the request that has begun

    def next_request(self) -> None:
        """Waits for the first byte of the next request, which sets the deadline for the rest of it."""
        self._deadline = None
        self._connections.waits_anew(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Waits for bytes; raises TimeoutError after the deadline."""
        self.is_waiting = True
        try:
            if self._deadline is not None:
                return self._receive(buffer, self._deadline - monotonic())
            count = self._receive_first(buffer)
            self._deadline, self._has_served = monotonic() + self._connections.seconds, True
            return count
        except TimeoutError:
            self.is_late = True
            raise
        finally:
            self.is_waiting = False

    def _receive_first(self, buffer: WriteableBuffer) -> int:
        if not self._has_served:
            return self._receive(buffer, FIRST)
        with suppress(TimeoutError):
            return self._receive(buffer, SPARE_IDLE)
        with self._connections.idle(self):
            return self._receive(buffer, IDLE - SPARE_IDLE)

    def _receive(self, buffer: WriteableBuffer, seconds: float) -> int:
        """Receives bytes. Unlike a socket timeout, this also ends a TLS record that comes slowly."""
        late = TimeoutError(errno.ETIMEDOUT, "The request took too long.")
        if seconds <= 0:
            raise late
        with Timeout(seconds, late):
            return self.socket.recv_into(buffer)

    def drop(self) -> None:
        """Shuts the connection down while its greenlet reads from it; that greenlet closes it."""
        with suppress(OSError):
            getattr(self.socket, "_sock", self.socket).shutdown(socket.SHUT_RDWR)  # inside the one of gevent or TLS


class Connections:
    """All open connections, limited so that one client cannot take those of the others.

    At the limit of an address or of the server, the connection that has waited longest for its client is dropped: an
    idle one, or one with an incomplete request. Streams and requests that are being answered are kept.

    Each phone keeps one connection for its next tap for a minute; its others are closed. A phone whose network has
    changed tries the connections that it had one after the other, so it should have one.
    """

    def __init__(self, seconds: float, each: int | None, most: int) -> None:
        self.seconds, self.each, self._most = seconds, each, most
        self._open: dict[Connection, None] = {}  # the one that has waited longest is first
        self._of: Counter[str] = Counter()  # by address
        self._idle: dict[int | None, Connection] = {}  # by phone

    def accept(self, sock: socket.socket, host: str) -> Connection | None:
        """A new connection; None at the limit, if no other connection can be dropped."""
        address = network(host)
        if self.each is not None and self._of[address] >= self.each and not self._drop_one_of(address):
            return None
        if len(self._open) >= self._most and not any(self._drop_one_of(each) for each, _ in self._of.most_common()):
            return None
        made = Connection(self, sock, address)
        self._open[made] = None
        self._of[address] += 1
        return made

    def waits_anew(self, connection: Connection) -> None:
        """Makes a connection whose request was answered the last one to be dropped."""
        if connection in self._open:
            self._open[connection] = self._open.pop(connection)

    @contextmanager
    def idle(self, connection: Connection) -> Iterator[None]:
        """Meanwhile this is the idle connection of its phone; one that was so before is dropped."""
        phone = connection.phone
        if phone is not None:
            if phone in self._idle:
                self._idle[phone].drop()
            self._idle[phone] = connection
        try:
            yield
        finally:
            if self._idle.get(phone) is connection:
                del self._idle[phone]

    def drop_waiting(self) -> None:
        """Drops every connection that waits for its client, since the server stops."""
        for connection in [each for each in self._open if each.is_waiting]:
            connection.drop()

    def release(self, connection: Connection) -> None:
        """Forgets a closed connection, unless it was dropped and so is already forgotten."""
        if connection in self._open:
            del self._open[connection]
            self._of[connection.address] -= 1
            if not self._of[connection.address]:
                del self._of[connection.address]

    def _drop_one_of(self, address: str) -> bool:
        """Drops the connection of this address that has waited longest, if one waits."""
        found = next((each for each in self._open if each.is_waiting and each.address == address), None)
        if found is not None:
            self.release(found)
            found.drop()
        return found is not None
