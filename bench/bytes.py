"""Bytes sent to a phone: what it downloads before it can play, and the size of each update.

    python -m bench.bytes [--phones 5] [--taps 100]

The first join counts headers and bodies, compressed as for a browser: the page of the QR code, sitting down, the table,
and all styles and scripts of these pages. An update is the data on the stream of one phone for one trick. Prints a
table to stderr and JSON to stdout; exits with 1 if the first join is larger than 40 kB, or an update than 1.1 KB in the
median or 1.5 KB at p95.
"""

import argparse
import re
import sys
import zlib
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

from .load import Night
from .survival.server import Server, run_command
from .survival.table import invitation
from .survival.wire import Fields, connected, request

MOST = (40_000, 1100, 1500)
# Icons and the manifest are not counted, since a phone does not wait for them.
FILES = re.compile(r'(?:<link rel="stylesheet" href|<script src)="([^"]+)"')


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    async with Server(data) as server:
        joined, table = Night(server, Random(1)), Night(server, Random(1))
        await joined.seat(3)
        join = await first_join(server.port, await invitation(joined.phones[0]))
        await table.seat(chosen.phones)
        updates = sorted(await evening(table, chosen.taps))
    total, p50, p95 = sum(join.values()), median(updates), updates[int(0.95 * (len(updates) - 1))]
    sums = {"first join": total, "update, median": p50, "update, p95": p95}
    for name, size in (join | sums).items():
        print(f"{size:8g} {name}", file=sys.stderr)
    faults = [f"{name}: {size}" for (name, size), most in zip(sums.items(), MOST, strict=True) if size > most]
    return {"first_join": {**join, "total": total}, "update_bytes": {"p50": p50, "p95": p95}, "faults": faults}


async def first_join(port: int, link: str) -> dict[str, int]:
    """The sizes in bytes of all that a new phone is sent."""
    sizes: dict[str, int] = {}

    async def fetch(name: str, method: str, path: str, fields: Fields = (), cookie: str = "") -> tuple[str, str]:
        async with connected(port) as (reader, writer):
            head, _, body = request(port, method, path, fields, cookie).partition(b"\r\n\r\n")
            writer.write(head + b"\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n" + body)
            answer = await reader.read()
        sizes[name] = len(answer)
        said, _, packed = answer.partition(b"\r\n\r\n")
        text = zlib.decompress(packed, 31) if b"content-encoding: gzip" in said.lower() else packed
        return said.decode(), text.decode()

    _, page = await fetch("the invitation", "GET", link)
    seated, _ = await fetch("sitting down", "POST", link, [("name", "Dan")])
    cookie = re.search(r"^Set-Cookie: ([^;]+)", seated, re.M | re.I)
    place = re.search(r"^Location: (\S+)", seated, re.M | re.I)
    assert cookie is not None
    assert place is not None
    _, night = await fetch("the table", "GET", place[1], (), cookie[1])
    for file in dict.fromkeys(FILES.findall(page) + FILES.findall(night)):
        await fetch(file.rpartition("/")[2], "GET", file)
    return sizes


async def evening(table: Night, taps: int) -> list[int]:
    """The bytes that one phone is sent for each trick."""
    sizes = list[int]()
    await table.listen()
    for _ in range(taps):
        before = table.bytes
        await table.tap(monotonic())
        sizes.append(table.bytes - before)
    await table.leave()
    return sizes


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measured, phones=5, taps=100))
