"""Many tables at once: how long a tap takes when the house is busy, and how many a second it can take.

    python bench/tables.py [--tables 50] [--phones 5] [--rate 50] [--seconds 5] [--actors 16]

First taps arrive by chance at --rate a second over all tables (for the latency; counted from when each was due), then
--actors tables tap as fast as their phones are painted (for the capacity). The generator shares the machine with the
server, so the capacity is a lower bound. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from time import perf_counter
from typing import Any

from house import House, Watch, house
from playing import Evening, listening, quantiles, table


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--rate", type=float, default=50.0, help="taps a second, over all tables")
    options.add_argument("--seconds", type=float, default=5.0, help="how long each of the two parts lasts")
    options.add_argument("--actors", type=int, default=16, help="tables that tap without a pause")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with house() as server:
        print(json.dumps(asyncio.run(measured(server, chosen))))


async def measured(server: House, chosen: argparse.Namespace) -> dict[str, Any]:
    tables = [await table(server, chosen.phones) for _ in range(chosen.tables)]
    chance = random.Random(chosen.seed)
    evenings = [Evening(phones, random.Random(chance.random())) for phones in tables]
    before = server.memory()
    async with listening([phone for phones in tables for phone in phones]):
        connected = server.memory()
        await busy(evenings, 50.0, 1.0, chance)  # warms templates and memory, and is not counted
        calm = await phase(server, evenings, busy(evenings, chosen.rate, chosen.seconds, chance))
        full = await phase(server, evenings, racing(evenings[: chosen.actors], chosen.seconds))
    phones = chosen.tables * chosen.phones
    grown = round((connected - before) * 1024 / phones, 1) if before and connected else None
    return {
        "tables": chosen.tables,
        "phones": phones,
        "kib_per_phone": grown,
        "at_rate": calm,
        "at_capacity": full,
        "server_mib": server.memory(),
    }


async def busy(evenings: list[Evening], rate: float, seconds: float, chance: random.Random) -> None:
    """Taps fall due by chance, whatever the server does; two of one table wait for each other."""
    turns = [asyncio.Lock() for _ in evenings]

    async def tap(number: int, due: float) -> None:
        async with turns[number]:
            await evenings[number].tap(due)

    taps, due = [], perf_counter()
    end = due + seconds
    while (due := due + chance.expovariate(rate)) < end:
        if (early := due - perf_counter()) > 0:
            await asyncio.sleep(early)
        taps.append(asyncio.create_task(tap(chance.randrange(len(evenings)), due)))
    await asyncio.gather(*taps)


async def racing(evenings: list[Evening], seconds: float) -> None:
    """Each table taps again as soon as its last phone is painted."""
    end = perf_counter() + seconds

    async def actor(evening: Evening) -> None:
        while (now := perf_counter()) < end:
            await evening.tap(now)

    await asyncio.gather(*(actor(evening) for evening in evenings))


async def phase(server: House, evenings: list[Evening], work: Any) -> dict[str, Any]:
    """What one part of the run took, on both sides of the wire."""
    for evening in evenings:
        evening.took = {"trick": [], "drink": []}
    watch = Watch(server)
    await work
    took = [one for evening in evenings for kind in evening.took.values() for one in kind]
    return {"ms": quantiles(took), **watch.told(len(took))}


if __name__ == "__main__":
    main()
