"""Bytes sent to a phone: what it downloads before it can play, and the size of each update.

    python -m bench.bytes [--phones 5] [--taps 100]

The first join counts headers and bodies, compressed as for a browser: the page of the QR code, sitting down, the table,
and all styles and scripts of these pages. An update is the data on the stream of one phone for one trick. Prints a
table to stderr and JSON to stdout; exits with 1 if the first join is larger than 38 KB, or an update than 1.1 KB in the
median or 1.5 KB at p95.
"""

import argparse
import asyncio
import json
import re
import sys
import zlib
from random import Random
from statistics import median
from time import perf_counter

from .load import Table, companion
from .survival.wire import Fields, connected, request

MOST, MEDIAN, P95 = 38 * 1024, 1100, 1500
# Icons and the manifest are not counted, since a phone does not wait for them.
FILES = re.compile(r'(?:<link rel="stylesheet" href|<script src)="([^"]+)"')


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=5, help="phones at the table, 2 to 10")
    options.add_argument("--taps", type=int, default=100)
    chosen = options.parse_args()
    with companion() as server:
        join = asyncio.run(first_join(server.port))
        updates = sorted(asyncio.run(evening(server.port, chosen)))
    total, p50, p95 = sum(join.values()), median(updates), updates[int(0.95 * (len(updates) - 1))]
    print(
        f"first join: {total} bytes", *(f"  {name}: {size}" for name, size in join.items()), sep="\n", file=sys.stderr
    )
    print(f"a trick's update: {p50} bytes in the median, {p95} at p95", file=sys.stderr)
    print(json.dumps({"first_join": {**join, "total": total}, "update_bytes": {"p50": p50, "p95": p95}}))
    sys.exit(total > MOST or p50 > MEDIAN or p95 > P95)


async def first_join(port: int) -> dict[str, int]:
    """The sizes in bytes of all that a new phone is sent."""
    table = Table(port, Random(1))
    await table.seat(3)
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

    _, page = await fetch("the invitation", "GET", table.link)
    seated, _ = await fetch("sitting down", "POST", table.link, [("name", "Dan")])
    cookie = re.search(r"^Set-Cookie: ([^;]+)", seated, re.M | re.I)
    place = re.search(r"^Location: (\S+)", seated, re.M | re.I)
    assert cookie is not None
    assert place is not None
    _, night = await fetch("the table", "GET", place[1], (), cookie[1])
    for file in dict.fromkeys(FILES.findall(page) + FILES.findall(night)):
        await fetch(file.rpartition("/")[2], "GET", file)
    return sizes


async def evening(port: int, chosen: argparse.Namespace) -> list[int]:
    """The bytes that one phone is sent for each trick."""
    table = Table(port, Random(1))
    await table.seat(chosen.phones)
    for phone in table.phones:
        await phone.listen()
    sizes, phone = [], table.phones[0]
    for _ in range(chosen.taps):
        before = phone.bytes
        await table.tap(perf_counter())
        sizes.append(phone.bytes - before)
    for each in table.phones:
        await each.hang_up()
    return sizes


if __name__ == "__main__":
    main()
