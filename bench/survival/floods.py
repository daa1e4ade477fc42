"""One table plays while somebody floods the companion with requests: how much longer its taps take.

    python -m bench.survival.floods [--seconds 12]

Four phones of a table tap every half a second, with the limits that a server has by itself: first in peace, then while
a fifth phone of the table asks over all its connections without a pause and opens one stream after the other, in peace
again, and while somebody without a cookie asks for what is open to anybody. A tap counts until the last phone of the
table has it. The flood is a process of its own, but shares the machine with the server; how it was answered goes to
stderr. Prints one line of JSON: milliseconds, and the ratio of each flood to the peace before it.
"""

import argparse
import asyncio
import multiprocessing
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from ..load import Night
from .clock import Clock
from .history import History
from .phone import BROKEN
from .server import Server, run_command
from .table import ANYBODY, invitation, phones_on
from .wire import Fields, answer, connected, pieces, request

PATIENCE = 30.0
EVERY, OPENING = 0.5, 0.02  # seconds between two taps of the table, and between two streams of the flood
CONNECTIONS = 32  # of the flood
PAGES = ("", "drinks", "rules", "log", "seats", "share", "night.json", "poll?page=table", "forecast", "start")
ANYWHERE = ("/", f"/j/{'x' * 22}", "/static/app.css", "{night}/", "{night}/live?page=table")


class Flood(NamedTuple):
    """A client that floods; `cookie` is empty if it has no seat."""

    port: int
    night: str
    cookie: str
    seconds: float

    def asks(self, chance: Random) -> tuple[str, str, Fields]:
        """The next request: a guest's page or tap, or what is open to anybody."""
        taps, entries = chance.random() < 0.5, f"{self.night}/entries"
        if self.cookie and taps:
            called = [("type", "rule.called"), ("rule", "r1"), ("player", "p5"), ("again", "yes")]
            return "POST", entries, [*called, ("key", f"flood{chance.getrandbits(60)}")]
        if self.cookie:
            return "GET", f"{self.night}/{chance.choice(PAGES)}", []
        opened = [("night", "Flood"), ("name", "Flo"), ("unit", "sip")]
        posts = [("/join", [("code", "ABCD2345")]), ("/nights", opened), (entries, [("type", "game.ended")])]
        if taps:
            return "POST", *chance.choice(posts)
        return "GET", chance.choice(ANYWHERE).format(night=self.night), []

    def run(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        until, streams = time.monotonic() + self.seconds, list[asyncio.Task[None]]()
        asking = asyncio.gather(*(self._ask(Random(number), until) for number in range(CONNECTIONS)))
        while self.cookie and time.monotonic() < until:
            streams.append(asyncio.create_task(self._listen()))
            await asyncio.sleep(OPENING)
        print(dict(sum(await asking, Counter[str]())), file=sys.stderr, flush=True)
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _ask(self, chance: Random, until: float) -> Counter[str]:
        """One connection: opened again whenever it breaks, with a new request after each answer."""
        counts = Counter[str]()
        while time.monotonic() < until:
            with suppress(*BROKEN):
                async with connected(self.port) as (reader, writer):
                    while (left := until - time.monotonic()) > 0:
                        method, path, fields = self.asks(chance)
                        writer.write(request(self.port, method, path, fields, self.cookie, ""))
                        counts[f"{method} {(await asyncio.wait_for(answer(reader), left + 0.1)).status}"] += 1
        return counts

    async def _listen(self) -> None:
        with suppress(*BROKEN):
            async with connected(self.port) as (reader, writer):
                writer.write(request(self.port, "GET", f"{self.night}/live?page=table", cookie=self.cookie))
                await reader.readuntil(b"\r\n\r\n")
                async for _ in pieces(reader):
                    pass


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measures without a flood, during a flood by a guest, without again, and during a flood without a seat."""
    told: dict[str, Any] = {}
    async with Server(data, settings={}) as server:
        night = Night(server, Random(1))
        night.start = ANYBODY
        await night.seat(4)
        await night.phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        (flooder,) = phones_on([server], Clock(), History(0))
        await flooder.sit_down(await invitation(night.phones[0]), [("name", "Flo")])
        await night.listen()
        await played(night, 3.0)  # warms templates and memory, and is not counted
        for who, cookie in (("guest", flooder.cookie), ("nobody", "")):
            peace = await played(night, chosen.seconds)
            flood = Flood(server.port, f"/n/{night.night}", cookie, chosen.seconds)
            process = multiprocessing.get_context("spawn").Process(target=flood.run, daemon=True)
            process.start()
            during = await played(night, chosen.seconds)
            await asyncio.to_thread(process.join, PATIENCE)
            ratios = {name: round(during[name] / peace[name], 1) for name in peace}
            told[who] = {"peace": peace, "flood": during, "ratios": ratios}
        await night.leave()
    return {**told, "faults": []}


async def played(night: Night, seconds: float) -> dict[str, float]:
    """Plays the table at an even pace; a late tap is timed from when it was due."""
    took, due = list[float](), time.monotonic()
    for _ in range(max(1, int(seconds / EVERY))):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        took.append(await night.tap(due))
        due += EVERY
    took.sort()
    found = {"median": median(took), "p95": took[int(0.95 * (len(took) - 1))], "max": took[-1]}
    return {name: round(seconds * 1000, 1) for name, seconds in found.items()}


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measured, seconds=12.0))
