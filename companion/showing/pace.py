"""The pace: what one settled in the last hour and since when, for nobody else's eyes, and nothing said about it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from ..rules import events as of
from ..rules.log import Line
from ..store.moment import now
from . import measure
from .painting import Region, always
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


def pace(scene: Scene, seat: str | None, at: datetime | None = None) -> Pace:
    """The pace of this seat at a moment, which is now unless it is said."""
    drunk, at = tuple(taken(scene.log.lines, seat)), at or now()
    times = [each.at for each in drunk if each.at is not None]
    wish = scene.phones.wish_of(seat or "")
    return Pace(
        did="settled" if wish.drinks == "forfeit" else measure.words(scene.night.unit).did,
        hour=summed(each for each in drunk if each.at is not None and at - each.at < HOUR),
        night=summed(drunk),
        first=ago(at - min(times)) if times else "",
        last=ago(at - max(times)) if times else "",
    )


def taken(lines: Iterable[Line], seat: str | None) -> Iterable[Taken]:
    """What the seat settled, the oldest first, each in the unit of its time; what was undone does not count."""
    unit = ""
    for line in lines:
        event = line.counts
        if isinstance(event, of.NightOpened | of.UnitChanged):
            unit = event.unit
        elif isinstance(event, of.DrinkTaken) and event.player == seat:
            yield Taken(event.amount, unit, datetime.fromisoformat(line.entry.at) if line.entry.at else None)


def summed(drunk: Iterable[Taken]) -> str:
    """As in "3 pencils and 1 finger"; nothing for nothing."""
    sums: dict[str, int] = {}
    for each in drunk:
        sums[each.unit] = sums.get(each.unit, 0) + each.amount
    return " and ".join(measure.amount(number, unit) for unit, number in sums.items())


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


PACE = Region("pace", always("wishes/_pace.html"), pace, own=True)
