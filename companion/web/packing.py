"""Packing: what streams say, as it goes over the wire; made once for all phones that are told the same."""

from __future__ import annotations

import zlib
from functools import lru_cache
from threading import Lock

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # a gzip file begins so, without a name or a time (RFC 1952)
LATELY = 256  # updates that are kept: of one tap all phones of the table are sent the same, of the next one none
BEATS = 4096  # of small words, which are the same for a table until something happens
WINDOW, MEMORY = 12, 5  # an update is about 4 KB; larger tables only push other things out of the processor's cache


class Plain:
    """Words as they are, for a phone that cannot unpack."""

    head = b""

    def __init__(self) -> None:
        self.said = lru_cache(BEATS)(self._said)
        self._shared = lru_cache(LATELY)(lambda version, html: self._said(f"id: {version}\n{_data(html)}"))
        self._own = lru_cache(LATELY)(lambda html: self._said(f"{_data(html)}\n"))

    def update(self, version: str, shared: str, own: str) -> bytes:
        """The fragments that changed: those that others are sent, too, and those of one seat."""
        return self._shared(version, shared) + self._own(own)

    def _said(self, words: str) -> bytes:
        return words.encode()


class Packed(Plain):
    """Words deflated in blocks that may follow each other in any stream, since each begins with an empty window.

    A stream of a phone's own would pack better, for 40 KiB of memory and one more packing for each.
    """

    head = HEAD

    def __init__(self) -> None:
        super().__init__()
        self._deflate = zlib.compressobj(6, zlib.DEFLATED, -WINDOW, MEMORY)
        self._lock = Lock()

    def _said(self, words: str) -> bytes:
        with self._lock:
            return self._deflate.compress(words.encode()) + self._deflate.flush(zlib.Z_FULL_FLUSH)


def _data(html: str) -> str:
    """Every line of the HTML gets its own `data:`, so that no text can forge a field."""
    return "".join(f"data: {line}\n" for line in html.splitlines())
