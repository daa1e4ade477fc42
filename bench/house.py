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
from time import perf_counter, process_time
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
CHECKOUT = Path(__file__).resolve().parent.parent
PATIENCE = 20.0
UNLIMITED = {"COMPANION_TAPS_PER_SECOND": "0", "COMPANION_NIGHTS_PER_HOUR": "0"}  # phones here are faster than thumbs


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
            return (int(fields[11]) + int(fields[12])) / TICKS
        return None

    def memory(self) -> float | None:
        """MiB of memory in use; None where /proc is not."""
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
            return round(next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024, 1)
        return None


class Watch:
    """What the machine did since the watch was started, to tell our own work from that of others."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._start = self._reading()

    def _reading(self) -> tuple[float, float, float, float]:
        return perf_counter(), self._house.cpu() or 0.0, process_time(), _busy()

    def told(self, taps: int) -> dict[str, float]:
        """Taps a second, the server's work for each, and the share of the machine each party used."""
        seconds, server, own, busy = (now - then for now, then in zip(self._reading(), self._start, strict=True))
        cores = os.cpu_count() or 1
        return {
            "per_s": round(taps / seconds, 1),
            "server_cpu_ms_per_tap": round(server * 1000 / taps, 2),
            "generator_cpu": round(own / seconds, 2),
            "others_cpu": round(max(0.0, busy - server - own) / seconds / cores, 2),
        }


def _busy() -> float:
    """Processor seconds the whole machine has worked; 0 where /proc is not."""
    with suppress(OSError):
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
        return (sum(fields[:3]) + sum(fields[5:8])) / TICKS
    return 0.0


@contextmanager
def house(*options: str) -> Iterator[House]:
    """Starts the server on a free port and ends it by its process id, whatever happened in between."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        command = [sys.executable, "-m", "companion.cli", "--host", "127.0.0.1", "--port", "0", "--data", data]
        environ = {**os.environ, "PYTHONUNBUFFERED": "1", **UNLIMITED}
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
