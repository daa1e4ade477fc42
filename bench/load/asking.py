"""One phone asks at a time, over a kept connection: opens a night, joins it by its link, begins a game."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote_plus

from .yak import SEATS

WAIT = 20.0
COOKIE = re.compile(rb"^Set-Cookie: (companion_(\w+)=[^;]+)", re.M | re.I)
LINK = re.compile(rb'(/j/[^"]+)"')
# As a phone's browser says it; a connection over plain http brings no Sec-Fetch fields.
BROWSER = (
    "User-Agent: Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0\r\n"
    "Accept: {accept}\r\nAccept-Language: en\r\nAccept-Encoding: gzip, deflate\r\n"
)

Fields = Sequence[tuple[str, str]]


class Refused(Exception):
    """The server answered with something else than 200 or 303."""


class Answer(NamedTuple):
    """What came back: status, headers as sent, body as sent."""

    status: int
    head: bytes
    body: bytes

    @property
    def text(self) -> bytes:
        """The body as it was before it was packed."""
        return gzip.decompress(self.body) if self.header("Content-Encoding") == "gzip" else self.body

    def header(self, name: str) -> str:
        """A header as it was sent; empty where there is none."""
        found = re.search(rf"^{name}: (.*?)\r?$".encode(), self.head, re.M | re.I)
        return found[1].decode() if found else ""


class Joined(NamedTuple):
    """A phone that sits at a table: its night, its seat, its cookie, and the version that it shows."""

    night: str
    player: str
    cookie: str
    version: str


def form(fields: Fields) -> str:
    """Fields as a browser sends them."""
    return "&".join(f"{name}={quote_plus(value)}" for name, value in fields)


class Wire:
    """A kept connection to one server; the phones that ask over it take turns."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, fields: Fields = (), cookie: str = "", script: bool = False) -> Answer:
        """One request and its answer; raises Refused."""
        request = self._request(method, path, form(fields), cookie, script)
        try:
            answer = await self._exchange(request)
        except (asyncio.IncompleteReadError, ConnectionError):  # the server closes a connection that rests
            self.close()
            answer = await self._exchange(request)
        if answer.header("Connection").lower() == "close":
            self.close()
        if answer.status not in (200, 303):
            raise Refused(f"{method} {path} was answered {answer.status}: {answer.text[:300]!r}")
        return answer

    async def _exchange(self, request: bytes) -> Answer:
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._line
        writer.write(request)
        return await asyncio.wait_for(read_answer(reader), WAIT)

    def _request(self, method: str, path: str, body: str, cookie: str, script: bool) -> bytes:
        own = f"127.0.0.1:{self._port}"
        head = f"{method} {path} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n" + BROWSER.format(accept="*/*")
        head += f"Cookie: {cookie}\r\n" * bool(cookie) + "HX-Request: true\r\n" * script
        if method == "POST":
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return f"{head}\r\n{body}".encode()

    def close(self) -> None:
        """The next request opens another connection."""
        if self._line is not None:
            self._line[1].close()
            self._line = None


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """One answer with a length, or in chunks."""
    head = await reader.readuntil(b"\r\n\r\n")
    body = b""
    if found := re.search(rb"^Content-Length: (\d+)", head, re.M | re.I):
        body = await reader.readexactly(int(found[1]))
    elif re.search(rb"^Transfer-Encoding: chunked", head, re.M | re.I):
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readline()
    return Answer(int(head[9:12]), head, body)


async def party(wire: Wire, count: int) -> list[Joined]:
    """A night of Five-Card Yak with so many phones, as people set it up: opened, joined by link, begun.

    The first ten play.
    """
    opened = await wire.ask("POST", "/nights", [("night", "Bench"), ("name", "Player 1"), ("unit", "sip")])
    host, night = _seated(opened)
    share = await wire.ask("GET", f"/n/{night}/share", cookie=host)
    link = LINK.search(share.text)
    assert link is not None
    cookies = [host]
    for number in range(2, count + 1):
        joined = await wire.ask("POST", link[1].decode(), [("name", f"Player {number}")])
        cookies.append(_seated(joined)[0])
    players = [f"p{number}" for number in range(1, count + 1)]
    start = [("type", "game.started"), ("game", "five-card-yak"), *(("players", player) for player in players[:SEATS])]
    fields = [*start, ("dealer", "p1"), ("key", "start"), ("back", "table")]
    begun = await wire.ask("POST", f"/n/{night}/entries", fields, host, script=True)
    version = begun.header("X-Version")
    return [Joined(night, player, cookie, version) for player, cookie in zip(players, cookies, strict=True)]


def _seated(answer: Answer) -> tuple[str, str]:
    """The cookie of a phone that has just sat down, and its night."""
    found = COOKIE.search(answer.head)
    assert found is not None, answer.head
    return found[1].decode(), found[2].decode()
