"""A real `companion` server for a measurement: its own process, its own empty data folder, loopback only."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
PATIENCE = 20.0


class House(NamedTuple):
    """The server that is running: where it listens, and its process id."""

    port: int
    pid: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float | None:
        """Seconds of processor time used so far; None where /proc is not."""
        with suppress(OSError):
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def memory(self) -> float | None:
        """MiB of memory in use; None where /proc is not."""
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
            return round(next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024, 1)
        return None


@contextmanager
def house(*options: str) -> Iterator[House]:
    """Starts the server on a free port and ends it by its process id, whatever happened in between."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        command = [sys.executable, "-m", "companion.cli", "--host", "127.0.0.1", "--port", "0", "--data", data]
        environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(
            [*command, *options], cwd=CHECKOUT, env=environ, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        try:
            yield House(_port(server), server.pid)
        finally:
            _end(server)


def _port(server: subprocess.Popen[str]) -> int:
    """The port in the server's welcome; what it says after that is read and dropped."""
    assert server.stdout is not None
    watchdog = threading.Timer(PATIENCE, server.kill)
    watchdog.start()
    said = []
    for line in server.stdout:
        said.append(line)
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            watchdog.cancel()
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return int(found[1])
    raise SystemExit("The server did not start:\n" + "".join(said))


def _end(server: subprocess.Popen[str]) -> None:
    if server.poll() is None:
        server.send_signal(signal.SIGINT)
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
