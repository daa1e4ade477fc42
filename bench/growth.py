"""What a tap costs late in a night against early in one, and in a house of many nights against one of few.

    python -m bench.growth [--lengths 20 200 2000 5000] [--nights 10 1000 10000 100000] [--taps 200]

By length: `enter` is check, write, adopt; `paint` the message to the phones of all ten seats after it, page by page,
tap by tap in turn at every length; then, for the night of 2,000 entries, a cold start, the same after sixty undos, and
undo and change of the earliest fine and of the last trick. By nights (`many_nights.py`): over a file in which all but
one lie idle. All on a file with synchronous=FULL. A table for people goes to stderr, JSON to stdout, in milliseconds;
`--picture` draws both as SVG.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter
from typing import Any

from bench.long_night import EARLY_FINE, OLD_DEBTOR, PLAYERS, next_event, night_of, tap
from bench.many_nights import by_nights, remembered
from companion import create_app
from companion.commands.handler import CommandHandler
from companion.commands.night_cache import NightCache
from companion.realtime.pubsub import PubSub
from companion.rules import events as of
from companion.rules.events import written
from companion.rules.tricks import TrickTaken
from companion.showing.fragments import NEVER, FragmentCache
from companion.showing.pages import PAGES, changed_since
from companion.showing.scene import Scene
from companion.store.database import Database, database_of

EARLY = 20
SPAN = 10  # taps for which an early night still counts as early
REPEATS = 15
Bench = tuple[CommandHandler, Database, Callable[..., str]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--lengths", type=int, nargs="+", default=[20, 200, 2000, 5000], help="entries of a night")
    options.add_argument("--nights", type=int, nargs="*", default=[10, 1000, 10_000, 100_000], help="in the database")
    options.add_argument("--left", type=int, default=2000, help="nights opened and left, for the memory")
    options.add_argument("--taps", type=int, default=200, help="taps measured at each point")
    chosen = options.parse_args()
    found: dict[str, Any] = {"taps": chosen.taps, **in_a_house(by_length, chosen)}
    found["nights"] = in_a_house(by_nights, chosen) if chosen.nights else {}
    found["memory"] = in_a_house(remembered, chosen) if chosen.left else {}
    found["load"] = round(os.getloadavg()[0], 1)
    print(json.dumps(found))
    told(found)


def in_a_house(measure: Callable[..., dict[Any, Any]], chosen: argparse.Namespace) -> dict[Any, Any]:
    """What is measured in a house of its own, with an empty data folder."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        app = create_app({"DATA": data, "TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0})
        try:
            return measure(app, chosen)
        finally:
            database_of(app).close()


def by_length(app: Any, chosen: argparse.Namespace) -> dict[str, Any]:
    commands, disk = app.extensions["companion"].commands, database_of(app)
    bench = (commands, disk, app.extensions["companion"].render)
    late = {length: night_of(commands, disk, length) for length in chosen.lengths if length > EARLY}
    costs = taps(bench, late, chosen.taps)
    night_id = late.get(2000) or late[max(late)]
    plain = {"entries": commands.nights.log(night_id).seq, **spread(cold(bench, night_id))}
    corrected = corrections(commands, night_id)
    return {
        "enter": compared({length: cost["enter"] for length, cost in costs.items()}),
        "paint": {page: compared({length: cost[page] for length, cost in costs.items()}) for page in PAGES},
        "cold_start": plain,
        "correct": corrected,
        "cold_start_corrected": {"entries": commands.nights.log(night_id).seq, **spread(cold(bench, night_id))},
    }


def told(found: dict[str, Any]) -> None:
    """The same as tables, for people."""
    rows = {"enter": found["enter"], **{f"paint {page}": row for page, row in found["paint"].items()}}
    for name, row in rows.items():
        cells = "  ".join(f"{length}: {ms:.3f}" for length, ms in row["ms"].items())
        print(f"{name:18} {cells}", file=sys.stderr)
    for name, row in found["nights"].items():
        cells = "  ".join(f"{many}: {ms:.2f}" for many, ms in row["ms"].items())
        print(f"{name:18} {cells}", file=sys.stderr)
    for name in ("cold_start", "correct", "cold_start_corrected", "memory"):
        print(f"{name:18} {found[name]}", file=sys.stderr)


