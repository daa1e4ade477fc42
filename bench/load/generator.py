"""One run of the generator: the phones connect, the phases follow each other, and what it all took is told."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import resource
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from itertools import chain
from time import process_time
from typing import Any

from . import gauge
from .following import PATIENCE
from .lines import Lines
from .phases import Phase, played
from .seats import Table, Tally, now, quantiles, weights
from .ways import Server

POSTS = 64  # kept connections that carry taps
CLOGGING = Phase("each", 150, 0)  # taps by which a phone that does not read has more to read than buffers hold
SETTLING = 0.5  # seconds between the last phone that connects and the look at the memory


async def run(
    server: Server, tables: int, phones: int, phases: list[Phase], seed: int = 1, slow: float = 0.0
) -> dict[str, Any]:
    """Plays the phases at so many tables of so many phones, of which the share `slow` never reads; tells of it all."""
    seats = seated(server, tables, phones)
    lines, empty, began = Lines(server, seats, POSTS), gauge.memory(server.pids), now()
    if server.way.is_http:
        await server.way.prepare(seats)
    told: dict[str, Any] = {"prepared_s": round(now() - began, 1)}
    opened, clogged = gauge.memory(server.pids), seats[: int(tables * phones * slow)]
    for table in clogged:
        table.slow.append(table.phones.pop())
    reaper = asyncio.create_task(reap(lines))
    try:
        told |= await lines.connect()
        await asyncio.sleep(SETTLING)
        connected = gauge.memory(server.pids)
        told["phases"] = [await measured(lines, server, clogged, CLOGGING, random.Random(seed)) for _ in clogged[:1]]
        told["phases"] += [await measured(lines, server, seats, phase, random.Random(seed)) for phase in phases]
        told |= {"clogged": gauge.unsent(lines.unread()), "dropped": lines.dropped}
        told |= memories(told["held"] or 1, empty, opened, connected, gauge.memory(server.pids))
    finally:
        reaper.cancel()
        lines.hang_up()
    return told


def seated(server: Server, tables: int, phones: int) -> list[Table]:
    """So many tables of so many phones, which know where to connect."""
    made = [Table(number + 1, phones) for number in range(tables)]
    for phone in chain.from_iterable(table.phones for table in made):
        phone.port = server.port(phone)
    return made


def memories(phones: int, empty: float, opened: float, connected: float, after: float) -> dict[str, float]:
    """What the server grew by for each phone: connected with its night, connecting alone, and after all phases."""
    grown = {"": connected - empty, "_connecting": connected - opened, "_after": after - empty}
    told = {f"kib_per_phone{name}": round(kib / phones, 1) for name, kib in grown.items()}
    return told | {"mib": round(after / 1024, 1)}


async def reap(lines: Lines) -> None:
    """Twice a second what has been under way for too long is given up."""
    while True:
        await asyncio.sleep(0.5)
        lines.following.give_up()


async def measured(
    lines: Lines, server: Server, tables: list[Table], phase: Phase, chance: random.Random
) -> dict[str, Any]:
    """One phase, and what it took on both sides of the wire; afterwards nothing is under way."""
    whole = [table for table in tables if table.phones and not any(phone.gone for phone in table.phones)]
    if not whole:
        raise SystemExit("There is no table with all its phones.")
    lines.tally = tally = Tally()
    gc.collect()
    gc.disable()
    began, own, theirs, machine = now(), process_time(), gauge.cpu(server.pids), gauge.busy()
    await played(phase, whole, lines.following, tally, chance)
    seconds, done = now() - began, tally.done
    own, theirs = process_time() - own, gauge.cpu(server.pids) - theirs
    others = max(0.0, gauge.busy() - machine - own - theirs)
    gc.enable()
    await drained(lines)
    return {
        "phase": str(phase),
        "per_s": round(done / seconds, 1),
        "server_cpu_ms_per_action": round(theirs * 1000 / max(1, done), 3),
        "server_cpu": round(theirs / seconds, 2),
        "generator_cpu": round(own / seconds, 2),
        "others_cpu": round(others / seconds / (os.cpu_count() or 1), 2),
        **heard(tally),
        **{name: getattr(tally, name) for name in ("sent", "done", "failed", "lost", "shed", "why")},
    }


def heard(tally: Tally) -> dict[str, Any]:
    """What the phones met in one phase, in all and by kind of tap; milliseconds and bytes on the wire."""
    told: dict[str, Any] = {
        "last_phone_ms": quantiles(list(chain.from_iterable(tally.took.values()))),
        "answer_ms": quantiles(tally.answers),
        "update_bytes": weights(sum(tally.sizes.values(), Counter())),
        "answer_bytes": weights(tally.answer_sizes),
    }
    kinds = sorted(filter(None, tally.took))
    return told | {
        kind: {"last_phone_ms": quantiles(tally.took[kind]), "update_bytes": weights(tally.sizes[kind])}
        for kind in kinds
    }


async def drained(lines: Lines) -> None:
    """Waits until the last tap has arrived or is lost."""
    end = now() + PATIENCE + 1
    while lines.following.under_way and now() < end:
        await asyncio.sleep(0.01)


def driven(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Runs on uvloop where it is installed, with as many open files as are allowed."""
    with suppress(OSError, ValueError):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    loops: Any = None
    with suppress(ImportError):
        from uvloop import new_event_loop as loops
    with asyncio.Runner(loop_factory=loops) as runner:
        return runner.run(work)
