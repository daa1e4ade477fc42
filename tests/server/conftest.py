"""Real servers of the `companion` command, each in a process of its own on loopback."""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

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


@pytest.fixture
def ask() -> Iterator[Callable[..., HTTPResponse]]:
    """Asks a server for a page, or sends it a form, on a connection that is closed after the test."""
    with ExitStack() as stack:

        def asked(port: int, path: str, form: dict[str, str] | None = None, **headers: str) -> HTTPResponse:
            phone = stack.enter_context(closing(HTTPConnection("127.0.0.1", port, timeout=60)))
            if form is None:
                phone.request("GET", path, headers=headers)
            else:
                own = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
                phone.request("POST", path, urlencode(form), own | headers)
            return phone.getresponse()

        yield asked


@pytest.fixture
def listen_at(ask: Callable[..., HTTPResponse]) -> Callable[[int], tuple[HTTPResponse, Callable[[], None]]]:
    """Ann opens a night at a server and listens: the stream of her phone, and a tap of hers that it must tell her."""

    def opened(port: int) -> tuple[HTTPResponse, Callable[[], None]]:
        answer = ask(port, "/nights", {"night": "Friday", "name": "Ann", "unit": "sip"})
        cookie, night = (
            answer.headers["Set-Cookie"].partition(";")[0],
            answer.headers["Location"].removesuffix("/share"),
        )
        stream = ask(port, f"{night}/live?page=table", Cookie=cookie)
        assert stream.status == 200

        def tap() -> None:
            fine = {"type": "fine.given", "player": "p1", "amount": "3", "reason": "late for the party", "key": "one"}
            assert ask(port, f"{night}/entries", fine, Cookie=cookie).status == 303
            assert any(b"late for the party" in line for line in stream)

        return stream, tap

    return opened