def taps(bench: Bench, late: dict[int, str], count: int) -> dict[int, dict[str, list[float]]]:
    """Tap by tap in turn at every length; the early night is a new one before it grows out of being early."""
    commands, disk, _ = bench
    costs: dict[int, dict[str, list[float]]] = {length: {} for length in (EARLY, *late)}
    tables = {length: Table(bench, night_id) for length, night_id in late.items()}
    gc.collect()
    gc.disable()
    for number in range(count):
        if number % SPAN == 0:
            tables[EARLY] = Table(bench, night_of(commands, disk, EARLY, seed=number))
        for length in costs:
            for name, seconds in tables[length].tap().items():
                costs[length].setdefault(name, []).append(seconds)
    gc.enable()
    return costs


class Table:
    """One night with a phone of every player on every page; each page has a painting of its own here,
    so that none profits from what another has drawn."""

    def __init__(self, bench: Bench, night_id: str) -> None:
        self.commands, _, render = bench
        self.night_id, self.chance = night_id, random.Random(7)
        self.paintings = {page: FragmentCache(render) for page in PAGES}
        self.since = NEVER
        self.paint()

    def tap(self) -> dict[str, float]:
        """What the next tap costs, and painting each page for all seats after it."""
        event = next_event(self.commands.nights.log(self.night_id), self.chance)
        start = perf_counter()
        tap(self.commands, self.night_id, event)
        return {"enter": perf_counter() - start, **self.paint()}

    def paint(self) -> dict[str, float]:
        took = {}
        for page, painting in self.paintings.items():
            start = perf_counter()
            nights = self.commands.nights
            scene = Scene(self.night_id, nights.log(self.night_id), nights.phones(self.night_id))
            for seat in PLAYERS:
                changed_since(painting, page, scene, seat, self.since)
            took[page] = perf_counter() - start
        self.since = scene.version
        return took


def corrections(commands: CommandHandler, night_id: str) -> dict[str, dict[str, float]]:
    """Undo and change of the earliest fine (all after it is counted again) and of the last trick."""
    log = commands.nights.log(night_id)
    trick = next(line.entry.seq for line in reversed(log.lines) if isinstance(line.counts, TrickTaken))
    taken = log.lines[trick - 1].counts
    assert isinstance(taken, TrickTaken)
    other = "p1" if taken.winner != "p1" else "p2"
    fined = of.FineGiven(player=OLD_DEBTOR, amount=2, reason="late")
    changed = TrickTaken(deal=taken.deal, trick=taken.trick, winner=other)
    events = {
        "undo_early": of.EntryUndone(entry=EARLY_FINE),
        "change_early": of.EntryChanged(entry=EARLY_FINE, event=written(fined)),
        "undo_last": of.EntryUndone(entry=trick),
        "change_last": of.EntryChanged(entry=trick, event=written(changed)),
    }
    return {name: spread(taken_back(commands, night_id, event)) for name, event in events.items()}


def taken_back(commands: CommandHandler, night_id: str, event: of.Event) -> list[float]:
    """How long the correction took each time; it is undone again in between, unmeasured."""
    took = []
    for _ in range(REPEATS):
        start = perf_counter()
        seq = tap(commands, night_id, event)
        took.append(perf_counter() - start)
        tap(commands, night_id, of.EntryUndone(entry=seq))
    return took


def cold(bench: Bench, night_id: str) -> list[float]:
    """How long a process that has just started needs for its first look at the night."""
    took = []
    for _ in range(REPEATS):
        fresh = NightCache(bench[1], PubSub())
        start = perf_counter()
        fresh.log(night_id)
        took.append(perf_counter() - start)
    return took


def compared(costs: dict[int, list[float]]) -> dict[str, Any]:
    """Medians by length, and by what factor each is above the first."""
    medians = {length: statistics.median(seconds) * 1000 for length, seconds in costs.items()}
    return {
        "ms": {length: round(median, 3) for length, median in medians.items()},
        "ratio": {length: round(median / medians[min(medians)], 2) for length, median in medians.items()},
    }


def spread(seconds: list[float]) -> dict[str, float]:
    return {"p50": round(statistics.median(seconds) * 1000, 2), "max": round(max(seconds) * 1000, 2)}


if __name__ == "__main__":
    main()
