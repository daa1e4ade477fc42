"""Taps over HTTP: kept connections that carry one at a time, shared by all phones of one server."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from typing import Any

from .seats import Tap, now

LENGTH = re.compile(rb"\ncontent-length: *(\d+)", re.I)
# The tap, the status, the head and the body of its answer; status 0 where the link broke.
Answered = Callable[[Tap, int, bytes, bytes], None]


class Posts:
    """At most `most` connections to one port; a tap waits where all are busy."""

    def __init__(self, port: int, most: int, answered: Answered) -> None:
        self.port, self.answered = port, answered
        self.idle: list[Post] = []
        self._most, self._open = most, 0
        self._waiting: deque[Tap] = deque()
        self._opening: set[asyncio.Task[None]] = set()

    def send(self, tap: Tap) -> None:
        """Sends the tap's request over a connection that is free, or a new one."""
        if self.idle:
            self.idle.pop().send(tap)
        elif self._open < self._most:
            self._open += 1
            task = asyncio.ensure_future(self._connect(tap))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        else:
            self._waiting.append(tap)

    async def _connect(self, tap: Tap) -> None:
        loop = asyncio.get_running_loop()
        try:
            _, post = await loop.create_connection(lambda: Post(self), "127.0.0.1", self.port)
        except OSError:
            self._open -= 1
            self.answered(tap, 0, b"", b"")
        else:
            post.send(tap)

    def free(self, post: Post) -> None:
        """A connection has nothing to do: the next tap that waits, if there is one."""
        if self._waiting:
            post.send(self._waiting.popleft())
        else:
            self.idle.append(post)

    def gone(self, post: Post, tap: Tap | None, is_answering: bool) -> None:
        """A connection is closed; a tap that was not heard is sent again, as a phone does: its key counts once."""
        self._open -= 1
        if post in self.idle:
            self.idle.remove(post)
        if tap is not None and is_answering:
            self.answered(tap, 0, b"", b"")
        elif tap is not None:
            self.send(tap)

    def close(self) -> None:
        """Closes what is idle; what is not has nothing more to say."""
        for post in self.idle[:]:
            post.close()


class Post(asyncio.Protocol):
    """One kept connection."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts
        self._tap: Tap | None = None
        self._rest = b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        tap, self._tap = self._tap, None
        self._posts.gone(self, tap, bool(self._rest))

    def send(self, tap: Tap) -> None:
        """The request leaves; nothing else may until it is answered."""
        self._tap, self._rest = tap, b""
        self._transport.write(tap.request)

    def close(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._tap is None:
            return
        if self._rest:
            data = self._rest + data
        end = data.find(b"\r\n\r\n") + 4
        found = LENGTH.search(data, 0, end) if end > 3 else None
        if found is None or len(data) < end + int(found[1]):  # a tap is always answered with a length
            self._rest = data
            return
        tap, self._tap, self._rest = self._tap, None, b""
        tap.tally.answers.append(now() - tap.sent)
        tap.tally.answer_sizes[len(data)] += 1
        self._posts.answered(tap, int(data[9:12]), data[:end], data[end:])
        if b"\nconnection: close" in data[:end].lower():
            self._transport.close()
        else:
            self._posts.free(self)
