"""The page of fines by hand: the latest ones, reasons used before as buttons, and what can be forgiven."""

import re
from collections.abc import Hashable, Iterator
from itertools import chain, groupby, islice

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
# Carried over from the last night, or converted to another unit.
WRITTEN_BY_APP = re.compile(r"from .+|\d+ .+ (?:is|are) \d+ .+")


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
    fined = (tap for tap in _taps(context) if isinstance(tap[0].counts, of.FineGiven))
    return tuple(_given_fine(context, tap) for tap in islice(fined, LATELY))


def _given_fine(context: ViewContext, together: list[Line]) -> GivenFine:
    charges = [charge for line in together for charge in line.charges]
    people = tuple(context.people[charge.player] for charge in charges)
    return GivenFine(2 < len(people) == len(context.seated), people, charges[0].amount, charges[0].reason)


def _taps(context: ViewContext) -> Iterator[list[Line]]:
    """The entries, the newest first; fines by hand that were given in one tap are together, in their order."""
    return ([*lines][::-1] for _, lines in groupby(reversed(context.log.lines), _tap_of))


def _tap_of(line: Line) -> Hashable:
    """What the fines by hand of one tap have in common; any other entry is alone."""
    if not isinstance(line.counts, of.FineGiven) or not line.entry.at:
        return line.entry.seq
    return line.entry.at, line.charges[0].amount, line.charges[0].reason


def at_once(context: ViewContext, line: Line) -> list[Line]:
    """The line, after the fines by hand that were given in the same tap."""
    return next(tap for tap in _taps(context) if any(each is line for each in tap))


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
