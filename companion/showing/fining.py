"""The finesmaster's page: fines lately given by hand, reasons given before as buttons, and who still owes what."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from ..rules import events as of
from ..rules.fines import Player
from ..rules.log import Line
from .painting import Region, always
from .scene import Scene, Who

MOST = 10
LATELY = 5
STARTERS = ("spilled", "late", "phone at the table", "asked whose turn it is", "played out of turn")
WRITTEN_HERE = re.compile(r"from .+|\d+ .+ (?:is|are) \d+ .+")  # carried over or converted by the companion


class Reasons(msgspec.Struct, frozen=True):
    """What was fined before, the newest first, filled up with a few to start with."""

    reasons: tuple[str, ...]


class Handful(msgspec.Struct, frozen=True):
    """One fine by hand, given to these at once; `all` of the night, where that is more than two."""

    all: bool
    people: tuple[Who, ...]
    amount: int
    reason: str


class Given(msgspec.Struct, frozen=True):
    """The fines lately given by hand, the newest first."""

    unit: str
    fines: tuple[Handful, ...]


class Debt(msgspec.Struct, frozen=True):
    """What somebody owes; `sums` tells one debt from the same another time."""

    who: Who
    owed: int
    sums: str


class Forgiving(msgspec.Struct, frozen=True):
    """Who owes something, in seat order; `sums` are those of everybody together."""

    night_id: str
    corrections: int
    sums: str
    debts: tuple[Debt, ...]


def reasons(scene: Scene) -> Reasons:
    """The reasons for fines by hand that this table knows."""
    found: dict[str, str] = {}
    for line in reversed(scene.log.lines):
        event = line.counts
        reason = event.reason if isinstance(event, of.FineGiven) else UNSET
        if not isinstance(reason, UnsetType) and not WRITTEN_HERE.fullmatch(reason):
            found.setdefault(reason.casefold(), reason)
        if len(found) == MOST:
            break
    for starter in STARTERS:
        found.setdefault(starter, starter)
    return Reasons(tuple(found.values())[:MOST])


def given(scene: Scene) -> Given:
    """What was given by hand lately; a fine that several got in one tap is told once."""
    found: list[Handful] = []
    for together in _taps(scene):
        if len(found) == LATELY:
            break
        people = tuple(scene.people[line.counts.player] for line in together if isinstance(line.counts, of.FineGiven))
        everybody = 2 < len(people) == len(scene.seated)
        found.append(Handful(everybody, people, together[0].charges[0].amount, together[0].charges[0].reason))
    return Given(scene.night.unit, tuple(found))


def _taps(scene: Scene) -> Iterator[list[Line]]:
    """Fines by hand, the newest first; those of one tap (one instant, one amount, one reason) together."""
    top = scene.log.seq
    while top > 0:
        together = at_once(scene, scene.log.lines[top - 1])
        top = together[0].entry.seq - 1
        if isinstance(together[0].counts, of.FineGiven):
            yield together


def _tap_of(line: Line) -> tuple[object, ...]:
    charge = line.charges[0]
    return line.entry.at, charge.amount, charge.reason


def at_once(scene: Scene, line: Line) -> list[Line]:
    """The line and, if it is a fine by hand, those given in the same tap before it."""
    found = [line]
    while isinstance(line.counts, of.FineGiven) and line.entry.at and found[0].entry.seq > 1:
        before = scene.log.lines[found[0].entry.seq - 2]
        if not isinstance(before.counts, of.FineGiven) or _tap_of(before) != _tap_of(line):
            break
        found.insert(0, before)
    return found


def told_at_once(scene: Scene, line: Line) -> str:
    """What several were fined in one tap, in one sentence; nothing for a fine of one, or any other entry."""
    together = at_once(scene, line)
    if len(together) == 1:
        return ""
    *first, last = [scene.name(charge.player) for each in together for charge in each.charges]
    charge = together[0].charges[0]
    return f"{', '.join(first)} and {last} were fined {scene.amount(charge.amount)} each: {charge.reason}."


def forgiving(scene: Scene) -> Forgiving:
    """What may be forgiven."""
    players = scene.night.players
    owing = tuple(
        Debt(who, players[who.id].owed, _sums(players[who.id])) for who in scene.seated if players[who.id].owed > 0
    )
    return Forgiving(scene.night_id, scene.corrections, _sums(*players.values()), owing)


def _sums(*players: Player) -> str:
    """Sums that only grow, so that the same debt another time is painted with another key."""
    sums = (sum(getattr(player, name) for player in players) for name in ("charged", "taken", "forgiven"))
    return "-".join(map(str, sums))


REASONS = Region("reasons", always("fines/_reasons.html"), reasons)
GIVEN = Region("given", always("fines/_given.html"), given)
FORGIVING = Region("forgiving", always("fines/_forgiving.html"), forgiving)
