"""The real `companion` on a free port, a bad network in front of it, and Chromium."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
import threading
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from signal import SIGTERM, Signals
from socket import SHUT_RDWR, create_connection, create_server, socket
from typing import Any

from playwright.sync_api import Browser, BrowserType, sync_playwright

from tests import servers
from tests.servers import PATIENCE, ROOT, UNLIMITED

WHOLE = Path(os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium")
# Chromium without a window around every page: the same engine for a third of the processor's time.
SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() and "COMPANION_CHROMIUM" not in os.environ else WHOLE
NAME = "night.test"  # resolved by Chromium itself; no secure context, like an address of a LAN
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launched(playwright.chromium)
        yield chromium
        chromium.close()


def launched(kind: BrowserType, *more: str) -> Browser:
    return kind.launch(executable_path=CHROMIUM, args=[*ARGS, *more], timeout=PATIENCE * 1000)


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


class Server(servers.Server):
    """The server that phones reach by its name, also by https; it must always end in an orderly way."""

    def __init__(self, data: Path, https: bool = False, root: Path = ROOT) -> None:
        super().__init__(data, port=free_port(), settings=UNLIMITED, root=root)
        self._https = free_port() if https else 0
        self.home = f"https://{NAME}:{self._https}" if https else f"http://{NAME}:{self.port}"

    def start(self, **more: Any) -> Server:
        https = ["--https", str(self._https)] if self._https else []
        self.words = ("serve", "--public-url", self.home, *https)
        super().start(**more)
        assert "Stop with" in self.text, self.text
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=PATIENCE).close()  # now it hears signals
        return self

    def stop(self, how: Signals = SIGTERM) -> int:
        status = super().stop(how)
        assert status == 0, f"The server ended with {status}: {self.text}"
        assert "cannot be shown" not in self.text, self.text
        return status

    def trust(self) -> str:
        """The option with which Chromium trusts the certificate of this server."""
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        certificate = x509.load_pem_x509_certificate((self.data / "https" / "server.pem").read_bytes())
        key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return f"--ignore-certificate-errors-spki-list={b64encode(sha256(key).digest()).decode()}"


class Network:
    """A network between the phones and one or several servers, which take turns; it can be bad.

    `pass`: everything gets through. `hole`: connections stay open and nothing gets through.
    `deaf`: requests arrive, but the first byte of an answer breaks the connection. `cut`: every connection breaks, and
    so does every new one.

    It is at an address of this machine for a browser that cannot resolve a name by itself.
    """

    def __init__(self, *ports: int, host: str = "") -> None:
        self._listener, self._ports = create_server((host or "127.0.0.1", 0)), itertools.cycle(ports)
        self.home = f"http://{host or NAME}:{self._listener.getsockname()[1]}"
        self.connections = dict.fromkeys(ports, 0)
        self._open: list[socket] = []
        self._dead: list[socket] = []
        self._heals, self.mode = threading.Condition(), "pass"
        threading.Thread(target=self._answer, daemon=True).start()

    def turn(self, mode: str) -> None:
        with self._heals:
            self.mode = mode
            self._heals.notify_all()
        if mode == "cut":
            self._break()

    def forget(self) -> None:
        """What is open is dead from now on without a word, and what is opened from now on gets through."""
        with self._heals:
            self._dead = [*self._open]
            self.mode = "pass"
            self._heals.notify_all()

    def close(self) -> None:
        self._dead = []
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
                    self._heals.wait_for(lambda: self.mode != "hole" and source not in self._dead)
                if answers and self.mode == "deaf":
                    break
                goal.sendall(words)
        for end in (source, goal):
            with contextlib.suppress(OSError):
                end.shutdown(SHUT_RDWR)
