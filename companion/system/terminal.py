"""Printing on the terminal, without control characters."""

import contextlib
import logging
import sys
from typing import TextIO


def printable(text: str) -> str:
    """The text with control characters, line ends and changes of text direction escaped."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def tell(text: str, stream: TextIO | None = None) -> None:
    """Prints one line, on stderr by default; a closed terminal is ignored."""
    with contextlib.suppress(OSError, ValueError):
        print(printable(text), file=stream or sys.stderr, flush=True)


class Lines(logging.Formatter):
    """Formats log messages of one or more lines, each made printable."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(printable, super().format(record).split("\n")))
