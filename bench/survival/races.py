"""Two phones record the same trick at once with different takers: one is recorded, the other is told who was faster.

    python -m bench.survival.races [--races 1000] [--seed 1]

Both requests leave in the same instant over connections that are open already, in turn the one or the other first.
Prints one line of JSON; times in milliseconds.
"""

import argparse
import asyncio
import statistics
import sys
from pathlib import Path

from .clock import Clock
from .history import History, Tap
from .phone import Phone
from .server import Server, run_command
from .table import NAMES, phones_on, seated
from .verdict import faults, rows_of

TRICKS = 5


async def raced(data: Path, chosen: argparse.Namespace) -> dict[str, object]:
    """Runs all races at one table of two; returns the results."""
    server, history = Server(data), History(chosen.seed)
    await server.start()
    phones = phones_on([server, server], Clock(), history)
    try:
        await seated(phones, "Races")
        pairs = [await race(phones, number) for number in range(chosen.races)]
        rows = rows_of(data, phones[0].night)
    finally:
        for phone in phones:
            await phone.stop()
        await server.end()
    found = faults(history, rows) + [wrong for pair in pairs for wrong in unfair(pair)]
    tricks = [row for row in rows if row.fact["type"] == "trick.taken"]
    if len(tricks) != chosen.races:
        found.append(f"{chosen.races} races made {len(tricks)} entries")
    told = sorted((tap.attempts[0].answered or 0) - tap.sent for pair in pairs for tap in pair if is_told(tap))
    return {
        "seed": chosen.seed, "races": chosen.races, "entries": len(tricks), "told_by_whom": len(told),
        "loser_told_ms": {"p50": round(statistics.median(told) * 1000, 1), "max": round(told[-1] * 1000, 1)},
        "equal_tables": phones[0].regions["r-players"] == phones[1].regions["r-players"], "faults": found,
    }  # fmt: skip


async def race(phones: list[Phone], number: int) -> list[Tap]:
    """Both phones record one trick at once, each for the other player; the first in the list is sent first."""
    deal, trick = divmod(number, TRICKS)
    slot = [("type", "trick.taken"), ("deal", str(deal + 1)), ("trick", str(trick + 1))]
    order = phones if number % 2 else phones[::-1]
    taps = [phone.new_tap([*slot, ("winner", phone.player)]) for phone in order]
    await asyncio.gather(*(phone.send(tap) for phone, tap in zip(order, taps, strict=True)))
    return taps


def is_told(tap: Tap) -> bool:
    """Whether this phone lost and its answer names the player who was faster."""
    other = NAMES[1] if tap.phone == "p1" else NAMES[0]
    return tap.attempts[0].status == 409 and f"{other} says" in tap.attempts[0].said


def unfair(pair: list[Tap]) -> list[str]:
    """The faults of a race, unless exactly one phone won and the other was told who did."""
    statuses = sorted(tap.attempts[0].status or 0 for tap in pair)
    if statuses == [200, 409] and any(is_told(tap) for tap in pair):
        return []
    return [f"{dict(pair[0].fields)}: {statuses} {[tap.attempts[0].said for tap in pair]}"]


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", raced, races=1000, seed=1))
