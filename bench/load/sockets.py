"""A WebSocket of a phone, as far as a measurement needs it: text frames, pings, and parts that belong together."""

from __future__ import annotations

import asyncio
import base64
import struct
from collections.abc import Callable
from typing import Any, Protocol

from .seats import Phone, now

HEAD = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Spoken(Protocol):
    """What is done with a text: the phone, the text, its bytes on the wire, when it was here; what to send back."""

    def __call__(self, phone: Phone, text: bytes, size: int, at: float) -> list[str]: ...


class Socket(asyncio.Protocol):
    """One phone's WebSocket; `dropped` is called if the server ends it."""

    def __init__(self, phone: Phone, path: str, port: int, spoken: Spoken, dropped: Callable[[Phone], None]) -> None:
        self._phone, self._spoken, self._dropped = phone, spoken, dropped
        key = base64.b64encode(struct.pack(">QQ", phone.table.number, phone.place)).decode()
        self._greeting = HEAD.format(path=path, port=port, key=key).encode()
        self._rest = self._part = b""
        self._is_open = False
        self._size = 0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._phone.line = self
        transport.write(self._greeting)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._phone.gone:
            self._dropped(self._phone)

    def say(self, text: str) -> None:
        """Sends a text."""
        self._send(TEXT, text.encode())

    def close(self) -> None:
        self._transport.close()

    abort = close

    def _send(self, kind: int, said: bytes) -> None:
        """A frame, masked with zeros, so that what is said goes as it is."""
        size = len(said)
        head = (
            struct.pack(">BB", 0x80 | kind, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        )
        self._transport.write(head + bytes(4) + said)

    def data_received(self, data: bytes) -> None:
        at = now()
        data = self._rest + data if self._rest else data
        if not self._is_open:
            head, whole, data = data.partition(b"\r\n\r\n")
            if not whole:
                self._rest = head
                return None
            if head[9:12] != b"101":
                return self.close()
            self._is_open = True
        while (frame := _frame(data)) is not None:
            start, end = frame
            self._size += end
            self._take(data[0], data[start:end], at)
            data = data[end:]
        self._rest = data
        return None

    def _take(self, head: int, said: bytes, at: float) -> None:
        kind = head & 15
        if kind == PING:
            self._send(PONG, said)
        elif kind == CLOSE:
            self.close()
        else:
            self._part += said
            if head & 0x80:
                text, size, self._part, self._size = self._part, self._size, b"", 0
                for answer in self._spoken(self._phone, text, size, at):
                    self.say(answer)


def _frame(data: bytes) -> tuple[int, int] | None:
    """Where the payload of the first frame starts and ends; None while it is not all there."""
    if len(data) < 2:
        return None
    size, start = data[1] & 127, 2
    if size > 125:
        start = 4 if size == 126 else 10
        size = int.from_bytes(data[2:start], "big")
        if len(data) < start:
            return None
    return (start, start + size) if len(data) >= start + size else None
