"""The news: what just happened, whom it cost and why, for the eye and for the ear."""

from __future__ import annotations

import msgspec

from ..rules import events as of
from ..rules.log import Line, differences
from .painting import Region, always
from .scene import Scene, Who
from .telling import told


class Cost(msgspec.Struct, frozen=True):
    """What somebody was charged by the last entry, and why."""

    who: Who
    amount: int
    because: str
    rule: bool


class Last(msgspec.Struct, frozen=True):
    """What just happened, whom it cost, who still has to drink for it; `changes` are those of an undo or change."""

    seq: int
    told: str
    costs: tuple[Cost, ...]
    still: tuple[tuple[Who, int], ...]
    changes: tuple[tuple[Who, int], ...]
    unit: str


class Say(msgspec.Struct, frozen=True):
    """The news in words, for who does not look at the screen."""

    words: str


def last(scene: Scene) -> Last | None:
    """The newest entry worth telling."""
    line = newest(scene)
    if line is None:
        return None
    corrects = isinstance(line.entry.event, of.EntryUndone | of.EntryChanged)
    changes = differences(scene.log.before, scene.night) if corrects and line is scene.log.lines[-1] else {}
    owing = dict.fromkeys(charge.player for charge in line.charges if scene.night.players[charge.player].owed > 0)
    return Last(
        seq=line.entry.seq,
        told=told(scene, line),
        costs=tuple(
            Cost(scene.people[charge.player], charge.amount, charge.because, charge.rule is not None)
            for charge in line.charges
        ),
        still=tuple((scene.people[player], scene.night.players[player].owed) for player in owing),
        changes=tuple((scene.people[player], by) for player, by in changes.items()),
        unit=scene.night.unit,
    )


def say(scene: Scene) -> Say:
    """The newest entry worth telling with everything it cost: as in “Bob took trick 3. Bob drinks 3.”"""
    news = last(scene)
    if news is None:
        return Say("")
    costs = (f"{cost.who.name} drinks {cost.amount}." for cost in news.costs)
    return Say(" ".join((news.told, *costs)))


def newest(scene: Scene) -> Line | None:
    """The newest of the last entries that is worth telling."""
    return next((line for line in reversed(scene.log.lines[-30:]) if _is_news(line)), None)


_QUIET = (of.DrinkTaken, of.SeatsMoved, of.PlayerJoined, of.NightOpened)


def _is_news(line: Line) -> bool:
    if isinstance(line.entry.event, of.EntryUndone | of.EntryChanged):
        return True
    return line.counts is not None and not isinstance(line.counts, _QUIET)


LAST = Region("last", always("table/_last.html"), last)
SAY = Region("say", always("table/_say.html"), say)
