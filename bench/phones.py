"""Phones at a table, as the server sees them: a cookie, an open stream, and taps over a kept connection."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple
from urllib.parse import quote_plus

from house import House

WAIT = 10.0
VERSION = re.compile(rb"^id: (\d+)\.", re.M)
SLOT = re.compile(rb'data-slot="deal (\d+) trick (\d+)"')
OWES = re.compile(rb'id="drink-\d+-(\d+)"')
MINE = re.compile(rb'<section id="r-mine"')

Fields = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """What came back: status, headers as sent, body as sent."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        found = re.search(rf"^{name}: (.*?)\r?$".encode(), self.head, re.M | re.I)
        return found[1].decode() if found else ""


class Refused(Exception):
    """The server answered a tap with something else than 200 or 303."""


class Phone:
    """One phone: `seen` is the newest entry painted on it, `slot` what its buttons record, `owes` what it drinks."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cookie = self.night = self.player = ""
        self.seen, self.slot, self.owes = 0, (0, 0), 0
        self.bytes = self.paints = 0
        self.painted_at = 0.0
        self.changed = asyncio.Event()
        self.ready = asyncio.Event()
        self._wire: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    # ---- asking
    async def ask(self, method: str, path: str, fields: Fields = (), script: bool = False) -> Answer:
        """One request over the phone's kept connection; raises Refused."""
        request = self._request(method, path, fields, script)
        try:
            answer = await self._exchange(request)
        except (asyncio.IncompleteReadError, ConnectionError):  # the server closes a connection that rests
            self.close()
            self._wire = None
            answer = await self._exchange(request)
        if answer.status not in (200, 303):
            raise Refused(f"{method} {path} was answered {answer.status}: {answer.body[:300]!r}")
        if found := re.search(rb"^Set-Cookie: (companion_(\w+)=[^;]+)", answer.head, re.M | re.I):
            self.cookie, self.night = found[1].decode(), found[2].decode()
        return answer

    async def _exchange(self, request: bytes) -> Answer:
        if self._wire is None:
            self._wire = await asyncio.open_connection("127.0.0.1", self.house.port)
        reader, writer = self._wire
        writer.write(request)
        return await asyncio.wait_for(read_answer(reader), WAIT)

    def _request(self, method: str, path: str, fields: Fields, script: bool) -> bytes:
        body = "&".join(f"{name}={quote_plus(value)}" for name, value in fields).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.house.port}", f"Origin: {self.house.origin}"]
        head += [f"Cookie: {self.cookie}"] * bool(self.cookie) + ["HX-Request: true"] * script
        if script:
            head += ["Accept-Encoding: gzip"]
        if method == "POST":
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*head, "", ""]).encode() + body

    async def tap(self, *fields: tuple[str, str]) -> int:
        """Sends an event as the page's script does; answers the number of its entry."""
        answer = await self.ask("POST", f"/n/{self.night}/entries", fields, script=True)
        return int(answer.header("X-Version").split(".")[0])

    # ---- listening
    async def listen(self, page: str = "table") -> None:
        """Reads the phone's stream until it is cancelled or the server ends it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.house.port, limit=2**20)
        try:
            writer.write(self._request("GET", f"/n/{self.night}/live?page={page}", (), False))
            await reader.readuntil(b"\r\n\r\n")
            rest = b""
            while size := int(await reader.readline(), 16):
                rest = self._take(rest + await reader.readexactly(size), perf_counter())
                await reader.readexactly(2)
        finally:
            writer.close()

    def _take(self, text: bytes, at: float) -> bytes:
        *events, rest = text.split(b"\n\n")
        for event in events:
            self.bytes += len(event) + 2
            if event.startswith(b"event: paint"):
                self._painted(event, at)
        return rest

    def _painted(self, event: bytes, at: float) -> None:
        found = VERSION.search(event)
        assert found is not None
        self.seen, self.painted_at, self.paints = int(found[1]), at, self.paints + 1
        if slot := SLOT.search(event):
            self.slot = (int(slot[1]), int(slot[2]))
        if MINE.search(event):
            owed = OWES.search(event)
            self.owes = int(owed[1]) if owed else 0
        self.ready.set()
        self.changed.set()

    async def shows(self, seq: int, slot: tuple[int, int]) -> None:
        """Waits until this phone has painted entry `seq`, with the buttons of `slot`; `painted_at` says when."""
        while self.seen < seq or self.slot != slot:
            self.changed.clear()
            await self.changed.wait()

    def close(self) -> None:
        if self._wire is not None:
            self._wire[1].close()


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
