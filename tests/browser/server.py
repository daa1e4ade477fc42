"""The real `companion` on a free port, a bad network in front of it, and Chromium."""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
import tempfile
import threading
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from socket import SHUT_RDWR, create_connection, create_server, socket
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = Path(os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium")
NAME = "night.test"  # resolved by Chromium itself; no secure context, like an address of a LAN
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
PATIENCE = 60.0  # seconds that a server may take to start or end on a very busy machine


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def wait_for(url: str) -> None:
    until = monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(url, timeout=PATIENCE).close()
            return
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.05)


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGS), timeout=PATIENCE * 1000)
        yield chromium
        chromium.close()


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Runs a server over an empty data folder, and gives its address."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            yield server.home
        finally:
            server.stop()


class Server:
    """The server in a process of its own; it may be stopped and started again on its port and data."""

    def __init__(self, data: Path, https: bool = False, root: Path = ROOT) -> None:
        self.data, self.port, self.root = data, free_port(), root
        self.home = f"http://{NAME}:{self.port}"
        self._own_port = free_port() if https else None
        self._server: subprocess.Popen[bytes] | None = None
        if https:
            self.home = f"https://{NAME}:{self._own_port}"

    def start(self) -> None:
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--public-url", self.home]
        words += ["--https", str(self._own_port)] if self._own_port else []
        self._server = self._run(*words, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{self.port}/")
        except OSError:
            self.stop()
            raise

    def stop(self) -> None:
        """Ends the server, which must close its streams and exit with status 0."""
        server, self._server = self._server, None
        if server is None:
            return
        server.terminate()
        try:
            status = server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
            raise
        assert status == 0, f"The server ended with {status}."

    def trust(self) -> str:
        """The option with which Chromium trusts the certificate of this server."""
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        certificate = x509.load_pem_x509_certificate((self.data / "https" / "server.pem").read_bytes())
        key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return f"--ignore-certificate-errors-spki-list={b64encode(sha256(key).digest()).decode()}"

    def _run(self, *words: str, **more: Any) -> subprocess.Popen[bytes]:
        unlimited = {"COMPANION_NIGHTS_PER_HOUR": "0", "COMPANION_TAPS_PER_SECOND": "0"}
        environ = {**os.environ, **unlimited}
        command = [sys.executable, "-m", "companion", *words, "--data", str(self.data)]
        return subprocess.Popen(command, cwd=self.root, env=environ, **more)


class Network:
    """A network between the phones and one or several servers, which take turns; it can be bad.

    `pass`: everything gets through. `hole`: connections stay open and nothing gets through.
    `deaf`: requests arrive, but the first byte of an answer breaks the connection. `cut`: every connection breaks, and
    so does every new one.
    """

    def __init__(self, *ports: int) -> None:
        self._listener, self._ports = create_server(("127.0.0.1", 0)), itertools.cycle(ports)
        self.home = f"http://{NAME}:{self._listener.getsockname()[1]}"
        self.connections = dict.fromkeys(ports, 0)
        self._open: list[socket] = []
        self._heals, self.mode = threading.Condition(), "pass"
        threading.Thread(target=self._answer, daemon=True).start()

    def turn(self, mode: str) -> None:
        with self._heals:
            self.mode = mode
            self._heals.notify_all()
        if mode == "cut":
            self._break()

    def close(self) -> None:
        self.turn("pass")
        self._break(self._listener)

    def _break(self, *more: socket) -> None:
        for end in (*more, *self._open):
            with contextlib.suppress(OSError):
                end.shutdown(SHUT_RDWR)
            end.close()
        self._open = []

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                if self.mode == "cut":
                    phone.close()
                    continue
                port = next(self._ports)
                server = create_connection(("127.0.0.1", port))
                self.connections[port] += 1
                self._open += phone, server
                threading.Thread(target=self._carry, args=(phone, server, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(server, phone, True), daemon=True).start()

    def _carry(self, source: socket, goal: socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while words := source.recv(65536):
                with self._heals:
                    self._heals.wait_for(lambda: self.mode != "hole")
                if answers and self.mode == "deaf":
                    break
                goal.sendall(words)
        for end in (source, goal):
            with contextlib.suppress(OSError):
                end.shutdown(SHUT_RDWR)
