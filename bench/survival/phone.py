"""A phone without glass: it taps, retries, listens, polls and shows what static/connection.js and outbox.js would."""

from __future__ import annotations

import asyncio
import re
import time
from asyncio import StreamReader, StreamWriter
from html import unescape
from random import Random
from typing import Protocol

from .clock import Clock
from .history import UNKNOWN, Attempt, History, Tap
from .live import BROKEN, TIMEOUT, Live
from .regions import older, part, regions
from .wire import LIMIT, Answer, Fields, answer, request


class Way(Protocol):
    """Where a phone finds its house: a bad network, or the house itself."""

    port: int


class Phone:
    """One phone: `regions` is what it shows, `version` as of which entry and door; `live` keeps it so."""

    def __init__(self, player: str, network: Way, clock: Clock, chance: Random, history: History) -> None:
        self.player, self.network, self.clock, self.chance, self.history = player, network, clock, chance, history
        self.cookie = self.night = self.version = self.build = ""
        self.regions: dict[str, str] = {}
        self.live = Live(self)
        self._wire: tuple[StreamReader, StreamWriter] | None = None

    # ---- asking
    async def ask(self, method: str, path: str, fields: Fields = (), script: bool = True) -> Answer:
        """One request over the kept connection; a browser sends it again by itself where that had died meanwhile."""
        version = self.version if script else None
        sent = request(self.network.port, method, path, fields, self.cookie, version)
        kept, self._wire = self._wire, None
        if kept is not None:
            try:
                return await self._exchanged(kept, sent)
            except (OSError, EOFError):
                kept[1].transport.abort()
        fresh = await asyncio.open_connection("127.0.0.1", self.network.port, limit=LIMIT)
        return await self._exchanged(fresh, sent)

    async def _exchanged(self, wire: tuple[StreamReader, StreamWriter], sent: bytes) -> Answer:
        try:
            wire[1].write(sent)
            got = await answer(wire[0])
        except BaseException:
            wire[1].transport.abort()
            raise
        if self._wire is not None:
            self._wire[1].transport.abort()
        self._wire = wire
        return got

    async def sit_down(self, path: str, fields: Fields) -> None:
        """Opens or joins a night, and looks at its table."""
        got = await self.ask("POST", path, fields, script=False)
        assert got.status == 303, got.text
        self.cookie = got.cookie
        self.night = self.cookie.partition("=")[0].removeprefix("companion_")
        await self.load()

    async def load(self) -> None:
        """The whole page, as after a reload."""
        got = await self.ask("GET", f"/n/{self.night}/", script=False)
        if got.status != 200:
            raise OSError(f"the page was answered {got.status}")
        found = re.search(r'data-version="([^"]*)"', got.text)
        assert found is not None
        self.version, self.regions = found[1], regions(got.text)
        self.build = part(self.version, 2)

    async def stop(self) -> None:
        """Hangs up for good."""
        await self.live.stop()
        if self._wire is not None:
            self._wire[1].transport.abort()

    # ---- painting
    def paint(self, html: str, of: str) -> None:
        """Puts regions in place, unless what is shown is newer already."""
        if not of or older(of, self.version):
            return
        self.regions |= {name: region for name, region in regions(html).items() if name in self.regions}
        self.live.compare_build(of)
        self.version = of

    # ---- tapping
    async def tap(self, fields: Fields, tries: int = 1, twice: bool = False) -> Tap:
        """Sends an event, and again with the same key while there is no answer, at most so often."""
        tap = self.new_tap(fields)
        for _ in range(tries):
            await asyncio.gather(*(self.send(tap) for _ in range(2 if twice else 1)))
            if tap.outcome != UNKNOWN:
                break
            await self.clock.sleep(self.chance.uniform(0.3, 2.0))
        return tap

    def new_tap(self, fields: Fields) -> Tap:
        """A tap with a key of its own, which is in the history and has not been sent yet."""
        key = "".join(self.chance.choices("abcdefghijkmnpqrstuvwxyz23456789_-", k=22))
        return self.history.tap(self.player, key, fields)

    async def send(self, tap: Tap) -> None:
        """Sends a tap once and takes in what is answered within ten seconds, if anything is."""
        attempt = tap.begin()
        fields = [*tap.fields, ("back", "table"), ("key", tap.key)]
        try:
            got = await asyncio.wait_for(self.ask("POST", f"/n/{self.night}/entries", fields), self.clock.real(TIMEOUT))
        except BROKEN as error:
            attempt.answered, attempt.said = time.time(), type(error).__name__
            return
        self._heed(attempt, got)

    def _heed(self, attempt: Attempt, got: Answer) -> None:
        attempt.answered, attempt.status = time.time(), got.status
        version = got.header("X-Version")
        attempt.seq = int(part(version, 0) or 0)
        if version:
            self.live.answered(version)
        said = re.search(r'<section id="r-answer".*?</section>', got.text, re.S)
        attempt.said = " ".join(unescape(re.sub(r"<[^>]+>", " ", said[0])).split()) if said else ""
