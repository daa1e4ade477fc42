"""One evening of a seed: who sits there, what they tap, what breaks, and whether all agree afterwards."""

from __future__ import annotations

import asyncio
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .clock import Clock
from .fold import disagreements
from .history import ACKNOWLEDGED, REFUSED, UNKNOWN, History
from .network import MODES, Network
from .phone import Phone
from .regions import regions, seq_of
from .server import Server
from .table import next_tap, phones_on, seated
from .verdict import Row, faults, integrity, rows_of

ENDS_WITHIN = 180.0  # real seconds, beside what everything takes on the evening's clock
CURRENT_WITHIN = 60.0  # real seconds after everything is well again: a busy machine is no fault of the evening's
SLOWER_AFTER = 4.0  # real seconds in which no phone got current at this pace: the machine does not keep up with it
ENOUGH = 3  # taps that must be acknowledged before an evening has proved anything
SLOWEST = 4.0  # times as fast as real: below it a storm would last too long
GOES_ON = 15.0  # real seconds, at most, until they are
AT_REST = 0.3  # real seconds without another entry, after which no try is under way any more
JUDGED = 20  # times, at most: a log that still grows then is a fault by itself
OWN_TIME = {"r-own-call", "r-say"}  # what one may still contest grows old by itself; what is read aloud is not painted
LONGEST = {"cut": 3.0, "reset": 3.0, "hole": 14.0, "half": 6.0, "slow": 8.0}


@dataclass
class Outcome:
    """How an evening went: without `faults` it went well; all were `current` so many of its seconds after the storm."""

    seed: int
    history: History
    faults: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    current: float = 0.0
    again: str = ""

    def line(self) -> str:
        counted = " ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"seed {self.seed}: {'FAILED' if self.faults else 'ok'}; current after {self.current:.1f} s; {counted}"

    def told(self) -> list[str]:
        """Everything that went wrong, and all that led to it."""
        failed = [f"seed {self.seed} failed:", *(f"  {fault}" for fault in self.faults)]
        return [*failed, *self.history.told(), *failed, f"Again: python -m bench.survival.chaos {self.again}"]


