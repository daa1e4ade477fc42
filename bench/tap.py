"""How long from a tap until the last of ten phones shows it: real HTTP, a real server, a real disk.

    python bench/tap.py [--phones 10] [--taps 600] [--rate 20]

Whoever owes drinks taps "Done"; when nobody does, somebody records the next trick. A tap counts from the instant at
which it was due, until the stream of the last phone has brought the entry and the buttons of the slot that follows.
Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from time import perf_counter
from typing import Any

from house import House, house
from phones import WAIT, Phone, table

TRICKS = 5


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=10, help="phones at the table, 2 to 10")
    options.add_argument("--taps", type=int, default=600)
    options.add_argument("--rate", type=float, default=20.0, help="taps a second")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", action="store_true", help="measure the server with threads instead of gevent")
    chosen = options.parse_args()
    with house(*["--threads"] * chosen.threads) as server:
        print(json.dumps(asyncio.run(measured(server, chosen))))


async def measured(server: House, chosen: argparse.Namespace) -> dict[str, Any]:
    phones = await table(server, chosen.phones)
    streams = [asyncio.create_task(phone.listen()) for phone in phones]
    try:
        await asyncio.wait_for(asyncio.gather(*(phone.ready.wait() for phone in phones)), WAIT)
        evening = Evening(phones, random.Random(chosen.seed))
        before, since = server.cpu(), perf_counter()
        await evening.play(chosen.taps, 1 / chosen.rate)
        after, seconds = server.cpu(), perf_counter() - since
    finally:
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        for phone in phones:
            phone.close()
    return {
        "phones": len(phones),
        "taps": chosen.taps,
        "per_s": round(chosen.taps / seconds, 1),
        "all_ms": quantiles(evening.took["trick"] + evening.took["drink"]),
        "trick_ms": quantiles(evening.took["trick"]),
        "drink_ms": quantiles(evening.took["drink"]),
        "answer_ms": quantiles(evening.answered),
        "bytes_per_paint": round(sum(phone.bytes for phone in phones) / sum(phone.paints for phone in phones)),
        "server_cpu_ms_per_tap": round((after - before) * 1000 / chosen.taps, 2) if before and after else None,
        "server_mib": server.memory(),
    }


class Evening:
    """A table at play: what is next follows from what the phones show."""

    def __init__(self, phones: list[Phone], chance: random.Random) -> None:
        self.phones, self.chance = phones, chance
        self.slot = (1, 1)
        self.took: dict[str, list[float]] = {"trick": [], "drink": []}
        self.answered: list[float] = []

    async def play(self, taps: int, every: float) -> None:
        """So many taps at an even pace; a tap that is late counts from when it was due."""
        start = perf_counter()
        for number in range(taps):
            due = start + number * every
            if (early := due - perf_counter()) > 0:
                await asyncio.sleep(early)
            kind = await asyncio.wait_for(self._tap(number, due), WAIT)
            self.took[kind].append(max(phone.painted_at for phone in self.phones) - due)

    async def _tap(self, number: int, due: float) -> str:
        debtor = next((phone for phone in self.phones if phone.owes), None)
        phone = debtor or self.chance.choice(self.phones)
        fields = self._drink(phone) if debtor else self._trick()
        began = perf_counter()
        seq = await phone.tap(*fields, ("key", f"tap{number}"), ("back", "table"))
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


if __name__ == "__main__":
    main()
