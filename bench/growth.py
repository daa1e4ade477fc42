"""What a tap costs late in a night against early in one: side by side in one run, on a file with synchronous=FULL.

    python bench/growth.py [--late 2000 5000] [--taps 200]

`enter`: check, write, adopt. `paint`: the message to the phones of all ten seats after it, page by page. Then, for
the first of the long nights, a cold start, and undo and change of the earliest fine and of the last trick.
Prints one line of JSON, times in milliseconds.
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
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from long_night import EARLY_FINE, OLD_DEBTOR, PLAYERS, next_event, night_of, tap  # noqa: E402

from companion import create_app  # noqa: E402
from companion.bell import Bell  # noqa: E402
from companion.rules import events as of  # noqa: E402
from companion.rules.events import written  # noqa: E402
from companion.rules.tricks import TrickTaken  # noqa: E402
from companion.scorekeeper import Scorekeeper  # noqa: E402
from companion.showing.pages import PAGES, message  # noqa: E402
from companion.showing.painting import NEVER, Painting  # noqa: E402
from companion.showing.scene import Scene  # noqa: E402
from companion.store.disk import Disk, disk_of  # noqa: E402

EARLY = 20
SPAN = 10  # taps for which an early night still counts as early
REPEATS = 15
Bench = tuple[Scorekeeper, Disk, Callable[..., str]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--late", type=int, nargs="+", default=[2000, 5000], help="entries of the long nights")
    options.add_argument("--taps", type=int, default=200, help="taps measured at each length")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        app = create_app({"DATA": data})
        keeper, disk = app.extensions["companion.scorekeeper"], disk_of(app)
        try:
            print(json.dumps(measured((keeper, disk, app.extensions["companion.render"]), chosen)))
        finally:
            disk.close()


def measured(bench: Bench, chosen: argparse.Namespace) -> dict[str, Any]:
    keeper, disk, _ = bench
    late = {length: night_of(keeper, disk, length) for length in chosen.late}
    costs = taps(bench, late, chosen.taps)
    night_id = late[chosen.late[0]]
    plain = {"entries": keeper.night(night_id).seq, **spread(cold(bench, night_id))}
    return {
        "taps": chosen.taps,
        "enter": compared({length: cost["enter"] for length, cost in costs.items()}),
        "paint": {page: compared({length: cost[page] for length, cost in costs.items()}) for page in PAGES},
        "cold_start": plain,
        "correct": corrections(keeper, night_id),
        "load": round(os.getloadavg()[0], 1),
    }


def taps(bench: Bench, late: dict[int, str], count: int) -> dict[int, dict[str, list[float]]]:
    """Tap by tap in turn at every length; the early night is a new one before it grows out of being early."""
    keeper, disk, _ = bench
    costs: dict[int, dict[str, list[float]]] = {length: {} for length in (EARLY, *late)}
    tables = {length: Table(bench, night_id) for length, night_id in late.items()}
    gc.collect()
    gc.disable()
    for number in range(count):
        if number % SPAN == 0:
            tables[EARLY] = Table(bench, night_of(keeper, disk, EARLY, seed=number))
        for length in costs:
            for name, seconds in tables[length].tap().items():
                costs[length].setdefault(name, []).append(seconds)
    gc.enable()
    return costs


class Table:
    """One night with a phone of every player on every page; each page has a painting of its own here,
    so that none profits from what another has drawn."""

    def __init__(self, bench: Bench, night_id: str) -> None:
        self.keeper, _, render = bench
        self.night_id, self.chance = night_id, random.Random(7)
        self.paintings = {page: Painting(render) for page in PAGES}
        self.since = NEVER
        self.paint()

    def tap(self) -> dict[str, float]:
        """What the next tap costs, and painting each page for all seats after it."""
        event = next_event(self.keeper.night(self.night_id), self.chance)
        start = perf_counter()
        tap(self.keeper, self.night_id, event)
        return {"enter": perf_counter() - start, **self.paint()}

    def paint(self) -> dict[str, float]:
        took = {}
        for page, painting in self.paintings.items():
            start = perf_counter()
            scene = Scene(self.night_id, self.keeper.night(self.night_id), self.keeper.phones(self.night_id))
            for seat in PLAYERS:
                message(painting, page, scene, seat, self.since)
            took[page] = perf_counter() - start
        self.since = scene.version
        return took


def corrections(keeper: Scorekeeper, night_id: str) -> dict[str, dict[str, float]]:
    """Undo and change of the earliest fine (all after it is counted again) and of the last trick."""
    log = keeper.night(night_id)
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
    return {name: spread(taken_back(keeper, night_id, event)) for name, event in events.items()}


def taken_back(keeper: Scorekeeper, night_id: str, event: of.Event) -> list[float]:
    """How long the correction took each time; it is undone again in between, unmeasured."""
    took = []
    for _ in range(REPEATS):
        start = perf_counter()
        seq = tap(keeper, night_id, event)
        took.append(perf_counter() - start)
        tap(keeper, night_id, of.EntryUndone(entry=seq))
    return took


def cold(bench: Bench, night_id: str) -> list[float]:
    """How long a scorekeeper that has just started needs for its first look at the night."""
    took = []
    for _ in range(REPEATS):
        fresh = Scorekeeper(bench[1], Bell())
        start = perf_counter()
        fresh.night(night_id)
        took.append(perf_counter() - start)
    return took


def compared(costs: dict[int, list[float]]) -> dict[str, Any]:
    """Medians by length, and by what factor each is above the early one."""
    medians = {length: statistics.median(seconds) * 1000 for length, seconds in costs.items()}
    return {
        "ms": {length: round(median, 3) for length, median in medians.items()},
        "ratio": {length: round(median / medians[EARLY], 2) for length, median in medians.items()},
    }


def spread(seconds: list[float]) -> dict[str, float]:
    return {"p50": round(statistics.median(seconds) * 1000, 2), "max": round(max(seconds) * 1000, 2)}


if __name__ == "__main__":
    main()
