"""Tables, phones and taps as the generator keeps them: in slots, since there are ten thousand of them."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from time import perf_counter
from typing import Any

now = perf_counter


class Table:
    """A table: its phones, the tap under way, those that wait for it, and what its way keeps of it.

    `slow` are its phones that never read, which nobody waits for.
    """

    __slots__ = ("number", "own", "phones", "slow", "tap", "waiting")

    def __init__(self, number: int, phones: int) -> None:
        self.number = number
        self.phones = [Phone(self, place) for place in range(phones)]
        self.slow: list[Phone] = []
        self.tap: Tap | None = None
        self.waiting: deque[Tap] = deque()
        self.own: Any = None


class Phone:
    """One phone: the newest version it has, since when, its connection, where that leads, and what its way keeps."""

    __slots__ = ("at", "gone", "line", "own", "place", "port", "ready", "seen", "table")

    def __init__(self, table: Table, place: int) -> None:
        self.table, self.place = table, place
        self.seen, self.at, self.gone, self.port = -1, 0.0, False, 0
        self.line: Any = None
        self.ready: asyncio.Future[None] | None = None
        self.own: Any = None


class Tap:
    """One tap: when it was due, when it left, the version it made, and how many phones still lack that.

    Its way sets who taps, the request, the kind of tap, and what it keeps of it.
    """

    __slots__ = ("done", "due", "kind", "left", "own", "phone", "request", "sent", "table", "tally", "wanted")

    def __init__(self, table: Table, due: float, tally: Tally, done: asyncio.Future[None] | None = None) -> None:
        self.table, self.due, self.tally, self.done = table, due, tally, done
        self.phone: Phone = table.phones[0]
        self.request, self.kind = b"", ""
        self.own: Any = None
        self.sent, self.wanted, self.left = 0.0, 0, 0


class Tally:
    """What became of the taps of one phase, in seconds and bytes, by the kind of tap; `sizes` counts updates."""

    def __init__(self) -> None:
        self.sent = self.done = self.failed = self.lost = self.shed = 0
        self.why = ""  # the first answer that was a refusal
        self.took: dict[str, list[float]] = defaultdict(list)
        self.answers: list[float] = []
        self.answer_sizes: Counter[int] = Counter()
        self.sizes: dict[str, Counter[int]] = defaultdict(Counter)


def quantiles(seconds: list[float]) -> dict[str, float]:
    """Median, 95th and 99th percentile and the worst, in milliseconds; empty where there is nothing."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    last = len(ordered) - 1
    told: dict[str, float] = {
        name: round(ordered[min(last, int(part * len(ordered)))] * 1000, 2) for name, part in at.items()
    }
    return told | {"n": len(ordered)}


def weights(sizes: Counter[int]) -> dict[str, int]:
    """Median and 95th percentile of counted sizes, in bytes."""
    total, told, met = sum(sizes.values()), {}, 0
    for size in sorted(sizes):
        met += sizes[size]
        for name, part in (("p50", 0.5), ("p95", 0.95)):
            if name not in told and met >= part * total:
                told[name] = size
    return told | {"n": total}
