"""The open stream of a phone: server-sent events over HTTP/1.1, in chunks or not, packed or not."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from .seats import Phone, now

# The phone, the event without the empty line that ends it, its bytes on the wire, and when it was here.
Heard = Callable[[Phone, bytes, int, float], None]
GZIP_HEAD = 10  # bytes: neither a name nor anything else
WHOLE = b"\x00\x00\xff\xff"  # ends a block that was flushed


@lru_cache(256)
def unpacked(blocks: bytes) -> bytes:
    """Blocks that hang on nothing before them (companion/web/packing.py); all phones of a table are sent the same ones,
    and unpacking them once leaves the machine to the server."""
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(blocks)


class Stream(asyncio.Protocol):
    """Reads the events of one phone; `dropped` is called if the server ends it."""

    def __init__(self, phone: Phone, request: bytes, heard: Heard, dropped: Callable[[Phone], None]) -> None:
        self._phone, self._request, self._heard, self._dropped = phone, request, heard, dropped
        self._rest = self._blocks = self._event = b""
        self._is_open = self._is_chunked = self._is_packed = self._is_begun = False
        self._wire = 0

    def connection_made(self, transport: Any) -> None:
        self._phone.line = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._phone.gone:
            self._dropped(self._phone)

    def data_received(self, data: bytes) -> None:
        at = now()
        self._wire += len(data)
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._is_open:
            data = self._opened(data)
        for part in self._chunks(data) if self._is_chunked else (data,):
            if self._is_packed:
                part = self._unpacked(part)
            if part:
                self._read(part, at)

    def _opened(self, data: bytes) -> bytes:
        """What follows the head; nothing while that is not whole, or where the phone is turned away."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            self._rest = data
            return b""
        if head[9:12] != b"200":
            self._phone.line.abort()
            return b""
        head = head.lower()
        self._is_open, self._wire = True, len(rest)
        self._is_chunked = b"\ntransfer-encoding: chunked" in head
        self._is_packed = b"\ncontent-encoding: gzip" in head
        return rest

    def _chunks(self, data: bytes) -> Iterator[bytes]:
        """The chunks that are whole; what is left over is kept."""
        start = 0
        while (line := data.find(b"\r\n", start)) >= 0:
            end = line + 2 + int(data[start:line], 16)
            if len(data) < end + 2:
                break
            yield data[line + 2 : end]
            start = end + 2
        self._rest = data[start:]

    def _unpacked(self, data: bytes) -> bytes:
        """What whole blocks say; what is not whole is kept."""
        if self._blocks:
            data, self._blocks = self._blocks + data, b""
        if not self._is_begun and len(data) >= GZIP_HEAD:
            self._is_begun, data = True, data[GZIP_HEAD:]
        if self._is_begun and data.endswith(WHOLE):
            return unpacked(data)
        self._blocks = data
        return b""

    def _read(self, data: bytes, at: float) -> None:
        if self._event:
            data = self._event + data
        *events, self._event = data.split(b"\n\n")
        if events:
            size, self._wire = self._wire // len(events), 0
            for event in events:
                self._heard(self._phone, event, size, at)
