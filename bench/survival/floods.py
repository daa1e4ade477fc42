"""One phone floods the table while four others play at their own pace: how long their taps take then.

    python -m bench.survival.floods [--seconds 12] [--connections 32] [--every 0.5] [--seed 1]

Five people at a table of Five-Card Yak, with the limits that a house has by itself. Four tap in turn and listen to
their streams; first in peace, then while the fifth floods the companion with taps, pages and open streams, in peace
again, and while somebody without any cookie floods the start page, codes, links and nights. A tap counts until it is
answered (`tap`), and until the slowest of the four has it painted (`seen`). The flood is a process of its own, but
shares the machine with the server. Prints one line of JSON: milliseconds, and the ratio of each flood to the peace
before it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from .clock import Clock
from .flood import Flooder, started
from .history import ACKNOWLEDGED, History
from .house import House
from .phone import Phone
from .regions import seq_of
from .table import phones_on, seated
from .taps import AMOUNT, SLOT, Fields, a_drink, players
from .verdict import faults, integrity, rows_of

TALLIED = ("tap", "seen")
PATIENCE = 30.0
Took = dict[str, list[float]]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seconds", type=float, default=12.0, help="how long each of the four parts lasts")
    options.add_argument("--connections", type=int, default=32, help="of the flood, each asking without a pause")
    options.add_argument("--every", type=float, default=0.5, help="seconds from one tap of the table to the next")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-floods-") as data:
        result = asyncio.run(measured(Path(data), chosen))
    print(json.dumps(result))
    return bool(result["faults"])


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Peace, a flood by a guest, peace, a flood by nobody."""
    house, history = House(data, settings={}), History(chosen.seed)
    await house.start()
    phones = phones_on([house] * 5, Clock(), history)
    try:
        await seated(phones, "Floods")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        told = await both(phones, chosen)
    finally:
        for phone in phones:
            await phone.stop()
        rows = rows_of(data, phones[0].night)
        await house.end()
    taps = [tap for tap in history.taps if tap.outcome != ACKNOWLEDGED]
    found = [fault for fault in faults(history, rows) if "(flood" not in fault]
    found += [f"{tap.key}: {tap.outcome} {tap.attempts[-1].said}" for tap in taps]
    return {"seed": chosen.seed, **told, "taps": len(history.taps), "integrity": integrity(data), "faults": found}


async def both(phones: list[Phone], chosen: argparse.Namespace) -> dict[str, Any]:
    """Each flood after a while of peace."""
    *table, flooder = phones
    for phone in table:
        phone.live.go()
    chance, told = Random(f"{chosen.seed} table"), dict[str, Any]()
    await played(table, chance, chosen, 3.0)  # warms templates and memory, and is not counted
    for who, cookie in (("guest", flooder.cookie), ("nobody", "")):
        peace = await played(table, chance, chosen, chosen.seconds)
        port = flooder.network.port
        flood = Flooder(port, flooder.night, cookie, chosen.connections, chosen.seconds, chosen.seed)
        process, figures = started(flood)
        assert await asyncio.to_thread(figures.recv) == "begins"
        during = await played(table, chance, chosen, chosen.seconds)
        told[who] = {**compared(peace, during), "flood": await asyncio.to_thread(figures.recv)}
        await asyncio.to_thread(process.join, PATIENCE)
    return told


async def played(table: list[Phone], chance: Random, chosen: argparse.Namespace, seconds: float) -> Took:
    """The table at an even pace; a tap that is late counts from when it was due."""
    took: Took = {name: [] for name in TALLIED}
    due = time.monotonic()
    for number in range(max(1, int(seconds / chosen.every))):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        phone = table[number % len(table)]
        await phone.tap(next_tap(phone, chance), tries=3)
        took["tap"].append(time.monotonic() - due)
        seq = seq_of(phone.version)
        await asyncio.wait_for(asyncio.gather(*(shown(each, seq) for each in table)), PATIENCE)
        took["seen"].append(time.monotonic() - due)
        due += chosen.every
    return took


def next_tap(phone: Phone, chance: Random) -> Fields:
    """What this phone says its player owes, else the trick that it asks for."""
    if AMOUNT.search(phone.regions.get("r-mine", "")):
        return [*a_drink(phone, chance), ("again", "yes")]
    deal, trick = SLOT.search(phone.regions["r-record"]).groups()  # type: ignore[union-attr]
    return [("type", "trick.taken"), ("deal", deal), ("trick", trick), ("winner", chance.choice(players(phone)))]


async def shown(phone: Phone, seq: int) -> None:
    while seq_of(phone.version) < seq:
        await asyncio.sleep(0.001)


def compared(peace: Took, during: Took) -> dict[str, Any]:
    """Both in milliseconds, and how many times as long it took during the flood."""
    told: dict[str, Any] = {}
    for name in TALLIED:
        calm, wild = spread(peace[name]), spread(during[name])
        ratio = {what: round(wild[what] / calm[what], 1) for what in ("p50", "p95")}
        told[name] = {"peace": calm, "flood": wild, "ratio": ratio}
    return told


def spread(took: list[float]) -> dict[str, float]:
    ordered = sorted(took)
    at = {"p50": statistics.median(ordered), "p95": ordered[int(0.95 * (len(ordered) - 1))], "max": ordered[-1]}
    return {name: round(value * 1000, 1) for name, value in at.items()} | {"n": len(ordered)}


if __name__ == "__main__":
    sys.exit(main())
