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
from .history import ACKNOWLEDGED, UNKNOWN, History, Tap
from .phone import Phone
from .server import Server, run_command
from .table import next_tap, phones_on, seated
from .verdict import faults, left_behind, rows_of

TABLE_LASTS = 25  # kills before a new table sits down


async def crashed(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Kills one server on one data folder many times."""
    counts = Counter(kills=0, taps=0, acknowledged=0, in_flight=0, in_flight_written=0, sound=0)
    found, chance = list[str](), Random(chosen.seed)
    async with Server(data) as server:
        for first in range(0, chosen.kills, TABLE_LASTS):
            history = History(f"{chosen.seed} table {first}")
            phones = phones_on([server] * chosen.phones, Clock(), history)
            await seated(phones, f"After {first} kills")
            for _ in range(min(TABLE_LASTS, chosen.kills - first)):
                found += await life(server, phones, chance, counts)
                if counts["kills"] % 10 == 0:
                    print(dict(counts), f"{len(found)} faults", file=sys.stderr, flush=True)
            counts.update(taps=len(history.taps), acknowledged=history.count(ACKNOWLEDGED))
            for phone in phones:
                await phone.stop()
    return {"seed": chosen.seed, **counts, "faults": found}


async def life(server: Server, phones: list[Phone], chance: Random, counts: Counter[str]) -> list[str]:
    """All phones tap, the server is killed and started, and the unanswered taps are sent again; returns the faults."""
    history, night = phones[0].history, phones[0].night
    tapping = [asyncio.create_task(taps(phone)) for phone in phones]
    await asyncio.sleep(chance.uniform(0.08, 0.4))
    await server.end(signal.SIGKILL)
    lost = await asyncio.gather(*tapping)
    state = await asyncio.to_thread(left_behind, server.data)
    await server.start()
    written = {(row.phone, row.tap) for row in rows_of(server.data, night)}
    for phone, tap in zip(phones, lost, strict=True):
        counts.update(in_flight=1, in_flight_written=(tap.phone, tap.key) in written)
        await phone.send(tap)
    counts.update(kills=1, sound=state == "ok")
    found = [] if state == "ok" else [f"after kill {counts['kills']} the database: {state}"]
    found += faults(history, rows_of(server.data, night))
    return found + [f"{tap.phone}'s tap {tap.key} is still unknown" for tap in lost if tap.outcome == UNKNOWN]


async def taps(phone: Phone) -> Tap:
    """Taps as fast as it is answered; returns the tap that was not."""
    while (tap := await phone.tap(next_tap(phone, phone.chance))).outcome != UNKNOWN:
        pass
    return tap


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", crashed, kills=200, phones=13, seed=1))
