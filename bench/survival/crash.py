"""The server is killed repeatedly while phones tap: each acknowledged tap must be in the log exactly once.

    python -m bench.survival.crash [--kills 200] [--phones 13] [--seed 1]

Thirteen phones tap as fast as they are answered; after 80 to 400 ms comes `kill -9`. The database is looked at as the
kill left it, the server started again on it, and every tap without an answer sent again with its key. A new table sits
down every 25 kills. Prints a line for each 10 kills and one of JSON. This does not test the loss of power.
"""

import argparse
import asyncio
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from .clock import Clock
from .history import ACKNOWLEDGED, REFUSED, UNKNOWN, History
from .phone import Phone
from .server import Server, run_command
from .table import next_tap, phones_on, seated
from .verdict import aside, faults, integrity, rows_of

TABLE_LASTS = 25  # kills before a new table sits down


async def crashed(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    return await Crashes(data, chosen).run()


class Crashes:
    """One data folder, and a server on it that is killed and started many times."""

    def __init__(self, data: Path, chosen: argparse.Namespace) -> None:
        self.data, self.chosen, self.chance = data, chosen, Random(chosen.seed)
        self.server = Server(data)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0

    async def run(self) -> dict[str, Any]:
        await self.server.start()
        try:
            for first in range(0, self.chosen.kills, TABLE_LASTS):
                await self._table(first, min(TABLE_LASTS, self.chosen.kills - first))
        finally:
            await self.server.end()
        names = ("kills", "taps", ACKNOWLEDGED, REFUSED, "in_flight", "in_flight_written", "entries", "sound")
        counts = {name: self.counts[name] for name in names}
        return {"seed": self.chosen.seed, **counts, "slowest_start_s": round(self.slowest, 2), "faults": self.faults}

    async def _table(self, first: int, kills: int) -> None:
        """Plays one night with this many kills."""
        history = History(f"{self.chosen.seed} table {first}")
        phones = phones_on([self.server] * self.chosen.phones, Clock(), history)
        await seated(phones, f"After {first} kills")
        for _ in range(kills):
            await self._life(phones, history)
            if self.counts["kills"] % 10 == 0:
                print(dict(self.counts), f"{len(self.faults)} faults", file=sys.stderr, flush=True)
        self.counts["taps"] += len(history.taps)
        self.counts["entries"] += len(rows_of(self.data, phones[0].night))
        for outcome in (ACKNOWLEDGED, REFUSED):
            self.counts[outcome] += history.count(outcome)
        for phone in phones:
            await phone.stop()

    async def _life(self, phones: list[Phone], history: History) -> None:
        """All phones tap, the server is killed and started, and the unanswered taps are sent again."""
        thumbs = [asyncio.create_task(self._thumb(phone)) for phone in phones]
        await asyncio.sleep(self.chance.uniform(0.08, 0.4))
        await self.server.end(signal.SIGKILL)
        self.counts["kills"] += 1
        await asyncio.gather(*thumbs)
        self.counts["sound"] += await asyncio.to_thread(self._sound)
        self.slowest = max(self.slowest, await self.server.start())
        written = {(row.phone, row.tap) for row in rows_of(self.data, phones[0].night)}
        lost = [(phone, tap) for phone in phones for tap in history.taps[-40:] if tap.phone == phone.player]
        for phone, tap in lost:
            if tap.outcome == UNKNOWN:
                self.counts["in_flight"] += 1
                self.counts["in_flight_written"] += (tap.phone, tap.key) in written
                await phone.send(tap)
        self.faults += faults(history, rows_of(self.data, phones[0].night))
        self.faults += [f"{tap.phone}'s tap {tap.key} is still unknown" for _, tap in lost if tap.outcome == UNKNOWN]

    async def _thumb(self, phone: Phone) -> None:
        while (await phone.tap(next_tap(phone, phone.chance))).outcome != UNKNOWN:
            pass

    def _sound(self) -> bool:
        """Whether the database files are intact after the kill."""
        with aside(self.data) as files:
            found = integrity(files)
        if found != "ok":
            self.faults.append(f"after kill {self.counts['kills']} the database: {found}")
        return found == "ok"


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", crashed, kills=200, phones=13, seed=1))
