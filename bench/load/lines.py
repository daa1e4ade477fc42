"""All lines to one server: the streams or WebSockets of the phones, and the connections that carry taps."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

from .following import Following
from .posts import Posts
from .seats import Phone, Table, Tally, Tap, now
from .sockets import Socket
from .streams import Stream
from .ways import Server

AT_ONCE = 64  # connections being opened
CONNECTING = 10.0  # seconds a phone may take to hear its first event
TINY = 4096  # bytes of a slow phone's receive buffer, which the kernel doubles


class Lines:
    """Opens, reads and closes; what is read goes to `following`, and sizes to the tally of the phase."""

    def __init__(self, server: Server, tables: list[Table], posts: int) -> None:
        self._way, self._tables = server.way, tables
        self.following = Following(self._send)
        self.tally = Tally()
        self.dropped = 0
        self._posts = {port: Posts(port, posts, self._answered) for port in server.ports}
        self._slow: list[socket.socket] = []

    # ---- connecting
    async def connect(self) -> dict[str, Any]:
        """Returns when every phone has heard its first event, or was too late for it."""
        gate, began = asyncio.Semaphore(AT_ONCE), now()
        phones = [phone for table in self._tables for phone in table.phones]

        async def one(phone: Phone) -> None:
            async with gate:
                await self._listen(phone)

        await asyncio.gather(*(one(phone) for phone in phones), *map(self._fall_asleep, self._sleepers()))
        held = sum(not phone.gone for phone in phones)
        return {"wanted": len(phones), "held": held, "connected_s": round(now() - began, 2)}

    async def _listen(self, phone: Phone) -> None:
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        phone.ready = ready
        try:
            await loop.create_connection(lambda: self._line(phone), "127.0.0.1", phone.port)
            await asyncio.wait_for(ready, CONNECTING)
        except (OSError, TimeoutError):
            phone.gone = True
            if phone.line is not None:
                phone.line.abort()

    def _line(self, phone: Phone) -> asyncio.Protocol:
        way = self._way
        if way.is_http:
            return Stream(phone, way.listening(phone), self._heard, self._drop)
        return Socket(phone, way.path, phone.port, self._spoken, self._drop)

    def _sleepers(self) -> Iterator[Phone]:
        return (phone for table in self._tables for phone in table.slow)

    async def _fall_asleep(self, phone: Phone) -> None:
        """A stream that is asked for over a small buffer and never read."""
        assert self._way.is_http
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TINY)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, ("127.0.0.1", phone.port))
        await loop.sock_sendall(line, self._way.listening(phone))
        self._slow.append(line)

    def unread(self) -> list[int]:
        """The ports of the phones that never read."""
        return [line.getsockname()[1] for line in self._slow]

    def hang_up(self) -> None:
        """Closes every line; none of them counts as dropped."""
        for table in self._tables:
            for phone in table.phones:
                phone.gone = True
                if phone.line is not None:
                    phone.line.abort()
        for slow in self._slow:
            slow.close()
        for posts in self._posts.values():
            posts.close()

    # ---- hearing
    def _drop(self, phone: Phone) -> None:
        phone.gone = True
        if phone.ready is None:
            self.dropped += 1
        elif not phone.ready.done():
            phone.ready.set_exception(ConnectionError("turned away"))

    def _heard(self, phone: Phone, event: bytes, size: int, at: float) -> None:
        way = self._way
        assert way.is_http
        self._saw(phone, way.heard(phone, event), size, at)

    def _spoken(self, phone: Phone, text: bytes, size: int, at: float) -> list[str]:
        way = self._way
        assert not way.is_http
        said, version = way.spoken(phone, text)
        self._saw(phone, version, size, at)
        return said

    def _saw(self, phone: Phone, version: int | None, size: int, at: float) -> None:
        if version is None:
            return
        if phone.ready is not None:
            if not phone.ready.done():
                phone.ready.set_result(None)
            phone.ready = None
        tap = phone.table.tap
        if self.following.saw(phone, version, at):
            self.tally.sizes[tap.kind if tap else ""][size] += 1

    # ---- tapping
    def _send(self, tap: Tap) -> None:
        way = self._way
        if way.is_http:
            way.tap(tap)
            self._posts[tap.phone.port].send(tap)
            return
        number = max(phone.seen for phone in tap.table.phones) + 1
        tap.phone = tap.table.phones[number % len(tap.table.phones)]
        said = way.tap(tap, number)
        self.following.made(tap, number)
        tap.phone.line.say(said)

    def _answered(self, tap: Tap, status: int, head: bytes, body: bytes) -> None:
        way = self._way
        assert way.is_http
        version = way.answered(tap, status, head, body) if status else None
        if version is None:
            tap.tally.why = tap.tally.why or f"{status} {body[:300]!r}"
            self.following.failed(tap)
        else:
            self.following.made(tap, version)
