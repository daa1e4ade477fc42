"""The pace: what one settled in the last hour and since when, for nobody else's eyes, and nothing said about it."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from ..rules import events as of
from ..rules import measure
from ..rules.fines import total
from ..rules.log import Line
from ..rules.night import Night
from ..store.moment import now
from .fragments import Fragment
from .running import Running
from .scene import Scene

HOUR = timedelta(hours=1)


class Taken(msgspec.Struct, frozen=True):
    """What somebody settled with one entry: so many of a unit, at a moment of the server's clock if it is known."""

    amount: int
    unit: str
    at: datetime | None


class Pace(msgspec.Struct, frozen=True):
    """In words: `hour` what was settled in the last hour, `night` in all; `first` and `last` how long ago."""

    did: str
    hour: str
    night: str
    first: str
    last: str


class SoFar:
    """What one player settled so far: `sums` by unit, `timed` what is known by the clock, the oldest first."""

    def __init__(self) -> None:
        self.sums: dict[str, int] = {}
        self.timed: list[Taken] = []

    def add(self, drink: Taken) -> None:
        """One more."""
        self.sums[drink.unit] = self.sums.get(drink.unit, 0) + drink.amount
        if drink.at is not None:
            insort(self.timed, drink, key=_moment)

    def since(self, at: datetime) -> list[Taken]:
        """What was settled after that moment, the oldest first."""
        return self.timed[bisect_right(self.timed, at, key=_moment) :]


class AllSoFar:
    """What everybody settled by the entries seen so far, each in the unit of its time; what was undone never counts."""

    def __init__(self) -> None:
        self.unit = ""
        self.players: dict[str, SoFar] = {}

    def add(self, lines: Iterable[Line], night: Night) -> None:
        """The next lines of the log."""
        for line in lines:
            event = line.counts
            if isinstance(event, of.NightOpened | of.UnitChanged):
                self.unit = event.unit
            elif isinstance(event, of.DrinkTaken):
                at = datetime.fromisoformat(line.entry.at) if line.entry.at else None
                self.players.setdefault(event.player, SoFar()).add(Taken(event.amount, self.unit, at))


SO_FAR = Running(AllSoFar)


def pace(scene: Scene, seat: str | None, at: datetime | None = None) -> Pace:
    """The pace of this seat at a moment, which is now unless it is said."""
    at, wish = at or now(), scene.phones.wish_of(seat or "")
    with SO_FAR.of(scene) as everybody:
        mine = everybody.players.get(seat or "", SoFar())
        lately, times = mine.since(at - HOUR), [_moment(each) for each in mine.timed[:1] + mine.timed[-1:]]
        return Pace(
            did="settled" if wish.drinks == "forfeit" else measure.words(scene.night.unit).did,
            hour=summed((each.unit, each.amount) for each in lately),
            night=summed(mine.sums.items()),
            first=ago(at - times[0]) if times else "",
            last=ago(at - times[-1]) if times else "",
        )


def taken(scene: Scene, seat: str) -> dict[str, int]:
    """What the seat settled in each unit."""
    with SO_FAR.of(scene) as everybody:
        return dict(everybody.players[seat].sums) if seat in everybody.players else {}


def _moment(each: Taken) -> datetime:
    assert each.at is not None
    return each.at


def summed(drunk: Iterable[tuple[str, int]]) -> str:
    """Units and amounts as in "3 pencils and 1 finger"; nothing for nothing."""
    return " and ".join(measure.amount(number, unit) for unit, number in total(drunk).items())


def ago(passed: timedelta) -> str:
    """How long ago in words: "12 minutes ago", "2 hours 10 minutes ago", "3 days ago"."""
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    hours, rest = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} days ago"
    parts = (measure.amount(number, word) for number, word in ((hours, "hour"), (rest, "minute")) if number)
    return f"{' '.join(parts)} ago"


PACE = Fragment("pace", "wishes/_pace.html", pace, own=True)
