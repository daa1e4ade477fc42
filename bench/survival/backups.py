"""Backups while everybody taps: no tap is refused or late for it, and what is restored is the night as it was.

    python -m bench.survival.backups [--backups 10] [--phones 13] [--entries 100000] [--seed 1]

A house in which so many entries lie already; thirteen phones tap as fast as they are answered, three seconds in peace
and then while `companion backup` makes one copy after the other. Then each is put back by `companion restore` in an
empty folder: its night must be the beginning of the night that was played, and count what that counts. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

from companion.rules.replay import main_text
from companion.store import nights
from companion.store.database import Database, database_of

from .clock import Clock
from .fold import beside
from .history import ACKNOWLEDGED, History, Tap
from .house import House, commanded
from .phone import Phone
from .table import phones_on, seated
from .verdict import database, faults, integrity, rows_of

IN_PEACE = 3.0  # seconds
FINE = '{"type":"fine.given","player":"p1","amount":1,"reason":"late once more"}'


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--backups", type=int, default=10)
    options.add_argument("--phones", type=int, default=13, help="phones at the table, 2 to 13")
    options.add_argument("--entries", type=int, default=100_000, help="entries that lie in the house already")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-backups-") as folder:
        result = asyncio.run(backed_up(Path(folder), chosen))
    print(json.dumps(result))
    return bool(result["faults"])


async def backed_up(folder: Path, chosen: argparse.Namespace) -> dict[str, object]:
    """The evening with its backups, and what is wrong with any of them."""
    data = folder / "data"
    filled(data, chosen.entries)
    house, history = House(data), History(chosen.seed)
    await house.start()
    phones = phones_on([house] * chosen.phones, Clock(), history)
    try:
        await seated(phones, "Backups")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        over = asyncio.Event()
        thumbs = [asyncio.create_task(thumb(phone, over)) for phone in phones]
        await asyncio.sleep(IN_PEACE)
        began, copies = time.time(), [folder / f"copy-{number}.db" for number in range(chosen.backups)]
        took = [await timed(asyncio.to_thread(commanded, "backup", str(to), "--data", str(data))) for to in copies]
        over.set()
        await asyncio.gather(*thumbs)
    finally:
        for phone in phones:
            await phone.stop()
        await house.end()
    whole = json.loads(commanded("export", phones[0].night, "--data", str(data)))
    found = faults(history, rows_of(data, phones[0].night))
    held = [restored(copy, folder / f"{copy.stem}-restored", phones[0].night, whole, found) for copy in copies]
    return {
        "seed": chosen.seed, "backups": len(copies), "bytes": copies[-1].stat().st_size,
        "backup_s": round(statistics.median(took), 2), "slowest_backup_s": round(max(took), 2), "restored_to": held,
        **heard(history, began, found), "faults": found,
    }  # fmt: skip


def heard(history: History, began: float, found: list[str]) -> dict[str, object]:
    """How the taps fared before the backups began and meanwhile; one without its entry is a fault."""
    known = [tap for tap in history.taps if tap.outcome == ACKNOWLEDGED]
    found += [f"{tap.key}: {tap.outcome}" for tap in history.taps if tap.outcome != ACKNOWLEDGED]
    return {
        "taps": len(history.taps), "failed_writes": len(history.taps) - len(known),
        "peace_ms": waits([tap for tap in known if tap.sent < began]),
        "meanwhile_ms": waits([tap for tap in known if tap.sent >= began]),
    }  # fmt: skip


def waits(taps: list[Tap]) -> dict[str, int]:
    """How long phones waited for their answers: median, 99 in 100, and at worst."""
    ordered = sorted(tap.acknowledged - tap.sent for tap in taps)
    places = {"p50": len(ordered) // 2, "p99": len(ordered) * 99 // 100, "max": -1}
    return {name: round(1000 * ordered[place]) for name, place in places.items()}


def filled(data: Path, entries: int) -> None:
    """A house with a night of so many entries in it, which nobody looks at."""
    disk: Database = database_of(beside(data))
    night = nights.open_night(disk)
    rows = ((night.id, seq, night.created_at, FINE) for seq in range(1, entries + 1))
    with closing(connect(database(data))) as lying, lying:
        lying.executemany("INSERT INTO entry (night_id, seq, at, event) VALUES (?, ?, ?, ?)", rows)


async def thumb(phone: Phone, over: asyncio.Event) -> None:
    """Everybody catches themselves, as fast as they are answered."""
    while not over.is_set():
        await phone.tap([("type", "rule.called"), ("rule", "r1"), ("player", phone.player), ("again", "yes")])


async def timed(work: Awaitable[object]) -> float:
    began = time.monotonic()
    await work
    return time.monotonic() - began


def restored(copy: Path, to: Path, night: str, whole: dict[str, list[object]], found: list[str]) -> int:
    """How many entries of the night are there again; what is wrong with them goes to what was found."""
    commanded("restore", str(copy), "--data", str(to))
    again = commanded("export", night, "--data", str(to))
    entries = json.loads(again)["events"]
    beginning = json.dumps({**whole, "events": whole["events"][: len(entries)]}).encode()
    if entries != whole["events"][: len(entries)] or main_text(again) != main_text(beginning):
        found.append(f"{copy.name} is another night from entry {len(entries)}")
    if (sound := integrity(to)) != "ok":
        found.append(f"{copy.name}: {sound}")
    return len(entries)


if __name__ == "__main__":
    sys.exit(main())
