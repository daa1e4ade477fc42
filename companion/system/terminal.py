"""Printing on the terminal, without control characters; how the companion was started there, and who sits in front."""

import contextlib
import logging
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import TextIO

CONTAINERS = ("/.dockerenv", "/run/.containerenv")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # set where programs can open windows; Windows and macOS always can
SSH = ("SSH_CONNECTION", "SSH_TTY")


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


def is_container() -> bool:
    """Whether this is inside a container, which has addresses of its own."""
    return any(Path(each).exists() for each in CONTAINERS)


def is_attended(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this was started in a terminal of a desktop: not over ssh, in a container, or as a service."""
    has_screen = sys.platform in ("win32", "darwin") or any(environ.get(each) for each in SCREENS)
    is_remote = any(environ.get(each) for each in SSH) or is_container()
    return has_screen and not is_remote and sys.stdout.isatty()


def open_page(url: str) -> None:
    """Opens a page in the browser of whoever sits here, without waiting for it."""
    import webbrowser  # here, so that `replay` starts quickly

    Thread(target=webbrowser.open, args=[url], name="browser", daemon=True).start()
