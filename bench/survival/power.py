"""The power goes at any moment: what was acknowledged had been synced, and the database is whole.

    python -m bench.survival.power [--posts 300] [--phones 6] [--seed 1] [--deaf]

The server runs under strace (Linux), which notes what it writes to its database and what it syncs. Phones tap as in
`posts`. Afterwards the power is cut on paper at the instant in which each tap was acknowledged, and at as many others:
the files are put together from what had been synced by then, and of the rest nothing, half (sector by sector), or all.
Every tap acknowledged by then must be in the log that SQLite makes of them. With --deaf the disk forgets to sync, as
some do: then the verdict must find losses. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from .clock import Clock
from .history import ACKNOWLEDGED, History
from .house import House
from .phone import Phone
from .posts import thumb
from .table import phones_on, seated
from .trace import STRACE, Disk, Step, steps
from .verdict import database, integrity, rows_of

LUCK = (0.0, 0.5, 1.0)  # of what was not synced: nothing, each sector or not, everything
SHARDS = ("", "-wal", "-journal")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--posts", type=int, default=300, help="taps, each with a key of its own")
    options.add_argument("--phones", type=int, default=6, help="phones at the table, 2 to 13")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--deaf", action="store_true", help="the disk forgets what it was told to sync while they tap")
    chosen = options.parse_args()
    if not possible():
        print("No strace is to be had here, so the power cannot be cut.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="companion-power-") as folder:
        result = asyncio.run(cut(Path(folder), chosen))
    print(json.dumps(result))
    return bool(result["faults"])


def possible() -> bool:
    """Whether this machine has strace, and lets us use it."""
    return shutil.which(STRACE[0]) is not None and subprocess.run([*STRACE, "/dev/null", "true"]).returncode == 0


async def cut(folder: Path, chosen: argparse.Namespace) -> dict[str, object]:
    """An evening under strace, and what a power cut would have left of it at every one of its moments."""
    data, trace, history = folder / "data", folder / "trace", History(chosen.seed)
    house = House(data, around=[*STRACE, str(trace)])
    await house.start()
    phones = phones_on([house] * chosen.phones, Clock(), history)
    try:
        await seated(phones, "Power")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        began = time.time()
        await tapped(phones, chosen.posts)
    finally:
        for phone in phones:
            await phone.stop()
        await house.end(signal.SIGKILL)
    happened = steps(await written(trace), tuple(str(database(data)) + shard for shard in SHARDS))
    return {"seed": chosen.seed, "taps": len(history.taps), "acknowledged": history.count(ACKNOWLEDGED),
            "syncs": sum(step.kind == "sync" and step.at > began for step in happened),
            **judged(happened, history, phones[0].night, database(data), began, chosen)}  # fmt: skip


async def tapped(phones: list[Phone], posts: int) -> None:
    share, more = divmod(posts, len(phones))
    counts = Counter[str]()
    await asyncio.gather(*(thumb(phone, share + (place < more), counts) for place, phone in enumerate(phones)))


async def written(trace: Path) -> Path:
    """The trace, once strace has seen the server die."""
    for _ in range(200):
        if "+++ killed" in trace.read_text()[-200:]:
            break
        await asyncio.sleep(0.05)
    return trace


def judged(
    happened: list[Step], history: History, night: str, path: Path, began: float, chosen: argparse.Namespace
) -> dict[str, object]:
    """The power is cut at every moment and with every luck: how often, how much was in the air, and what was lost."""
    chance, disk, found, counts = Random(chosen.seed), Disk(), list[str](), Counter[str]()
    known = sorted((tap.acknowledged, tap.phone, tap.key) for tap in history.taps if tap.outcome == ACKNOWLEDGED)
    heard = [each for each in known if each[0] > began]
    last, place = heard[-1][0], 0
    for moment in sorted([*(at for at, _, _ in heard), *(chance.uniform(began, last) for _ in heard)]):
        while place < len(happened) and happened[place].at <= moment:
            step = happened[place]
            place += 1
            if not (chosen.deaf and step.kind == "sync" and step.at > began):
                disk.take(step)
        counts["unsynced"] += any(disk.unsure.values())
        acknowledged = {(phone, key) for at, phone, key in known if at <= moment}
        for luck in LUCK:
            counts["cuts"] += 1
            found += left(disk.after_a_cut(chance, luck), path, night, acknowledged, f"{moment - began:.4f} s, {luck}")
    return {**counts, "faults": found if len(found) < 20 else [*found[:20], f"and {len(found) - 20} more"]}


def left(files: dict[str, bytes], path: Path, night: str, acknowledged: set[tuple[str, str]], when: str) -> list[str]:
    """What is wrong with a database put together from these files."""
    with tempfile.TemporaryDirectory(prefix="companion-cut-") as folder:
        for name, content in files.items():
            (Path(folder) / Path(name).name).write_bytes(content)
        try:
            sound, rows = integrity(Path(folder)), rows_of(Path(folder), night)
        except sqlite3.Error as error:
            return [f"{when}: the database cannot be read: {error}"]
    lost = acknowledged - {(row.phone or "", row.tap or "") for row in rows}
    found = [f"{when}: {len(lost)} acknowledged and lost"] * bool(lost)
    found += [f"{when}: the database: {sound}"] * (sound != "ok")
    found += [f"{when}: the log has a gap"] * ([row.seq for row in rows] != [*range(1, len(rows) + 1)])
    return found


if __name__ == "__main__":
    sys.exit(main())
