"""Random evenings on bad networks, with a server that is killed: afterwards the log and all phones must agree.

    python -m bench.survival.chaos [--seeds 200] [--first 1] [--pace 10] [--seconds 25] [--most 6]

Every phone taps real events of Five-Card Yak through a proxy of its own that cuts, swallows, resets, answers nothing or
crawls; the server is killed or stopped, and started again. What phones tap, what breaks and when is drawn from the
seed; how it falls together in time is not. With --pace 10 the clocks of phones, network and heartbeat run ten times as
fast. Prints a line for each seed and one of JSON; a seed that fails prints its whole history.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .clock import Clock
from .fold import disagreements
from .history import ACKNOWLEDGED, REFUSED, UNKNOWN, History
from .network import MODES, Network
from .phone import Phone
from .regions import regions, seq_of
from .server import Server, run_command
from .table import next_tap, phones_on, seated
from .verdict import Row, faults, integrity, rows_of

ENDS_WITHIN = 180.0  # real seconds, in addition to the time on the evening's clock
CURRENT_WITHIN = 60.0  # real seconds after the troubles; long, since a busy machine is not a fault
SLOWER_AFTER = 4.0  # real seconds without agreement, after which the pace is too fast for the machine
ENOUGH = 3  # acknowledged taps without which an evening proves nothing
SLOWEST = 4.0  # the slowest pace; below it the troubles would last too long
GOES_ON = 15.0  # real seconds, at most, to wait for these taps
AT_REST = 0.3  # real seconds without a new entry, after which no try can still arrive
JUDGED = 20  # times at most; a log that still grows after that is a fault
OWN_TIME = {"r-own-call", "r-say"}  # the first changes with time alone, the second is only for screen readers
LONGEST = {"cut": 3.0, "reset": 3.0, "hole": 14.0, "half": 6.0, "slow": 8.0}


@dataclass
class Outcome:
    """The result of an evening. `faults` is empty if it went well; `current`: its seconds until all phones agreed."""

    seed: int
    history: History
    faults: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    current: float = 0.0

    def line(self) -> str:
        counted = " ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"seed {self.seed}: {'FAILED' if self.faults else 'ok'}; current after {self.current:.1f} s; {counted}"

    def told(self) -> list[str]:
        """All faults, and the history that led to them."""
        failed = [f"seed {self.seed} failed:", *(f"  {fault}" for fault in self.faults)]
        return [*failed, *self.history.told(), *failed, f"Again: the same command with --first {self.seed} --seeds 1"]


class Evening:
    """One server, on which the evenings of several seeds are played in turn."""

    def __init__(self, data: Path, pace: float) -> None:
        self.pace, self.clock, self.server = pace, Clock(pace), Server(data, pace)
        self._end = 0.0

    async def play(self, seed: int, seconds: float = 25.0, most: int = 6) -> Outcome:
        """Plays the evening of a seed, with three to `most` players, and judges it."""
        self.clock, outcome = Clock(self.pace), Outcome(seed, History(seed))
        guests = Random(seed).randint(3, most)
        try:
            async with asyncio.timeout(ENDS_WITHIN + self.clock.real(10 * seconds)), AsyncExitStack() as stack:
                networks = [Network(self.server.port, self.clock) for _ in range(guests)]
                for network in networks:
                    await stack.enter_async_context(network)
                phones = phones_on(networks, self.clock, outcome.history)
                await seated(phones, f"Seed {seed}")
                for phone in phones:
                    stack.push_async_callback(phone.stop)
                    phone.live.go()
                outcome.counts = await self._storm(list(zip(phones, networks, strict=True)), outcome.history, seconds)
                await self._judge_at_rest(phones, outcome)
        except TimeoutError:
            outcome.faults.append("the evening did not end")
        return outcome

    # ---- the storm
    async def _storm(self, phones: list[tuple[Phone, Network]], history: History, seconds: float) -> dict[str, int]:
        """Players tap while things break; then all troubles and taps end."""
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
        """On a machine that is too slow, goes on at a slower pace until enough taps are acknowledged."""
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
        """Makes one kind of trouble after another with pauses between; sometimes the phone is locked for a while."""
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
        """Ends the server once or twice, mostly with a kill, and starts it again after a while.

        The time of each start is added to the evening, so that it is not shorter on a slow machine.
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
        """Judges, and again if the log has grown meanwhile, since the network can deliver a try late."""
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
        for name in ("streams", "polls"):
            outcome.counts[name] = sum(getattr(phone.live, name) for phone in phones)

    async def _judged(self, phones: list[Phone], outcome: Outcome, rows: list[Row]) -> list[str]:
        """All faults of the log and of what the phones show."""
        found = faults(outcome.history, rows) + disagreements(phones, self.server.data, phones[0].night)
        for phone in phones:
            if seq_of(phone.version) != len(rows):
                found.append(f"{phone.player} is at {phone.version}, the log at {len(rows)}")
            found += await repainted(phone)
        if (sound := integrity(self.server.data)) != "ok":
            found.append(f"the database: {sound}")
        return found

    async def _current(self, phones: list[Phone]) -> float:
        """Seconds of the evening until every phone shows the newest entry and members, by its stream or polls only.

        Also waits until the log no longer grows, and slows all clocks down if the machine is too slow.
        """
        began, current, newest, rested = self.clock.now(), 0.0, -1, 0.0
        until = (started := time.monotonic()) + CURRENT_WITHIN
        while (now := time.monotonic()) < until:
            if (written := len(rows_of(self.server.data, phones[0].night))) != newest:
                newest, rested = written, now + AT_REST
            if {seq_of(phone.version) for phone in phones} != {newest} or len({phone.version for phone in phones}) > 1:
                current = self.clock.now() - began
            elif now > rested:
                break
            if now > started + SLOWER_AFTER:
                self.clock.slow_down()
                started = now
            await asyncio.sleep(0.02)
        return current


async def repainted(phone: Phone) -> list[str]:
    """The regions in which a phone differs from a complete new request."""
    got = await asyncio.wait_for(phone.ask("GET", f"/n/{phone.night}/poll?page=table&since="), CURRENT_WITHIN)
    whole = regions(got.text)
    names = sorted({*phone.regions, *whole} - OWN_TIME)
    old = [name for name in names if phone.regions.get(name) != whole.get(name)]
    return [f"{phone.player} shows an old {name} at {phone.version}" for name in old]


async def played(data: Path, chosen: argparse.Namespace) -> dict[str, object]:
    """Plays the evenings of the seeds, one after the other on one server."""
    counts, failed, current = Counter[str](), list[int](), 0.0
    evening = Evening(data, chosen.pace)
    async with evening.server:
        for seed in range(chosen.first, chosen.first + chosen.seeds):
            outcome = await evening.play(seed, chosen.seconds, chosen.most)
            print(outcome.line(), file=sys.stderr, flush=True)
            counts.update(outcome.counts)
            current = max(current, outcome.current)
            if outcome.faults:
                failed.append(seed)
                print("\n".join(outcome.told()), file=sys.stderr, flush=True)
    return {"seeds": chosen.seeds, **counts, "current_after_s": round(current, 1), "faults": failed}


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", played, seeds=20, first=1, pace=10.0, seconds=25.0, most=6))
