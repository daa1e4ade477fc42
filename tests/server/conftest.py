"""Real servers of the `companion` command, each in a process of its own on loopback."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import Server

LOOPBACK = ("--host", "127.0.0.1", "--port", "0")
WITHOUT_GEVENT = """
import sys
for missing in ("gevent", "psutil", "lightningcss"):
    sys.modules[missing] = None
"""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers over one data folder, with these words and settings; `script` replaces the command."""
    started: list[Server] = []

    def start(*words: str, script: str = "", settings: dict[str, str] | None = None, **more: Any) -> Server:
        started.append(Server(tmp_path / "data", *words, script=script, settings=settings))
        return started[-1].start(**more)

    yield start
    for server in started:
        server.stop(signal.SIGKILL)
