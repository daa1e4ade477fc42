"""What is done with the tables for some seconds: taps that fall due by chance or evenly, or one after the other."""

from __future__ import annotations

import asyncio
import math
import random
import sys
from typing import NamedTuple

from .following import Following
from .seats import Table, Tally, Tap, now

MOST_WAITING = 2000  # taps under way; above, one that falls due is shed


class Phase(NamedTuple):
    """`open`: so many taps a second by chance, `steady`: evenly, `closed`: so many tables tap without a pause.

    `each`: every table taps so many times without a pause, however long that takes.
    """

    kind: str
    rate: float
    seconds: float

    def __str__(self) -> str:
        return f"{self.kind}:{self.rate:g}:{self.seconds:g}"


async def played(phase: Phase, tables: list[Table], following: Following, tally: Tally, chance: random.Random) -> None:
    """Returns when the time is over; what is under way then is not waited for."""
    if phase.kind == "closed":
        await _racing(phase, tables, following, tally, chance)
    elif phase.kind == "each":
        await asyncio.gather(*(_tapping([table], following, tally, chance, int(phase.rate)) for table in tables))
    else:
        await _falling_due(phase, tables, following, tally, chance)


async def _falling_due(
    phase: Phase, tables: list[Table], following: Following, tally: Tally, chance: random.Random
) -> None:
    """Taps fall due whatever the server does, and count from then."""
    due = now()
    end = due + phase.seconds
    while (due := due + (chance.expovariate(phase.rate) if phase.kind == "open" else 1 / phase.rate)) < end:
        early = due - now()
        if early > 0.0005 or tally.sent % 64 == 0:
            await asyncio.sleep(max(early, 0))
        if len(following.under_way) >= MOST_WAITING:
            tally.shed += 1
        else:
            following.offer(Tap(chance.choice(tables), due, tally))


async def _racing(phase: Phase, tables: list[Table], following: Following, tally: Tally, chance: random.Random) -> None:
    """Each of so many actors has its own tables, and taps again as soon as the last phone has the one before."""
    actors, end = min(int(phase.rate), len(tables)), now() + phase.seconds
    shares = (tables[number::actors] for number in range(actors))
    await asyncio.gather(*(_tapping(mine, following, tally, chance, until=end) for mine in shares))


async def _tapping(
    mine: list[Table],
    following: Following,
    tally: Tally,
    chance: random.Random,
    times: int = sys.maxsize,
    until: float = math.inf,
) -> None:
    """Somebody taps at one of these tables as soon as the last tap is on every phone."""
    loop = asyncio.get_running_loop()
    for _ in range(times):
        if (due := now()) >= until:
            return
        done = loop.create_future()
        following.offer(Tap(chance.choice(mine), due, tally, done))
        await done
