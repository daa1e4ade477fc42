"""Tables of listening phones for benchmarks, over plain HTTP: a tap is over when the last phone has its update."""

from __future__ import annotations

import asyncio
import re
import zlib
from random import Random
from time import monotonic

from .survival.clock import Clock
from .survival.history import History
from .survival.phone import Phone
from .survival.regions import seq_of
from .survival.server import Process
from .survival.table import phones_on, seated
from .survival.wire import Fields, connected, request

PATIENCE = 30.0
TRICKS = 5
NEWS = re.compile(rb"^id: ?((\d+)\.\d+\.\w+)\r?$", re.M)


class Table:
    """Phones that hear of every tap; one tap at a time. Other servers fill in how they sit down, tap and listen."""

    def __init__(self, server: Process, chance: Random) -> None:
        self.server, self.chance = server, chance
        self.size = self.seq = self.bytes = 0  # phones; the last entry; bytes of the first phone's stream
        self._heard: list[int] = []
        self._news = asyncio.Event()
        self._listening: list[asyncio.Task[None]] = []

    async def seat(self, size: int) -> None:
        self.size, self._heard = size, [0] * size

    async def listen(self) -> None:
        """Opens the stream of every phone."""
        for seat in range(self.size):
            is_open = asyncio.Event()
            self._listening.append(asyncio.create_task(self.listened(seat, is_open)))
            await asyncio.wait_for(is_open.wait(), PATIENCE)

    async def listened(self, seat: int, is_open: asyncio.Event) -> None:
        raise NotImplementedError

    async def record(self, taker: int, tapper: int) -> int:
        """A phone says who took the next trick; returns which entry that is."""
        raise NotImplementedError

    def heard(self, seat: int, seq: int) -> None:
        """Called when a phone has received an entry."""
        self._heard[seat] = max(self._heard[seat], seq)
        self._news.set()

    async def tap(self, due: float) -> float:
        """Records a trick; returns how many seconds after `due` the last phone has received it."""
        self.seq = await self.record(self.chance.randrange(self.size), self.chance.randrange(self.size))
        while min(self._heard) < self.seq:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)
        return monotonic() - due

    async def leave(self) -> None:
        for stream in self._listening:
            stream.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)


class Night(Table):
    """A night of Five-Card Yak at the companion. Beside its stream, a phone keeps a connection for its taps."""

    start: Fields = [("dealer", "p1")]

    async def seat(self, size: int) -> None:
        await super().seat(size)
        self.phones: list[Phone] = phones_on([self.server] * size, Clock(), History(self.chance.random().hex()))
        await seated(self.phones, "Bench", self.start)
        self.night, self._played = self.phones[0].night, 0
        self.seq = seq_of(self.phones[0].version)

    async def listened(self, seat: int, is_open: asyncio.Event) -> None:
        phone = self.phones[seat]
        async with connected(self.server.port) as (reader, writer):
            path = f"/n/{self.night}/live?page=table&since={phone.version}"
            asked = request(self.server.port, "GET", path, cookie=phone.cookie)
            writer.write(asked[:-2] + b"Accept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n")
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert head[9:12] == b"200", head
            unpack = zlib.decompressobj(31).decompress if b"content-encoding: gzip" in head else bytes
            is_open.set()
            rest = b""
            while size := int(await reader.readline(), 16):
                piece = await reader.readexactly(size + 2)
                self.bytes += size if seat == 0 else 0
                *lines, rest = (rest + unpack(piece[:-2])).split(b"\n")
                for version, seq in NEWS.findall(b"\n".join(lines)):
                    phone.version = version.decode()
                    self.heard(seat, int(seq))

    async def record(self, taker: int, tapper: int) -> int:
        deal, trick = divmod(self._played, TRICKS)
        slot = [("type", "trick.taken"), ("deal", str(deal + 1)), ("trick", str(trick + 1))]
        phone = self.phones[tapper]
        tap = phone.new_tap([*slot, ("winner", self.phones[taker].player)])
        sent = [*tap.fields, ("back", "table"), ("key", tap.key)]
        answer = await phone.ask("POST", f"/n/{self.night}/entries", sent)
        if answer.status not in (200, 204):
            raise SystemExit(f"A tap was answered {answer.status}: {answer.text[:500]}")
        self._played += 1
        return seq_of(answer.header("X-Version"))

    async def leave(self) -> None:
        await super().leave()
        for phone in self.phones:
            await phone.stop()
