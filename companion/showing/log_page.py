"""The log: every entry readable, newest first, with who and when, and what may be undone or changed."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules import events as of
from ..rules.log import Line
from ..rules.night import Night
from ..rules.playing import check_event
from ..rules.refused import Refused
from ..rules.view import is_open
from .fragments import Fragment
from .scene import Scene, Who
from .telling import sentence, told

PAGE = 40
TRICK = "trick.taken"
CHANGEABLE = (
    of.NightOpened,
    of.PlayerJoined,
    of.FineGiven,
    of.FineForgiven,
    of.DrinkTaken,
    of.RuleMade,
    of.RuleAmended,
)


class LogLine(msgspec.Struct, frozen=True):
    """One entry; `was` is what a changed one said at first, `charges` what it cost in all."""

    seq: int
    at: str | None
    by: Who | None
    says: str
    was: str | None
    undone: bool
    changes: bool
    charges: tuple[tuple[Who, int], ...]


class LogBook(msgspec.Struct, frozen=True):
    night_id: str
    seq: int
    lines: tuple[LogLine, ...]
    older: int | None


def book(scene: Scene, before: int | None = None) -> LogBook:
    """A page of entries, the newest first; `older` is where the next page goes on."""
    top = len(scene.log.lines) if before is None else max(0, before - 1)
    lines = scene.log.lines[max(0, top - PAGE) : top]
    older = lines[0].entry.seq if lines and lines[0].entry.seq > 1 else None
    return LogBook(scene.night_id, scene.log.seq, tuple(log_line(scene, line) for line in reversed(lines)), older)


def log_line(scene: Scene, line: Line) -> LogLine:
    """One entry as people read it."""
    entry = line.entry
    changed = entry.seq in scene.log.marks.changed and line.counts is not None
    return LogLine(
        seq=entry.seq,
        at=entry.at,
        by=scene.who(entry.by),
        says=told(scene, line),
        was=sentence(scene, entry.seq, entry.event) if changed else None,
        undone=entry.seq in scene.log.marks.undone,
        changes=can_change(line) and (is_trick(line) or is_open(scene.log, line, scene.insider)),
        charges=tuple((scene.people[charge.player], charge.amount) for charge in line.charges),
    )


def can_change(line: Line) -> bool:
    """Whether the app offers other words for this entry."""
    return isinstance(line.counts, CHANGEABLE) or is_trick(line)


def is_trick(line: Line) -> bool:
    """Whether it says who took a trick: that may be said anew without knowing why."""
    return line.counts is not None and line.counts.type == TRICK


def takers_at(scene: Scene, line: Line) -> tuple[str | None, ...]:
    """The hands that may have taken the trick of this entry as its game then stood; None among them is nobody."""
    if line.counts is None or not is_trick(line):
        return ()
    before = scene.log.night_after(line.entry.seq - 1)
    if before.game is None:
        return ()
    hands = [hand for player in before.order for hand in (player, f"{player}:dummy")]
    return tuple(hand for hand in (*hands, None) if _may_take(before, line, hand))


def _may_take(before: Night, line: Line, hand: str | None) -> bool:
    kind: Any = type(line.counts)
    event = kind(**{name: getattr(line.counts, name) for name in kind.slot}, winner=hand)
    try:
        check_event(before, of.Entry(line.entry.seq, event, line.entry.at, line.entry.by))
    except Refused:
        return False
    return True


LOG = Fragment("log", "log/_log.html", book)
