"""Printing on the terminal, without control characters, and how the companion was started there."""

import contextlib
import logging
import shutil
import sys
from pathlib import Path
from typing import TextIO


def printable(text: str) -> str:
    """The text with control characters, line ends and changes of text direction escaped."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def tell(text: str, stream: TextIO | None = None) -> None:
    """Prints one line, on stderr by default; a closed terminal is ignored."""
    with contextlib.suppress(OSError, ValueError):
        print(printable(text), file=stream or sys.stderr, flush=True)


def started_as() -> str:
    """The words that started this companion, to be typed again with other commands behind them."""
    script = Path(sys.argv[0])
    if script.name == "__main__.py":
        return f"{sys.orig_argv[0]} -m companion"
    if script.stem not in ("companion", "party-companion"):
        return "companion"
    if "archive-v0" in script.parts:  # the cache from which uvx runs
        return f"uvx --from … {script.stem}"
    return script.stem if shutil.which(script.stem) == sys.argv[0] else sys.argv[0]


class Lines(logging.Formatter):
    """Formats log messages of one or more lines, each made printable."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(printable, super().format(record).split("\n")))
