"""A flood: one phone, with or without a seat, that asks all its connections carry, in a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from .wire import LIMIT, Fields, answer, connected, pieces, request

BROKEN = (OSError, EOFError, TimeoutError)
OPENING = 0.02  # seconds from one stream to the next
PAGES = ("", "drinks", "rules", "log", "seats", "share", "night.json", "poll?page=table", "outlook", "start")


class Flooder(NamedTuple):
    """Who floods: `cookie` is empty for nobody; `connections` ask without a pause, with streams opened beside them."""

    port: int
    night: str
    cookie: str
    connections: int
    seconds: float
    seed: int


class Asked(NamedTuple):
    """One request of a flood."""

    method: str
    path: str
    fields: Fields = ()


def flooded(flooder: Flooder, told: Connection) -> None:
    """Floods for its seconds; tells when it begins, and in the end what was answered."""
    told.send("begins")
    told.send(asyncio.run(_flood(flooder)))
    told.close()


def started(flooder: Flooder) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    """The flood in a process of its own, and where it tells when it begins, and its figures in the end."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=flooded, args=(flooder, theirs), daemon=True)
    process.start()
    return process, ours


async def _flood(flooder: Flooder) -> dict[str, object]:
    counts, until, open_now = Counter[str](), time.monotonic() + flooder.seconds, set[int]()
    chance = Random(flooder.seed)
    asks = [_asks(flooder, Random(chance.random()), until, counts) for _ in range(flooder.connections)]
    async with asyncio.TaskGroup() as group:
        for each in asks:
            group.create_task(each)
        streams = group.create_task(_streams(flooder, until, open_now, counts)) if flooder.cookie else None
    most = streams.result() if streams is not None else 0
    return {
        "per_s": round(sum(counts.values()) / flooder.seconds),
        "streams_at_most": most,
        **dict(sorted(counts.items())),
    }


async def _asks(flooder: Flooder, chance: Random, until: float, counts: Counter[str]) -> None:
    """One connection, opened again whenever it breaks, and asked again as soon as it answered."""
    next_one = _of_a_guest if flooder.cookie else _of_nobody
    while time.monotonic() < until:
        with suppress(*BROKEN):
            async with connected(flooder.port) as (reader, writer):
                while (left := until - time.monotonic()) > 0:
                    asked = next_one(flooder, chance)
                    writer.write(request(flooder.port, asked.method, asked.path, asked.fields, flooder.cookie, ""))
                    got = await asyncio.wait_for(answer(reader), left + 0.1)
                    counts[f"{asked.method} {got.status}"] += 1


KEYS = count(1)


def _of_a_guest(flooder: Flooder, chance: Random) -> Asked:
    """A tap that costs somebody a drink, or a page."""
    if chance.random() < 0.5:
        return Asked("GET", f"/n/{flooder.night}/{chance.choice(PAGES)}")
    rule = [("type", "rule.called"), ("rule", "r1"), ("player", "p5"), ("again", "yes"), ("key", f"flood{next(KEYS)}")]
    return Asked("POST", f"/n/{flooder.night}/entries", rule)


def _of_nobody(flooder: Flooder, chance: Random) -> Asked:
    """What is open to anybody, and a knock at a table's door."""
    kinds: tuple[Callable[[], Asked], ...] = (
        lambda: Asked("GET", "/"),
        lambda: Asked("GET", f"/j/{'x' * 22}"),
        lambda: Asked("GET", f"/n/{flooder.night}/"),
        lambda: Asked("GET", f"/n/{flooder.night}/live?page=table"),
        lambda: Asked("GET", "/static/app.css"),
        lambda: Asked("POST", "/join", [("code", "ABCD2345")]),
        lambda: Asked("POST", "/nights", [("night", "Flood"), ("name", "Flo"), ("unit", "sip")]),
        lambda: Asked("POST", f"/n/{flooder.night}/entries", [("type", "game.ended")]),
    )
    return chance.choice(kinds)()


async def _streams(flooder: Flooder, until: float, open_now: set[int], counts: Counter[str]) -> int:
    """Opens one stream after the other and hangs up on none; how many were open at once."""
    most, tasks = 0, []
    for number in count():
        if (left := until - time.monotonic()) <= 0:
            break
        tasks.append(asyncio.create_task(_listens(flooder, number, open_now, counts)))
        await asyncio.sleep(min(OPENING, left))
        most = max(most, len(open_now))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return most


async def _listens(flooder: Flooder, number: int, open_now: set[int], counts: Counter[str]) -> None:
    path = f"/n/{flooder.night}/live?page=table"
    with suppress(*BROKEN):
        reader, writer = await asyncio.open_connection("127.0.0.1", flooder.port, limit=LIMIT)
        try:
            writer.write(request(flooder.port, "GET", path, cookie=flooder.cookie))
            head = await reader.readuntil(b"\r\n\r\n")
            counts[f"stream {head[9:12].decode()}"] += 1
            if b" 200 " in head:
                open_now.add(number)
                async for _ in pieces(reader):
                    pass
        finally:
            open_now.discard(number)
            writer.transport.abort()
