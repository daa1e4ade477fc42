"""The page of fines by hand: the latest ones, reasons used before as buttons, and what can be forgiven."""

from __future__ import annotations

import re
from itertools import chain, dropwhile, islice, takewhile

import msgspec
from msgspec import UnsetType

from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Player
from .context import ViewContext, Who
from .fragments import Fragment

MOST = 10
LATELY = 5
STARTERS = ("spilled", "late", "phone at the table", "asked whose turn it is", "played out of turn")
WRITTEN_BY_APP = re.compile(
    r"from .+|\d+ .+ (?:is|are) \d+ .+"
)  # carried over from the last night, or converted to another unit


class GivenFine(msgspec.Struct, frozen=True):
    """A fine by hand, given to these people in one tap; `all`: to everybody, where that is more than two."""

    all: bool
    people: tuple[Who, ...]
    amount: int
    reason: str


class Forgiving(msgspec.Struct, frozen=True):
    """Who owes something, in seat order: player, amount, and sums that make the idempotency key of this debt.

    `sums` are those of everybody together.
    """

    night_id: str
    corrections: int
    sums: str
    debts: tuple[tuple[Who, int, str], ...]


def reasons(context: ViewContext) -> tuple[str, ...]:
    """The reasons for fines by hand that this table knows, the newest first, filled up with a few to start with."""
    given = (line.counts.reason for line in reversed(context.log.lines) if isinstance(line.counts, of.FineGiven))
    typed = (reason for reason in given if not isinstance(reason, UnsetType) and not WRITTEN_BY_APP.fullmatch(reason))
    found: dict[str, str] = {}
    for reason in chain(typed, STARTERS):
        found.setdefault(reason.casefold(), reason)
        if len(found) == MOST:
            break
    return tuple(found.values())


def given(context: ViewContext) -> tuple[GivenFine, ...]:
    """What was given by hand lately, the newest first; a fine that several got in one tap is listed once."""
    taps: list[list[Line]] = []
    after: Line | None = None
    for line in reversed(context.log.lines):
        if isinstance(line.counts, of.FineGiven):
            if after is not None and _in_one_tap(line, after):
                taps[-1].insert(0, line)
            elif len(taps) == LATELY:
                break
            else:
                taps.append([line])
        after = line
    return tuple(_given_fine(context, together) for together in taps)


def _given_fine(context: ViewContext, together: list[Line]) -> GivenFine:
    charges = [charge for line in together for charge in line.charges]
    people = tuple(context.people[charge.player] for charge in charges)
    return GivenFine(2 < len(people) == len(context.seated), people, charges[0].amount, charges[0].reason)


def _in_one_tap(before: Line, line: Line) -> bool:
    by_hand = isinstance(before.counts, of.FineGiven) and isinstance(line.counts, of.FineGiven)
    return by_hand and bool(line.entry.at) and _tap_of(before) == _tap_of(line)


def _tap_of(line: Line) -> tuple[object, ...]:
    charge = line.charges[0]
    return line.entry.at, charge.amount, charge.reason


def at_once(context: ViewContext, line: Line) -> list[Line]:
    """The line, after the fines by hand that were given in the same tap."""
    if not isinstance(line.counts, of.FineGiven):
        return [line]
    back = dropwhile(lambda each: each is not line, reversed(context.log.lines))
    before = takewhile(lambda each: _in_one_tap(each, line), islice(back, 1, None))
    return [*reversed([*before]), line]


def sentence_at_once(context: ViewContext, line: Line) -> str:
    """What several people were fined in one tap, as one sentence; empty for any other entry."""
    together = at_once(context, line)
    if len(together) == 1:
        return ""
    *first, last = [context.name(charge.player) for each in together for charge in each.charges]
    charge = together[0].charges[0]
    return f"{', '.join(first)} and {last} were fined {context.amount(charge.amount)} each: {charge.reason}."


def forgiving(context: ViewContext) -> Forgiving:
    """What can be forgiven."""
    players = context.night.players
    owing = ((who, players[who.id].owed, _sums(players[who.id])) for who in context.seated)
    debts = tuple(debt for debt in owing if debt[1] > 0)
    return Forgiving(context.night_id, context.corrections, _sums(*players.values()), debts)


def _sums(*players: Player) -> str:
    """Sums that only grow, so that an equal debt later in the night has another key."""
    sums = (sum(getattr(player, name) for player in players) for name in ("charged", "taken", "forgiven"))
    return "-".join(map(str, sums))


REASONS = Fragment("reasons", "fines/_reasons.html", reasons)
GIVEN = Fragment("given", "fines/_given.html", given)
FORGIVING = Fragment("forgiving", "fines/_forgiving.html", forgiving)
