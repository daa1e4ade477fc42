"""Real servers of the `companion` command, each in a process of its own on loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

LOOPBACK = ("--host", "127.0.0.1", "--port", "0")


class Server:
    """A server that has started; `text` is what it has printed so far."""

    def __init__(self, command: list[str], environ: dict[str, str], more: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **more,
        )
        self.text = ""
        for line in self.process.stdout or ():
            self.text += line
            if "Stop with" in line:
                break

    def port(self, scheme: str = "http") -> int:
        found = re.search(rf"{scheme}://127\.0\.0\.1:(\d+)", self.text)
        assert found, self.text
        return int(found[1])

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ends the server, and returns its exit status."""
        self.process.send_signal(number)
        self.text += self.process.communicate(timeout=60)[0]
        return self.process.returncode


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers over one data folder, with these words and settings; `script` replaces the command."""
    started: list[Server] = []

    def start(*words: str, script: str = "", settings: dict[str, str] | None = None, **more: Any) -> Server:
        command = ["-c", script] if script else ["-m", "companion"]
        command += [*words, *LOOPBACK, "--data", str(tmp_path / "data")]
        environ = {f"COMPANION_{name}": value for name, value in (settings or {}).items()}
        started.append(Server(command, environ, more))
        return started[-1]

    yield start
    for server in started:
        if server.process.stdout and not server.process.stdout.closed:
            server.process.kill()
            server.process.communicate()
