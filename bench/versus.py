"""Compares this checkout with another commit and with boardgame.io, in one run: work, last phone, memory, bytes.

    python -m bench.versus [--against REV] [--boardgame FOLDER] [--tables 60] [--phones 5] [--taps 300] [--rate 30]

Taps are due `--rate` times a second, each at a table without an unfinished tap. The time of a tap is from when it is
due until the last phone of that table has the update. `work` is the server's processor time for a tap and its updates;
`memory` is the growth of the process for each phone with its connections, including the nights. Each of `--pairs`
rounds starts every server anew and empty. A ratio is this checkout's median, divided by the other's.

boardgame.io is measured in memory and in files, which it does not sync to the disk, as the companion does. FOLDER is
where it was installed: `npm install --prefix FOLDER boardgame.io@0.50.2`. Prints JSON to stdout, a table to stderr.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

from . import boardgame
from .load import Night, Table
from .survival.server import CHECKOUT, Process, Server

WARM = 2  # the first taps of each table, and the first tables, are not counted
MEMORY, FILES = "boardgame.io in memory", "boardgame.io in files"
Figures = dict[str, float]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--against", metavar="REV", help="a commit to compare with")
    options.add_argument("--boardgame", metavar="FOLDER", type=Path, help="where boardgame.io is installed")
    options.add_argument("--tables", type=int, default=60)
    options.add_argument("--phones", type=int, default=5, help="phones at each table, 2 to 10")
    options.add_argument("--taps", type=int, default=300)
    options.add_argument("--rate", type=float, default=30.0, help="taps a second")
    options.add_argument("--pairs", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-versus-") as folder:
        asyncio.run(compared(chosen, Path(folder)))


async def compared(chosen: argparse.Namespace, folder: Path) -> None:
    """Measures all servers in turns, every second round from the last to the first."""
    sides = ["ours", *filter(None, [chosen.against]), *((MEMORY, FILES) if chosen.boardgame else ())]
    theirs = checked_out(chosen.against, folder / "theirs") if chosen.against else CHECKOUT
    runs: dict[str, list[Figures]] = {name: [] for name in sides}
    for pair in range(chosen.pairs):
        for name in sides[:: -1 if pair % 2 else 1]:
            data = folder / f"{pair} {sides.index(name)}"
            if name in (MEMORY, FILES):
                server = boardgame.served(chosen.boardgame, *([str(data)] if name == FILES else ()))
            else:
                server = Server(data, checkout=CHECKOUT if name == "ours" else theirs)
            async with server:
                runs[name].append(await measured(server, boardgame.Match if name in (MEMORY, FILES) else Night, chosen))
            print(f"{name}: {runs[name][-1]}", file=sys.stderr, flush=True)
    told(runs, chosen)


def checked_out(rev: str, folder: Path) -> Path:
    """Extracts the files of a commit without changing the checkout."""
    packed = folder.with_suffix(".tar")
    subprocess.run(["git", "archive", "--output", packed, rev], cwd=CHECKOUT, check=True)
    shutil.unpack_archive(packed, folder, filter="data")
    return folder


async def measured(server: Process, kind: type[Table], chosen: argparse.Namespace) -> Figures:
    """Measures one server: players sit down, phones listen, taps become due."""
    chance, before = Random(1), 0.0
    tables = [kind(server, Random(chance.random())) for _ in range(chosen.tables)]
    for number, table in enumerate(tables):
        if number == WARM:  # memory that the first tables need is not counted for any phone
            before = server.memory()
        await table.seat(chosen.phones)
        await table.listen()
    await asyncio.sleep(1.0)
    memory = (server.memory() - before) / max(1, chosen.phones * (len(tables) - WARM))
    await taps(tables, WARM * len(tables), chosen.rate, chance)
    began, sent = server.cpu(), sum(table.bytes for table in tables)
    took = sorted(await taps(tables, chosen.taps, chosen.rate, chance))
    work = (server.cpu() - began) * 1000 / chosen.taps
    updates = (sum(table.bytes for table in tables) - sent) / chosen.taps
    for table in tables:
        await table.leave()
    return {
        "work_ms": round(work, 3),
        "last_phone_p50_ms": round(median(took) * 1000, 1),
        "last_phone_p95_ms": round(took[int(0.95 * (len(took) - 1))] * 1000, 1),
        "memory_kib": round(memory, 1),
        "update_bytes": round(updates),
    }


async def taps(tables: list[Table], count: int, rate: float, chance: Random) -> list[float]:
    """Taps that are due at even intervals. Each is timed from when it was due, even if it had to wait for a table."""
    free = asyncio.Queue[Table]()
    for table in chance.sample(tables, len(tables)):
        free.put_nowait(table)
    start = monotonic()

    async def one(number: int) -> float:
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - monotonic()))
        table = await free.get()
        try:
            return await table.tap(due)
        finally:
            free.put_nowait(table)

    return list(await asyncio.gather(*map(one, range(count))))


def told(runs: dict[str, list[Figures]], chosen: argparse.Namespace) -> None:
    """Medians and ratios, for people and as JSON."""
    medians = {name: {key: median(one[key] for one in each) for key in each[0]} for name, each in runs.items()}
    ours, *others = medians
    ratios = {
        name: {key: round(medians[ours][key] / medians[name][key], 2) for key in medians[name]} for name in others
    }
    print(*(f"{name}: {figures}" for name, figures in (medians | ratios).items()), sep="\n", file=sys.stderr)
    print(
        json.dumps(
            {"medians": medians, "ratios": ratios, "runs": runs, "tables": chosen.tables, "phones": chosen.phones}
        )
    )


if __name__ == "__main__":
    main()
