"""Several processes over one PostgreSQL: how many taps a second 1, 2 and 4 of them take, with a private server of it.

    python -m bench.processes [--processes 1 2 4] [--tables 40] [--phones 5] [--seconds 5] [--actors 16]

Every tap is synced by PostgreSQL (fsync on). First the phones of a table are spread over all processes, as by a
balancer that knows of no tables; then every table is at one process. The generator and PostgreSQL share the machine
with the servers, so on few cores more processes cannot show what they would on more. One line of JSON for each run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # the other measurements are scripts

from cluster import Cluster, cluster
from house import CHECKOUT, UNLIMITED, House, _end, _port
from phones import Phone
from playing import Evening, listening, quantiles, table
from tables import racing


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--actors", type=int, default=16, help="tables that tap without a pause")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with cluster(durable=True) as server:
        for many in chosen.processes:
            for by_night in (False, True) if many > 1 else (True,):
                print(json.dumps(run(server, many, by_night, chosen)), flush=True)


def run(server: Cluster, many: int, by_night: bool, chosen: argparse.Namespace) -> dict[str, Any]:
    """One measurement, with an empty database and new processes."""
    server.ask("DROP DATABASE IF EXISTS bench WITH (FORCE)")
    server.ask("CREATE DATABASE bench")
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-"))
        houses = [stack.enter_context(process(data, server.url("bench"))) for _ in range(many)]
        return asyncio.run(measured(houses, by_night, chosen))


@contextmanager
def process(data: str, url: str) -> Iterator[House]:
    """One process of the house on a free port."""
    command = [sys.executable, "-m", "companion.cli", "--host", "127.0.0.1", "--port", "0", "--data", data]
    environ = {**os.environ, "PYTHONUNBUFFERED": "1", "COMPANION_DATABASE_URL": url, **UNLIMITED}
    started = subprocess.Popen(command, cwd=CHECKOUT, env=environ, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        yield House(_port(started), started.pid)
    finally:
        _end(started)


async def measured(houses: list[House], by_night: bool, chosen: argparse.Namespace) -> dict[str, Any]:
    tables = [await table(houses[number % len(houses)], chosen.phones) for number in range(chosen.tables)]
    if not by_night:
        for number, phones in enumerate(tables):
            for place, phone in enumerate(phones):
                move(phone, houses[(number + place) % len(houses)])
    evenings = [Evening(phones, random.Random(chosen.seed + number)) for number, phones in enumerate(tables)]
    async with listening([phone for phones in tables for phone in phones]):
        await racing(evenings[: chosen.actors], 1.0)  # warms templates and memory, and is not counted
        return {
            "processes": len(houses),
            "tables": "each at one process" if by_night else "spread over all",
            **await counted(houses, evenings, chosen),
            "load": round(os.getloadavg()[0], 1),
        }


def move(phone: Phone, house: House) -> None:
    """The phone is at another process from now on."""
    phone.close()
    phone.house, phone._wire = house, None


async def counted(houses: list[House], evenings: list[Evening], chosen: argparse.Namespace) -> dict[str, Any]:
    for evening in evenings:
        evening.took = {"trick": [], "drink": []}
    began, own, server = perf_counter(), process_time(), sum(house.cpu() or 0 for house in houses)
    await racing(evenings[: chosen.actors], chosen.seconds)
    seconds, own = perf_counter() - began, process_time() - own
    took = [one for evening in evenings for kind in evening.took.values() for one in kind]
    worked = sum(house.cpu() or 0 for house in houses) - server
    return {
        "per_s": round(len(took) / seconds, 1),
        "ms": quantiles(took),
        "server_cpu_ms_per_tap": round(worked * 1000 / len(took), 2),
        "generator_cpu": round(own / seconds, 2),
        "cores": os.cpu_count(),
    }


if __name__ == "__main__":
    main()
