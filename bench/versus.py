"""Compares this checkout with another commit, in pairs in one run: work per tap, last phone, memory per phone.

    python -m bench.versus --against REV [--tables 60] [--phones 5] [--taps 300] [--rate 30] [--pairs 3]

Each side is a `companion` of its own checkout with an empty database. Taps are due `--rate` times a second, each at a
table without an unfinished tap. The time of a tap is from when it is due until the last phone of that table has the
update. `work` is the server's processor time for a tap and its updates; `memory` is the growth of the process for each
phone with its stream and an idle connection, including the nights. The lower limit is an empty POST through Flask on
this checkout's server: `posts_per_tap` is how many of them a tap costs. A ratio is this checkout's median over all
pairs, divided by REV's.
Prints JSON to stdout and a table to stderr.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from .load import CHECKOUT, Server, Table, companion, running
from .survival.wire import ask

WARM = 2  # the first taps of each table, and the first tables, are not counted
# An app with only an empty response, on the same Flask and server.
LIMIT = """
from gevent import monkey
monkey.patch_all()
from flask import Flask, request
from companion.server import gevent_server, serve
app = Flask("limit", static_folder=None)
@app.post("/")
def post():
    return "", 204 if request.form else 400
listener = serve.bind("127.0.0.1", 0)
print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
gevent_server.serve(app, listener, None, serve.stop_asked())()
"""
FIELDS = [("type", "trick.taken"), ("deal", "1"), ("trick", "1"), ("winner", "p1"), ("key", "x" * 22)]
Figures = dict[str, float]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--against", metavar="REV", help="the commit to compare with; without it just this checkout")
    options.add_argument("--tables", type=int, default=60)
    options.add_argument("--phones", type=int, default=5, help="phones at each table, 2 to 10")
    options.add_argument("--taps", type=int, default=300)
    options.add_argument("--rate", type=float, default=30.0, help="taps a second")
    options.add_argument("--pairs", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-versus-") as folder:
        sides = {"ours": CHECKOUT}
        if chosen.against:
            sides[chosen.against] = checked_out(chosen.against, Path(folder))
        runs: dict[str, list[Figures]] = {name: [] for name in sides}
        limits = []
        for pair in range(chosen.pairs):
            for name in list(sides)[:: -1 if pair % 2 else 1]:
                with companion(sides[name]) as server:
                    runs[name].append(asyncio.run(measured(server, chosen)))
                print(f"{name}: {runs[name][-1]}", file=sys.stderr, flush=True)
            with running(["-c", LIMIT]) as server:
                limits.append(asyncio.run(empty_posts(server, chosen.taps)))
    told(runs, median(limits), chosen)


def checked_out(rev: str, folder: Path) -> Path:
    """Extracts the files of a commit without changing the checkout."""
    packed = subprocess.run(["git", "archive", rev], cwd=CHECKOUT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return folder


async def measured(server: Server, chosen: argparse.Namespace) -> Figures:
    """Measures one server: players sit down, phones listen, taps become due."""
    chance = Random(chosen.seed)
    tables = [Table(server.port, Random(chance.random())) for _ in range(chosen.tables)]
    phones, before = [], 0.0
    for number, table in enumerate(tables):
        if number == WARM:  # memory that the first tables need is not counted for any phone
            before = server.memory()
        await table.seat(chosen.phones)
        for phone in table.phones:
            await phone.listen()
        phones += table.phones
    await asyncio.sleep(1.0)
    memory = (server.memory() - before) / max(1, len(phones) - WARM * chosen.phones)
    await taps(tables, WARM * len(tables), chosen.rate, chance)
    began, sent = server.cpu(), sum(phone.bytes for phone in phones)
    took = sorted(await taps(tables, chosen.taps, chosen.rate, chance))
    work = (server.cpu() - began) * 1000 / chosen.taps
    updates = (sum(phone.bytes for phone in phones) - sent) / chosen.taps / chosen.phones
    for phone in phones:
        await phone.hang_up()
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
    start = perf_counter()

    async def one(number: int) -> float:
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - perf_counter()))
        table = await free.get()
        try:
            return await table.tap(due)
        finally:
            free.put_nowait(table)

    return list(await asyncio.gather(*map(one, range(count))))


async def empty_posts(server: Server, count: int) -> float:
    """Processor time in milliseconds for one POST with the fields of a tap."""
    for _ in range(count):
        await ask(server.port, "POST", "/", FIELDS)
    began = server.cpu()
    for _ in range(count):
        await ask(server.port, "POST", "/", FIELDS)
    return (server.cpu() - began) * 1000 / count


def told(runs: dict[str, list[Figures]], post: float, chosen: argparse.Namespace) -> None:
    """Medians and ratios, for people and as JSON."""
    medians = {name: {key: median(one[key] for one in each) for key in each[0]} for name, each in runs.items()}
    ours = medians["ours"]
    ratios = {key: round(ours[key] / them[key], 2) for name, them in medians.items() if name != "ours" for key in ours}
    for key in ours:
        cells = "  ".join(f"{name} {figures[key]:g}" for name, figures in medians.items())
        print(f"{key:20}{cells}  ratio {ratios.get(key, '-')}", file=sys.stderr)
    posts = round(ours["work_ms"] / post, 1)
    print(f"an empty POST takes {post:.3f} ms, so a tap is {posts} of them", file=sys.stderr)
    print(json.dumps({
        "medians": medians, "ratios": ratios, "empty_post_ms": round(post, 3), "posts_per_tap": posts, "runs": runs,
        "tables": chosen.tables, "phones": chosen.phones,
    }))  # fmt: skip


if __name__ == "__main__":
    main()
