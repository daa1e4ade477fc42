"""Several processes over one PostgreSQL: how many taps a second they take, with a private server of it.

    python -m bench.processes [--processes 1 2 4] [--tables 40] [--phones 5] [--seconds 5] [--tapping 16]

Every tap is synced by PostgreSQL (fsync on). Each table is at one process first; then the phones of each table are
spread over all processes, as by a balancer that knows of no tables. Some tables tap without a pause; a tap is over when
the last phone of its table has the update. `work` is the processor time of the processes for a tap, without
PostgreSQL's own. The phones and PostgreSQL share the machine with the processes. Prints JSON to stdout and a table to
stderr.
"""

import argparse
import asyncio
import json
import os
import sys
from contextlib import ExitStack
from random import Random
from time import perf_counter

from tests.cluster import Cluster, cluster

from .load import Server, Table, companion

WARM = 1.0  # seconds of taps that are not counted
Figures = dict[str, float]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--phones", type=int, default=5, help="phones at each table, 2 to 10")
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--tapping", type=int, default=16, help="tables that tap without a pause")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    told: list[dict[str, object]] = []
    with cluster(durable=True) as database:
        for many in chosen.processes:
            for is_spread in (False, True)[: min(many, 2)]:
                told.append({"processes": many, "spread": is_spread, **measured(database, many, is_spread, chosen)})
                print(*(f"{name} {figure}" for name, figure in told[-1].items()), sep="  ", file=sys.stderr, flush=True)
    print(json.dumps({**vars(chosen), "runs": told}))


def measured(database: Cluster, many: int, is_spread: bool, chosen: argparse.Namespace) -> Figures:
    """Starts so many processes over an empty database, and lets tables tap."""
    database.ask("DROP DATABASE IF EXISTS bench WITH (FORCE)")
    database.ask("CREATE DATABASE bench")
    os.environ["COMPANION_DATABASE_URL"] = database.url("bench")
    with ExitStack() as stack:
        servers = [stack.enter_context(companion()) for _ in range(many)]
        return asyncio.run(tapped(servers, is_spread, chosen))


async def tapped(servers: list[Server], is_spread: bool, chosen: argparse.Namespace) -> Figures:
    chance, ports = Random(chosen.seed), [server.port for server in servers]
    tables = []
    for number in range(chosen.tables):
        port = ports[number % len(ports)]
        tables.append(Table(port, Random(chance.random()), ports if is_spread else ()))
        await tables[-1].seat(chosen.phones)
        for phone in tables[-1].phones:
            await phone.listen()
    await taps(tables[: chosen.tapping], WARM)
    before = sum(server.cpu() for server in servers)
    took = sorted(await taps(tables[: chosen.tapping], chosen.seconds))
    work = sum(server.cpu() for server in servers) - before
    for table in tables:
        for phone in table.phones:
            await phone.hang_up()
    return {
        "taps_per_s": round(len(took) / chosen.seconds),
        "p50_ms": round(took[len(took) // 2] * 1000),
        "p99_ms": round(took[int(0.99 * (len(took) - 1))] * 1000),
        "work_ms": round(work * 1000 / len(took), 1),
    }


async def taps(tables: list[Table], seconds: float) -> list[float]:
    """How long each tap took; every table begins the next one when the last phone has the one before."""
    until = perf_counter() + seconds

    async def one(table: Table) -> list[float]:
        took = []
        while (now := perf_counter()) < until:
            took.append(await table.tap(now))
        return took

    return [each for table in await asyncio.gather(*map(one, tables)) for each in table]


if __name__ == "__main__":
    main()
