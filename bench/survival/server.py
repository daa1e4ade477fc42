"""Servers in their own processes: a real `companion`, which can be killed and started again, or one to compare with."""

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from .wire import ask

CHECKOUT = Path(__file__).resolve().parents[2]
NAME = "night.test"  # browsers are given its address; like a LAN address, it is no secure context
# The phones here tap faster than people, and there are more than at a party.
UNLIMITED = {
    "COMPANION_TAPS_PER_SECOND": "0",
    "COMPANION_NIGHTS_PER_HOUR": "0",
    "COMPANION_CONNECTIONS_PER_ADDRESS": "100000",
}
HEARTBEAT = 5.0
PATIENCE = 60.0
# The server's heartbeat runs at the pace of the phones' clocks. gevent is imported first, as in the command.
QUICKER = """
import sys
from gevent import monkey
monkey.patch_all()
from companion.web import live
live.BEAT = float(sys.argv.pop(1))
from companion.server.cli import main
sys.exit(main())
"""


class Process:
    """A server that takes its port as its last word, measured from outside; it always ends by its process id."""

    def __init__(self, *command: str, checkout: Path = CHECKOUT, settings: Mapping[str, str] = UNLIMITED) -> None:
        self.port = free_port()  # the same after each restart
        self._command, self._checkout, self._settings = command, checkout, settings
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> "Process":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    async def start(self) -> float:
        """Starts the server and waits until it answers; returns the seconds that took."""
        began, environ, words = time.monotonic(), {**os.environ, **self._settings}, [*self._command, str(self.port)]
        self._process = subprocess.Popen(words, cwd=self._checkout, env=environ, stdout=subprocess.DEVNULL)
        while not await self._answers():
            if self._process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"The server did not start (exit {self._process.poll()}).")
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def _answers(self) -> bool:
        try:
            return bool(await asyncio.wait_for(ask(self.port, "GET", "/"), 5.0))
        except (OSError, EOFError, TimeoutError):
            return False

    async def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends the server by a stop or a kill."""
        process, self._process = self._process, None
        if process is None:
            return
        began = time.monotonic()
        process.send_signal(number)
        while process.poll() is None:
            if time.monotonic() - began > PATIENCE:
                process.kill()
            await asyncio.sleep(0.005)

    def cpu(self) -> float:
        """Processor time of all its threads, in seconds."""
        user, system = (self._measured / "stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Memory in KiB; shared pages are divided among the processes that share them."""
        found = re.search(r"^Pss: +(\d+)", (self._measured / "smaps_rollup").read_text(), re.M)
        assert found is not None
        return float(found[1])

    @property
    def _measured(self) -> Path:
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}")


class Server(Process):
    """The companion of one data folder; `pace` is how many times as fast its heartbeat is."""

    def __init__(
        self, data: Path, pace: float = 1.0, settings: Mapping[str, str] = UNLIMITED, checkout: Path = CHECKOUT
    ) -> None:
        serving = ["-c", QUICKER, str(HEARTBEAT / pace)] if pace != 1.0 else ["-m", "companion"]
        words = ["serve", "--host", "127.0.0.1", "--data", str(data), "--public-url", f"http://{NAME}", "--port"]
        super().__init__(sys.executable, *serving, *words, checkout=checkout, settings=settings)
        self.data = data


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def run_command(
    doc: str, measure: Callable[[Path, argparse.Namespace], Awaitable[dict[str, Any]]], **given: Any
) -> int:
    """Runs a measurement from the command line with these default options and an empty folder; prints JSON."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in given.items():
        options.add_argument(f"--{name}", type=type(default), default=default)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        result = asyncio.run(measure(Path(data), chosen))  # type: ignore[arg-type]
    print(json.dumps(result))
    return bool(result["faults"])
