"""What is printed for whoever runs the companion: never anything that steers their terminal."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import TextIO


def printable(text: str) -> str:
    """The text with everything spelled out that would steer a terminal, end the line or turn it round."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def ascii_only(text: str) -> str:
    """The same for bytes of unknown encoding, such as a request line: what is not ASCII is spelled out, too."""
    return "".join(each if " " <= each <= "~" else each.encode("unicode_escape").decode() for each in text)


def tell(text: str, stream: TextIO | None = None) -> None:
    """Prints one line, on stderr unless told otherwise; whoever closed the terminal misses it, and nothing stops."""
    with contextlib.suppress(OSError, ValueError):
        print(printable(text), file=stream or sys.stderr, flush=True)


class Lines(logging.Formatter):
    """Log messages of several lines, each of them printable."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(printable, super().format(record).split("\n")))
