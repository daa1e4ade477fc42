"""The screen of this computer: whether somebody sits in front of it, and opening a page there."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from threading import Thread

CONTAINERS = ("/.dockerenv", "/run/.containerenv")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # set where programs can open windows; Windows and macOS always can
SSH = ("SSH_CONNECTION", "SSH_TTY")


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
    Thread(target=webbrowser.open, args=[url], name="browser", daemon=True).start()
