"""Load for benchmarks: a server in its own process, tables of listening phones, and taps, over plain HTTP.

It depends as little as possible on the pages, so that it also measures older commits: it reads the stream's address and
the fields of a trick from them, and of a version only the entry number at its start.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from html import unescape
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

from .survival.wire import Fields, answer, ask, connected, request

CHECKOUT = Path(__file__).resolve().parents[1]
# The phones here tap faster than people, and there are more than at a party.
UNLIMITED = {
    "COMPANION_TAPS_PER_SECOND": "0",
    "COMPANION_NIGHTS_PER_HOUR": "0",
    "COMPANION_CONNECTIONS_PER_ADDRESS": "100000",
}
PATIENCE = 30.0
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
STREAM = re.compile(r'="(/n/\w+/live[^"]*)"')
VERSION = re.compile(r'data-version="((\d+)[^"]*)"')
FORM = re.compile(r"<form\b.*?</form>", re.S)
HIDDEN = re.compile(r"<input\b[^>]*>")
NEWS = re.compile(rb"^(?:id|data): ?(\d+)\.\d+\.\w+\r?$", re.M)
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789_-"
TRICKS = 5


class Server:
    """A server process on the loopback address, measured from outside."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid

    def cpu(self) -> float:
        """Processor time of all its threads, in seconds."""
        spent = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(OSError):
                spent += int((task / "schedstat").read_text().split()[0])
        return spent / 1e9

    def memory(self) -> float:
        """Memory in KiB; shared pages are divided among the processes that share them."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        found = re.search(r"^Pss: +(\d+)", rollup, re.M)
        assert found is not None
        return float(found[1])


@contextmanager
def running(command: Sequence[str], checkout: Path = CHECKOUT) -> Iterator[Server]:
    """Starts a server, which prints its address, and always ends it by its process id."""
    environ = {**os.environ, "PYTHONUNBUFFERED": "1", **UNLIMITED}
    process = subprocess.Popen(
        [sys.executable, *command], cwd=checkout, env=environ, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := ADDRESS.search(line):
                yield Server(int(found[1]), process.pid)
                break
        else:
            raise SystemExit("The server did not start.")
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def companion(checkout: Path = CHECKOUT, *words: str) -> Iterator[Server]:
    """Runs the companion of a checkout with an empty data folder."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        command = ("-m", "companion", "--host", "127.0.0.1", "--port", "0", "--data", data, *words)
        with running(command, checkout) as server:
            yield server


class Phone:
    """A listening phone, with the newest entry it has received and the bytes of its stream."""

    def __init__(self, table: Table, player: str, cookie: str, port: int) -> None:
        self.table, self.player, self.cookie, self.port = table, player, cookie, port
        self.seq = self.bytes = 0
        self._listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Opens the stream of updates."""
        open_ = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listened(open_))
        await asyncio.wait_for(open_, PATIENCE)

    async def _listened(self, open_: asyncio.Future[None]) -> None:
        async with connected(self.port) as (idle, tapping), connected(self.port) as (reader, writer):
            tapping.write(request(self.port, "GET", "/health", cookie=self.cookie))
            await answer(idle)  # this connection stays open beside the stream, as after a tap
            asked = request(self.port, "GET", self.table.stream, cookie=self.cookie)
            writer.write(asked[:-2] + b"Accept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n")
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert head[9:12] == b"200", head
            unpack = zlib.decompressobj(31).decompress if b"content-encoding: gzip" in head else bytes
            open_.set_result(None)
            rest = b""
            while size := int(await reader.readline(), 16):
                piece = await reader.readexactly(size + 2)
                self.bytes += size
                *lines, rest = (rest + unpack(piece[:-2])).split(b"\n")
                for found in NEWS.findall(b"\n".join(lines)):
                    self.table.heard(self, int(found))

    async def hang_up(self) -> None:
        """Closes its stream."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)


