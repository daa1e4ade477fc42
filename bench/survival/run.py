"""One evening of a seed: who sits there, what they tap, what breaks, and whether all agree afterwards."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .clock import Clock
from .fold import disagreements
from .history import ACKNOWLEDGED, REFUSED, UNKNOWN, History
from .house import House
from .network import MODES, Network
from .phone import Phone
from .regions import regions, seq_of
from .stuck import waits
from .table import phones_on, seated
from .taps import next_tap
from .verdict import faults, integrity, rows_of

ENDS_WITHIN = 60.0  # real seconds, beside what everything takes on the evening's clock
CURRENT_WITHIN = 20.0  # real seconds after everything is well again: a busy machine is no fault of the evening's
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

    def line(self) -> str:
        counted = " ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"seed {self.seed}: {'FAILED' if self.faults else 'ok'}; current after {self.current:.1f} s; {counted}"

    def told(self) -> list[str]:
        """Everything that went wrong, and all that led to it."""
        again = f"Again: python -m bench.survival.chaos --first {self.seed} --seeds 1"
        return [f"seed {self.seed} failed:", *(f"  {fault}" for fault in self.faults), *self.history.told(), again]


class Evening:
    """One house, in which the evenings of one seed after the other are played."""

    def __init__(self, data: Path, pace: float) -> None:
        self.clock, self.house = Clock(pace), House(data, pace)

    async def __aenter__(self) -> Evening:
        await self.house.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.end()

    async def play(self, seed: int, seconds: float = 25.0) -> Outcome:
        """The evening of a seed, from the first guest to the verdict."""
        outcome = Outcome(seed, History(seed))
        playing = asyncio.create_task(self._played(outcome, seconds))
        done, _ = await asyncio.wait([playing], timeout=ENDS_WITHIN + self.clock.real(10 * seconds))
        if not done:
            outcome.faults += ["the evening did not end; still waiting:", *waits()]
            playing.cancel()
            await asyncio.wait([playing], timeout=5.0)
        elif error := playing.exception():
            raise error
        return outcome

    async def _played(self, outcome: Outcome, seconds: float) -> None:
        guests = Random(outcome.seed).randint(3, 6)
        networks = [await Network(self.house.port, self.clock).open() for _ in range(guests)]
        phones = phones_on(networks, self.clock, outcome.history)
        try:
            await seated(phones, f"Seed {outcome.seed}")
            for phone in phones:
                phone.live.go()
            outcome.counts = await self._storm(list(zip(phones, networks, strict=True)), outcome.history, seconds)
            await self._judge(phones, outcome)
        finally:
            for phone in phones:
                await phone.stop()
            for network in networks:
                await network.close()

    # ---- the storm
    async def _storm(self, phones: list[tuple[Phone, Network]], history: History, seconds: float) -> dict[str, int]:
        """People tap while everything breaks; then everything is well, and nobody taps any more."""
        counts = {"weather": 0, "kills": 0, "stops": 0}
        end = self.clock.now() + seconds
        async with asyncio.TaskGroup() as storm:
            storm.create_task(self._deaths(history, counts, end))
            for phone, network in phones:
                storm.create_task(self._thumb(phone, end))
                storm.create_task(self._weather(phone, network, counts, end))
        history.note("all is well again")
        outcomes = {name: history.count(name) for name in (ACKNOWLEDGED, REFUSED, UNKNOWN)}
        sent = {"taps": len(history.taps), "attempts": sum(len(tap.attempts) for tap in history.taps)}
        return {**sent, **outcomes, **counts}

    async def _thumb(self, phone: Phone, end: float) -> None:
        chance = Random(f"{phone.history.seed} thumb {phone.player}")
        while self.clock.now() < end:
            await self.clock.sleep(chance.uniform(0.1, 1.2))
            fields = next_tap(phone, chance)
            tries, twice = chance.choice([1, 2, 3, 6]), chance.random() < 0.1
            if not phone.live.hidden:
                await phone.tap(fields, tries, twice)

    async def _weather(self, phone: Phone, network: Network, counts: dict[str, int], end: float) -> None:
        """Between calm spells one kind of trouble after another; now and then the phone is locked for a while."""
        history = phone.history
        chance = Random(f"{history.seed} weather {phone.player}")
        while self.clock.now() < end:
            await self.clock.sleep(chance.uniform(1.0, 8.0))
            trouble = chance.choice([*MODES, "locked"])
            last = chance.uniform(0.1, LONGEST.get(trouble, 6.0))
            history.note(f"{phone.player}: {trouble} for {last:.1f} s")
            counts["weather"] += 1
            phone.live.hide(True) if trouble == "locked" else network.turn(trouble)
            await self.clock.sleep(min(last, max(0.0, end - self.clock.now())))
            phone.live.hide(False) if trouble == "locked" else network.turn("pass")

    async def _deaths(self, history: History, counts: dict[str, int], end: float) -> None:
        """The server dies once or twice, by a kill in most cases, and comes back after a while."""
        chance = Random(f"{history.seed} house")
        spell = (end - self.clock.now()) / 2
        for _ in range(chance.choice([1, 1, 1, 2])):
            await self.clock.sleep(chance.uniform(0.2, 0.9) * spell)
            kill, away = chance.random() < 0.7, chance.uniform(0.0, 3.0)
            history.note(f"the server is {'killed' if kill else 'stopped'} and away for {away:.1f} s")
            counts["kills" if kill else "stops"] += 1
            await self.house.end(signal.SIGKILL if kill else signal.SIGTERM)
            await self.clock.sleep(away)
            await self.house.start()
            history.note("the server is back")

    # ---- the verdict
    async def _judge(self, phones: list[Phone], outcome: Outcome) -> None:
        night, data = phones[0].night, self.house.data
        outcome.current = await self._current(phones)
        rows = rows_of(data, night)
        outcome.faults += faults(outcome.history, rows)
        outcome.faults += [f"{phone.player} is at {phone.version}, the log at {len(rows)}" for phone in phones
                           if seq_of(phone.version) != len(rows)]  # fmt: skip
        outcome.faults += disagreements(phones, data, night)
        for phone in phones:
            outcome.faults += await repainted(phone)
        if (found := integrity(data)) != "ok":
            outcome.faults.append(f"the database: {found}")
        more: dict[str, Any] = {"entries": len(rows)}
        more |= {name: sum(getattr(phone.live, name) for phone in phones) for name in ("streams", "reloads", "polls")}
        outcome.counts |= more

    async def _current(self, phones: list[Phone]) -> float:
        """Seconds of the evening until every phone shows the newest entry and door, by stream or polls alone."""
        began = self.clock.now()
        while (waited := self.clock.now() - began) < CURRENT_WITHIN * self.clock.pace:
            newest = len(rows_of(self.house.data, phones[0].night))
            if {phone.version for phone in phones} == {phones[0].version} and seq_of(phones[0].version) == newest:
                return waited
            await asyncio.sleep(0.02)
        return waited


async def repainted(phone: Phone) -> list[str]:
    """What a phone shows otherwise than when it asks for everything anew."""
    got = await asyncio.wait_for(phone.ask("GET", f"/n/{phone.night}/poll?page=table&since="), ENDS_WITHIN / 4)
    whole = regions(got.text)
    different = [
        name for name in sorted({*phone.regions, *whole} - OWN_TIME) if phone.regions.get(name) != whole.get(name)
    ]
    return [f"{phone.player} shows an old {name} at {phone.version}" for name in different]
