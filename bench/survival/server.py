"""A real `companion` in its own process, which can be killed and started again with the same port and data."""

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..load import UNLIMITED
from .wire import ask

CHECKOUT = Path(__file__).resolve().parents[2]
NAME = "night.test"  # browsers are given its address; like a LAN address, it is no secure context
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


class Server:
    """The server of one data folder; `port` stays the same after each restart."""

    def __init__(
        self,
        data: Path,
        pace: float = 1.0,
        around: Sequence[str] = (),
        settings: Mapping[str, str] = UNLIMITED,
        checkout: Path = CHECKOUT,
    ) -> None:
        """`around` is a command that runs the server's command; `pace` is how many times as fast its heartbeat is."""
        self.data, self.port, self._checkout = data, free_port(), checkout
        self._pace, self._around, self._settings = pace, around, settings
        self._server: subprocess.Popen[bytes] | None = None

    async def start(self) -> float:
        """Starts the server and waits until it answers; returns the seconds that took."""
        began = time.monotonic()
        environ = {**os.environ, **self._settings}
        self._server = subprocess.Popen(self._command(), cwd=self._checkout, env=environ, stdout=subprocess.DEVNULL)
        while not await self._answers():
            if self._server.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"The server did not start (exit {self._server.poll()}).")
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def end(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Ends the server by its process id, by a stop or a kill; returns the seconds that took."""
        server, self._server = self._server, None
        if server is None:
            return 0.0
        began = time.monotonic()
        server.send_signal(number)
        while server.poll() is None:
            if time.monotonic() - began > PATIENCE:
                server.kill()
            await asyncio.sleep(0.005)
        return time.monotonic() - began

    @property
    def pid(self) -> int:
        assert self._server is not None
        return self._server.pid

    def _command(self) -> list[str]:
        quick = ["-c", QUICKER, str(HEARTBEAT / self._pace)]
        serving = quick if self._pace != 1.0 else ["-m", "companion"]
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        words += ["--public-url", f"http://{NAME}:{self.port}"]
        return [*self._around, sys.executable, *serving, *words]

    async def _answers(self) -> bool:
        try:
            return (await asyncio.wait_for(ask(self.port, "GET", "/"), 5.0)).status == 200
        except (OSError, EOFError, TimeoutError):
            return False


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def commanded(*words: str, given: bytes | None = None) -> bytes:
    """The output of a `companion` command; raises CalledProcessError if it refuses."""
    done: Any = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=CHECKOUT,
        input=given,
        capture_output=True,
        check=True,
    )
    return bytes(done.stdout)


def run_command(
    doc: str, measure: Callable[[Path, argparse.Namespace], Awaitable[dict[str, Any]]], **given: Any
) -> int:
    """Runs a measurement from the command line with these default options and an empty folder; prints JSON."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in given.items():
        options.add_argument(f"--{name}", type=type(default), default=default)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        result = asyncio.run(measure(Path(data), options.parse_args()))  # type: ignore[arg-type]
    print(json.dumps(result))
    return bool(result["faults"])