class Table:
    """A night of Five-Card Yak with listening phones; one tap at a time."""

    def __init__(self, port: int, chance: Random, ports: Sequence[int] = ()) -> None:
        """`ports` are of the processes over which the phones are spread."""
        self.port, self._chance, self._ports = port, chance, ports or (port,)
        self.phones: list[Phone] = []
        self.seq = self._played = 0
        self._fields: dict[str, str] = {}
        self.stream = self.link = self.night = self._version = ""
        self._waiting: set[Phone] = set()
        self._all = asyncio.Event()

    async def seat(self, count: int) -> None:
        """Opens a night, lets all players join by its link, and starts a game."""
        host = await self._join("/nights", [("night", "Bench"), ("name", "Player 1"), ("unit", "sip")])
        self.night = host.partition("=")[0].removeprefix("companion_")
        share = await ask(self.port, "GET", f"/n/{self.night}/share", cookie=host)
        link = re.search(r'(/j/[^"]+)"', share.text)
        assert link is not None, share.text
        self.link = link[1]
        cookies = [host, *[await self._join(self.link, [("name", f"Player {one}")]) for one in range(2, count + 1)]]
        places = enumerate(zip(cookies, cycle(self._ports)), 1)
        self.phones = [Phone(self, f"p{number}", cookie, port) for number, (cookie, port) in places]
        playing = [("players", phone.player) for phone in self.phones]
        start = [("type", "game.started"), ("game", "five-card-yak"), ("dealer", "p1"), ("key", self._key())]
        answer = await ask(self.port, "POST", f"/n/{self.night}/entries", [*start, *playing], host)
        assert answer.status in (200, 204, 303), answer.text
        self._read(unescape((await ask(self.port, "GET", f"/n/{self.night}/", cookie=host)).text))

    async def _join(self, path: str, fields: Fields) -> str:
        answer = await ask(self.port, "POST", path, fields)
        assert answer.status == 303, answer.text
        return answer.cookie

    def _read(self, page: str) -> None:
        """Reads the stream's address, the version, and the fields of the trick form except the winner."""
        stream, version = STREAM.search(page), VERSION.search(page)
        form = next(form for form in FORM.findall(page) if 'value="trick.taken"' in form)
        assert stream is not None
        assert version is not None
        self._version, self.seq = version[1], int(version[2])
        self.stream = f"{stream[1]}{'&' if '?' in stream[1] else '?'}since={self._version}&pieces=yes"
        for field in HIDDEN.findall(form):
            said = dict(re.findall(r'(\w+)="([^"]*)"', field))
            if "name" in said:
                self._fields[said["name"]] = said.get("value", "")
        self._fields.pop("winner", None)

    def _key(self) -> str:
        return "".join(self._chance.choices(SIGNS, k=22))

    async def tap(self, due: float) -> float:
        """Records the next trick; returns how many seconds after `due` the last phone has received it."""
        taker, phone = self._chance.choice(self.phones), self._chance.choice(self.phones)
        self._waiting = {one for one in self.phones if one.seq <= self.seq + 1}
        self._all.clear()
        await self.record(taker.player, phone)
        await asyncio.wait_for(self._all.wait(), PATIENCE)
        return perf_counter() - due

    async def record(self, taker: str, phone: Phone) -> None:
        """A phone says who took the next trick."""
        deal, trick = divmod(self._played, TRICKS)
        slot = {"deal": str(deal + 1), "trick": str(trick + 1)}
        said = {**self._fields, **slot, "winner": taker, "key": self._key()}
        self.seq += 1
        answer = await ask(
            phone.port, "POST", f"/n/{self.night}/entries", list(said.items()), phone.cookie, self._version
        )
        if answer.status not in (200, 204):
            raise SystemExit(f"A tap was answered {answer.status}: {answer.text[:500]}")
        self._played += 1

    def heard(self, phone: Phone, seq: int) -> None:
        """Called when a phone has received an entry; the tap is over when the last phone has."""
        phone.seq = max(phone.seq, seq)
        if phone.seq >= self.seq:
            self._waiting.discard(phone)
            if not self._waiting:
                self._all.set()
