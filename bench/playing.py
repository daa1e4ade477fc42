"""A table at play over real HTTP: ten taps or ten thousand, each followed until the last phone shows it."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

from house import House
from phones import WAIT, Phone

TRICKS = 5


class Evening:
    """A table at play: what is next follows from what the phones show."""

    def __init__(self, phones: list[Phone], chance: random.Random) -> None:
        self.phones, self.chance = phones, chance
        self.slot = (1, 1)
        self.took: dict[str, list[float]] = {"trick": [], "drink": []}
        self.answered: list[float] = []
        self.late: list[float] = []

    async def play(self, taps: int, every: float) -> None:
        """So many taps at an even pace; a tap that is late counts from when it was due."""
        start = perf_counter()
        for number in range(taps):
            due = start + number * every
            if (early := due - perf_counter()) > 0:
                await asyncio.sleep(early)
            await self.tap(due)

    async def tap(self, due: float) -> None:
        """What the table does next, followed until the last phone shows it; counts from when it was due."""
        sent = perf_counter()
        kind = await asyncio.wait_for(self._tap(), WAIT)
        self.took[kind].append(max(phone.painted_at for phone in self.phones) - due)
        self.late.append(sent - due)

    async def _tap(self) -> str:
        debtor = next((phone for phone in self.phones if phone.owes), None)
        phone = debtor or self.chance.choice(self.phones)
        fields = self._drink(phone) if debtor else self._trick()
        began = perf_counter()
        seq = await phone.tap(*fields, ("key", f"tap{len(self.answered)}"), ("back", "table"))
        self.answered.append(perf_counter() - began)
        await asyncio.gather(*(each.shows(seq, self.slot) for each in self.phones))
        return "drink" if debtor else "trick"

    def _drink(self, phone: Phone) -> list[tuple[str, str]]:
        return [("type", "drink.taken"), ("player", phone.player), ("amount", str(phone.owes))]

    def _trick(self) -> list[tuple[str, str]]:
        deal, trick = self.slot
        winner = self.chance.choice([*(phone.player for phone in self.phones), ""])
        self.slot = (deal, trick + 1) if trick < TRICKS else (deal + 1, 1)
        return [("type", "trick.taken"), ("deal", str(deal)), ("trick", str(trick)), ("winner", winner)]


def quantiles(seconds: list[float]) -> dict[str, float]:
    """Median, 95th and 99th percentile and the worst, in milliseconds."""
    ordered = sorted(seconds)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    last = len(ordered) - 1
    return {name: round(ordered[min(last, int(part * len(ordered)))] * 1000, 2) for name, part in at.items()} | {
        "n": len(ordered)
    }


async def table(house: House, count: int) -> list[Phone]:
    """A night of Five-Card Yak with `count` phones, as people set it up: opened, joined by link, begun."""
    host = Phone(house)
    await host.ask("POST", "/nights", [("night", "Bench"), ("name", "Player 1"), ("unit", "sip")])
    page = await host.ask("GET", f"/n/{host.night}/share")
    link = re.search(rb'(/j/[^"]+)"', page.body)
    assert link is not None
    phones = [host, *(Phone(house) for _ in range(count - 1))]
    for number, phone in enumerate(phones, start=1):
        phone.player = f"p{number}"
        if phone is not host:
            await phone.ask("POST", link[1].decode(), [("name", f"Player {number}")])
    players = [("players", phone.player) for phone in phones]
    await host.tap(("type", "game.started"), ("game", "five-card-yak"), *players, ("dealer", "p1"), ("key", "start"))
    return phones


@asynccontextmanager
async def listening(phones: list[Phone]) -> AsyncIterator[None]:
    """All phones with their streams open and painted once; afterwards all are hung up."""
    streams = [asyncio.create_task(phone.listen()) for phone in phones]
    try:
        await asyncio.wait_for(asyncio.gather(*(phone.ready.wait() for phone in phones)), WAIT)
        yield
    finally:
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        for phone in phones:
            phone.close()