class Evening:
    """One server, in which the evenings of one seed after the other are played."""

    def __init__(self, data: Path, pace: float) -> None:
        self.pace, self.clock, self.server = pace, Clock(pace), Server(data, pace)
        self._end = 0.0

    async def __aenter__(self) -> Evening:
        await self.server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.end()

    async def play(self, seed: int, seconds: float = 25.0, most: int = 6) -> Outcome:
        """The evening of a seed, from the first guest of at least three and at `most` so many to the verdict."""
        again = f"--first {seed} --seeds 1 --seconds {seconds:g} --most {most} --pace {self.pace:g}"
        self.clock, outcome = Clock(self.pace), Outcome(seed, History(seed), again=again)
        playing = asyncio.create_task(self._played(outcome, seconds, most))
        done, _ = await asyncio.wait([playing], timeout=ENDS_WITHIN + self.clock.real(10 * seconds))
        if not done:
            outcome.faults += ["the evening did not end; still waiting:", *waits()]
            playing.cancel()
            await asyncio.wait([playing], timeout=5.0)
        elif error := playing.exception():
            raise error
        return outcome

    async def _played(self, outcome: Outcome, seconds: float, most: int) -> None:
        guests = Random(outcome.seed).randint(3, most)
        networks = [await Network(self.server.port, self.clock).open() for _ in range(guests)]
        phones = phones_on(networks, self.clock, outcome.history)
        try:
            await seated(phones, f"Seed {outcome.seed}")
            for phone in phones:
                phone.live.go()
            outcome.counts = await self._storm(list(zip(phones, networks, strict=True)), outcome.history, seconds)
            await self._judge_at_rest(phones, outcome)
        finally:
            for phone in phones:
                await phone.stop()
            for network in networks:
                await network.close()

    # ---- the storm
    async def _storm(self, phones: list[tuple[Phone, Network]], history: History, seconds: float) -> dict[str, int]:
        """People tap while everything breaks; then everything is well, and nobody taps any more."""
        counts = {"weather": 0, "kills": 0, "stops": 0}
        self._end = self.clock.now() + seconds
        async with asyncio.TaskGroup() as storm:
            storm.create_task(self._deaths(history, counts, seconds / 2))
            storm.create_task(self._until_enough(history))
            for phone, network in phones:
                storm.create_task(self._thumb(phone))
                storm.create_task(self._weather(phone, network, counts))
        history.note("all is well again")
        outcomes = {name: history.count(name) for name in (ACKNOWLEDGED, REFUSED, UNKNOWN)}
        sent = {"taps": len(history.taps), "attempts": sum(len(tap.attempts) for tap in history.taps)}
        return {**sent, **outcomes, **counts}

    async def _until_enough(self, history: History) -> None:
        """On a machine that hardly answers in time the evening goes on, and slower, until a few taps were heard."""
        until = time.monotonic() + GOES_ON
        while (left := self._end - self.clock.now()) > 0:
            await self.clock.sleep(min(left, 0.5))
            if left < 1 and history.count(ACKNOWLEDGED) < ENOUGH and time.monotonic() < until:
                if self.clock.pace > SLOWEST:
                    self.clock.slow_down()
                self._end += 4.0

    async def _thumb(self, phone: Phone) -> None:
        chance = Random(f"{phone.history.seed} thumb {phone.player}")
        while self.clock.now() < self._end:
            await self.clock.sleep(chance.uniform(0.1, 1.2))
            fields = next_tap(phone, chance)
            tries, twice = chance.choice([1, 2, 3, 6]), chance.random() < 0.1
            if not phone.live.hidden:
                await phone.tap(fields, tries, twice)

    async def _weather(self, phone: Phone, network: Network, counts: dict[str, int]) -> None:
        """Between calm spells one kind of trouble after another; now and then the phone is locked for a while."""
        history = phone.history
        chance = Random(f"{history.seed} weather {phone.player}")
        while self.clock.now() < self._end:
            await self.clock.sleep(chance.uniform(1.0, 8.0))
            trouble = chance.choice([*MODES, "locked"])
            last = chance.uniform(0.1, LONGEST.get(trouble, 6.0))
            history.note(f"{phone.player}: {trouble} for {last:.1f} s")
            counts["weather"] += 1
            phone.live.hide(True) if trouble == "locked" else network.turn(trouble)
            await self.clock.sleep(min(last, max(0.0, self._end - self.clock.now())))
            phone.live.hide(False) if trouble == "locked" else network.turn("pass")

    async def _deaths(self, history: History, counts: dict[str, int], spell: float) -> None:
        """The server dies once or twice, by a kill in most cases, and comes back after a while.

        The evening lasts longer by what each start takes: a slow machine takes nothing from it.
        """
        chance = Random(f"{history.seed} server")
        for _ in range(chance.choice([1, 1, 1, 2])):
            await self.clock.sleep(chance.uniform(0.2, 0.9) * spell)
            kill, away = chance.random() < 0.7, chance.uniform(0.0, 3.0)
            history.note(f"the server is {'killed' if kill else 'stopped'} and away for {away:.1f} s")
            counts["kills" if kill else "stops"] += 1
            await self.server.end(signal.SIGKILL if kill else signal.SIGTERM)
            await self.clock.sleep(away)
            self._end += self.pace * await self.server.start()
            history.note("the server is back")

    # ---- the verdict
    async def _judge_at_rest(self, phones: list[Phone], outcome: Outcome) -> None:
        """Judges, and once more when the log grew meanwhile: a network may let a try through as late as that."""
        data, night = self.server.data, phones[0].night
        for _ in range(JUDGED):
            outcome.current = max(outcome.current, await self._current(phones))
            rows = rows_of(data, night)
            found = await self._judged(phones, outcome, rows)
            await asyncio.sleep(AT_REST)
            if len(rows_of(data, night)) == len(rows):
                break
        else:
            found.append("the log did not come to rest")
        outcome.faults += found
        outcome.counts["entries"] = len(rows)
        for name in ("streams", "reloads", "polls"):
            outcome.counts[name] = sum(getattr(phone.live, name) for phone in phones)

    async def _judged(self, phones: list[Phone], outcome: Outcome, rows: list[Row]) -> list[str]:
        """Everything that is wrong with the log as it stands, and with what the phones show."""
        found = faults(outcome.history, rows)
        found += [f"{phone.player} is at {phone.version}, the log at {len(rows)}" for phone in phones
                  if seq_of(phone.version) != len(rows)]  # fmt: skip
        found += disagreements(phones, self.server.data, phones[0].night)
        for phone in phones:
            found += await repainted(phone)
        if (sound := integrity(self.server.data)) != "ok":
            found.append(f"the database: {sound}")
        return found

    async def _current(self, phones: list[Phone]) -> float:
        """Seconds of the evening until every phone showed the newest entry and member, by stream or polls alone.

        Waits until the log is at rest as well, and slows all clocks down where the machine does not keep up.
        """
        began, current, newest, rested = self.clock.now(), 0.0, -1, 0.0
        until = (started := time.monotonic()) + CURRENT_WITHIN
        while (now := time.monotonic()) < until:
            if (written := len(rows_of(self.server.data, phones[0].night))) != newest:
                newest, rested = written, now + AT_REST
            if not self._all_at(newest, phones):
                current = self.clock.now() - began
            elif now > rested:
                break
            if now > started + SLOWER_AFTER:
                self.clock.slow_down()
                started = now
            await asyncio.sleep(0.02)
        return current

    def _all_at(self, newest: int, phones: list[Phone]) -> bool:
        return {phone.version for phone in phones} == {phones[0].version} and seq_of(phones[0].version) == newest


async def repainted(phone: Phone) -> list[str]:
    """What a phone shows otherwise than when it asks for everything anew."""
    got = await asyncio.wait_for(phone.ask("GET", f"/n/{phone.night}/poll?page=table&since="), CURRENT_WITHIN)
    whole = regions(got.text)
    different = [
        name for name in sorted({*phone.regions, *whole} - OWN_TIME) if phone.regions.get(name) != whole.get(name)
    ]
    return [f"{phone.player} shows an old {name} at {phone.version}" for name in different]


def waits() -> list[str]:
    """A line for every task of this loop but the one that asks: the functions through which it waits, with lines."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    return sorted(" > ".join(_chain(task.get_coro())) for task in others)


def _chain(work: Any) -> list[str]:
    found = []
    while work is not None:
        frame = getattr(work, "cr_frame", None) or getattr(work, "ag_frame", None)
        name = getattr(work, "__qualname__", type(work).__name__)
        found.append(f"{name}:{frame.f_lineno}" if frame else name)
        work = getattr(work, "cr_await", None) or getattr(work, "ag_await", None)
    return found
