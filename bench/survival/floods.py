"""One table plays while somebody floods the companion with requests: how much longer its taps take.

    python -m bench.survival.floods [--seconds 12] [--connections 32] [--every 0.5] [--seed 1]

Four people at a table tap in turn and listen to their streams, with the limits that a server has by itself: first in
peace, then while a fifth phone of the table asks over all its connections without a pause and opens one stream after
the other, in peace again, and while somebody without a cookie asks for what is open to anybody. A tap counts until it
is answered (`tap`), and until the slowest of the four shows it (`seen`). The flood is a process of its own, but shares
the machine with the server. Prints one line of JSON: milliseconds, and the ratio of each flood to the peace before it.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from .clock import Clock
from .history import ACKNOWLEDGED, History
from .phone import Phone
from .regions import seq_of
from .server import Server, run_command
from .table import AMOUNT, SLOT, Fields, a_drink, phones_on, players, seated
from .verdict import faults, integrity, rows_of
from .wire import answer, connected, pieces, request

TALLIED = ("tap", "seen")
PATIENCE = 30.0
BROKEN = (OSError, EOFError, TimeoutError)
OPENING = 0.02  # seconds between two streams of the flood
PAGES = ("", "drinks", "rules", "log", "seats", "share", "night.json", "poll?page=table", "forecast", "start")
OPEN_TO_ANYBODY: tuple[tuple[str, str, Fields], ...] = (
    ("GET", "/", ()),
    ("GET", f"/j/{'x' * 22}", ()),
    ("GET", "{night}/", ()),
    ("GET", "{night}/live?page=table", ()),
    ("GET", "/static/app.css", ()),
    ("POST", "/join", [("code", "ABCD2345")]),
    ("POST", "/nights", [("night", "Flood"), ("name", "Flo"), ("unit", "sip")]),
    ("POST", "{night}/entries", [("type", "game.ended")]),
)
Took = dict[str, list[float]]


class Flood(NamedTuple):
    """A client that floods; `cookie` is empty if it has no seat."""

    port: int
    night: str
    cookie: str
    connections: int
    seconds: float
    seed: int

    def asks(self, chance: Random) -> tuple[str, str, Fields]:
        """The next request: a guest's tap or page, or a page that is open to anybody."""
        if not self.cookie:
            method, path, fields = chance.choice(OPEN_TO_ANYBODY)
            return method, path.format(night=self.night), fields
        if chance.random() < 0.5:
            return "GET", f"{self.night}/{chance.choice(PAGES)}", ()
        called = [("type", "rule.called"), ("rule", "r1"), ("player", "p5"), ("again", "yes")]
        return "POST", f"{self.night}/entries", [*called, ("key", f"flood{chance.getrandbits(60)}")]

    def run(self, figures: Connection) -> None:
        """Floods in its own process; reports when it begins, and at the end how it was answered."""
        figures.send("begins")
        figures.send(asyncio.run(self._run()))

    async def _run(self) -> dict[str, object]:
        counts, until, streams = Counter[str](), time.monotonic() + self.seconds, list[asyncio.Task[None]]()
        chances = [Random(f"{self.seed} {number}") for number in range(self.connections)]
        asking = asyncio.gather(*(self._ask(chance, until, counts) for chance in chances))
        while self.cookie and time.monotonic() < until:
            streams.append(asyncio.create_task(self._listen(counts)))
            await asyncio.sleep(OPENING)
        await asking
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        return {"per_s": round(sum(counts.values()) / self.seconds), **dict(sorted(counts.items()))}

    async def _ask(self, chance: Random, until: float, counts: Counter[str]) -> None:
        """One connection: opened again whenever it breaks, with a new request after each answer."""
        while time.monotonic() < until:
            with suppress(*BROKEN):
                async with connected(self.port) as (reader, writer):
                    while (left := until - time.monotonic()) > 0:
                        method, path, fields = self.asks(chance)
                        writer.write(request(self.port, method, path, fields, self.cookie, ""))
                        got = await asyncio.wait_for(answer(reader), left + 0.1)
                        counts[f"{method} {got.status}"] += 1

    async def _listen(self, counts: Counter[str]) -> None:
        with suppress(*BROKEN):
            async with connected(self.port) as (reader, writer):
                writer.write(request(self.port, "GET", f"{self.night}/live?page=table", cookie=self.cookie))
                head = await reader.readuntil(b"\r\n\r\n")
                counts[f"stream {head[9:12].decode()}"] += 1
                async for _ in pieces(reader):
                    pass


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measures without a flood, during a flood by a guest, without again, and during a flood without a seat."""
    server, history = Server(data, settings={}), History(chosen.seed)
    await server.start()
    *table, flooder = phones = phones_on([server] * 5, Clock(), history)
    told: dict[str, Any] = {}
    try:
        await seated(phones, "Floods")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        for phone in table:
            phone.live.go()
        chance = Random(f"{chosen.seed} table")
        await played(table, chance, chosen.every, 3.0)  # warms templates and memory, and is not counted
        for who, cookie in (("guest", flooder.cookie), ("nobody", "")):
            peace = await played(table, chance, chosen.every, chosen.seconds)
            night = f"/n/{flooder.night}"
            flood = Flood(server.port, night, cookie, chosen.connections, chosen.seconds, chosen.seed)
            ours, theirs = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.get_context("spawn").Process(target=flood.run, args=(theirs,), daemon=True)
            process.start()
            assert await asyncio.to_thread(ours.recv) == "begins"
            during = await played(table, chance, chosen.every, chosen.seconds)
            told[who] = {**compared(peace, during), "flood": await asyncio.to_thread(ours.recv)}
            await asyncio.to_thread(process.join, PATIENCE)
    finally:
        for phone in phones:
            await phone.stop()
        rows = rows_of(data, phones[0].night)
        await server.end()
    found = [fault for fault in faults(history, rows) if "(flood" not in fault]
    bad = [tap for tap in history.taps if tap.outcome != ACKNOWLEDGED]
    found += [f"{tap.key}: {tap.outcome} {tap.attempts[-1].said}" for tap in bad]
    return {"seed": chosen.seed, **told, "taps": len(history.taps), "integrity": integrity(data), "faults": found}


async def played(table: list[Phone], chance: Random, every: float, seconds: float) -> Took:
    """Plays the table at an even pace; a late tap is timed from when it was due."""
    took: Took = {name: [] for name in TALLIED}
    due = time.monotonic()
    for number in range(max(1, int(seconds / every))):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        phone = table[number % len(table)]
        tap = await phone.tap(next_tap(phone, chance), tries=3)
        took["tap"].append(time.monotonic() - due)
        await asyncio.wait_for(asyncio.gather(*(shown(each, tap.seq) for each in table)), PATIENCE)
        took["seen"].append(time.monotonic() - due)
        due += every
    return took


def next_tap(phone: Phone, chance: Random) -> Fields:
    """A drink if this phone shows that its player owes some, otherwise the next trick."""
    if AMOUNT.search(phone.regions.get("r-mine", "")):
        return [*a_drink(phone, chance), ("again", "yes")]
    deal, trick = SLOT.search(phone.regions["r-record"]).groups()  # type: ignore[union-attr]
    return [("type", "trick.taken"), ("deal", deal), ("trick", trick), ("winner", chance.choice(players(phone)))]


async def shown(phone: Phone, seq: int) -> None:
    while seq_of(phone.version) < seq:
        await asyncio.sleep(0.001)


def compared(peace: Took, during: Took) -> dict[str, Any]:
    """Both times in milliseconds, and the ratio of the flood to the peace."""
    told: dict[str, Any] = {}
    for name in TALLIED:
        calm, wild = spread(peace[name]), spread(during[name])
        ratio = {what: round(wild[what] / calm[what], 1) for what in ("p50", "p95")}
        told[name] = {"peace": calm, "flood": wild, "ratio": ratio}
    return told


def spread(took: list[float]) -> dict[str, float]:
    ordered = sorted(took)
    at = {"p50": statistics.median(ordered), "p95": ordered[int(0.95 * (len(ordered) - 1))], "max": ordered[-1]}
    return {name: round(value * 1000, 1) for name, value in at.items()} | {"n": len(ordered)}


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measured, seconds=12.0, connections=32, every=0.5, seed=1))
