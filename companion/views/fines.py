"""The page of fines by hand: the latest ones, buttons for reasons used before, and the debts that can be forgiven."""

import re
from collections.abc import Hashable, Iterator
from itertools import chain, groupby, islice

import msgspec
from msgspec import UnsetType

from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Player
from ..domain.measure import listed
from .context import ViewContext, Who
from .fragments import Fragment

MOST = 10  # reasons shown as buttons
LATELY = 5  # fines by hand that are listed
STARTERS = ("spilled", "late", "phone at the table", "asked whose turn it is", "played out of turn")
# The reasons of debts carried over from the last night, or converted to another unit.
WRITTEN_BY_APP = re.compile(r"from .+|\d+ .+ (?:is|are) \d+ .+")


class GivenFine(msgspec.Struct, frozen=True):
    """A fine by hand, given to these people in one tap; `all` if that is everybody, and more than two people."""

    all: bool
    people: tuple[Who, ...]
    amount: int
    reason: str


class Forgiving(msgspec.Struct, frozen=True):
    """The debts in seat order: player, amount, and sums that make the idempotency key for forgiving this debt.

    `sums` are those of everybody together, for forgiving all debts.
    """

    sums: str
    debts: tuple[tuple[Who, int, str], ...]


def reasons(context: ViewContext) -> tuple[str, ...]:
    """The reasons that this table gave for fines by hand, the newest first, followed by some of STARTERS."""
    given = (line.counts.reason for line in reversed(context.log.lines) if isinstance(line.counts, of.FineGiven))
    typed = (reason for reason in given if not isinstance(reason, UnsetType) and not WRITTEN_BY_APP.fullmatch(reason))
    found: dict[str, str] = {}
    for reason in chain(typed, STARTERS):
        found.setdefault(reason.casefold(), reason)
        if len(found) == MOST:
            break
    return tuple(found.values())


def given(context: ViewContext) -> tuple[GivenFine, ...]:
    """The latest fines by hand, the newest first; a fine that several people got in one tap is listed once."""
    fined = (tap for tap in _taps(context) if isinstance(tap[0].counts, of.FineGiven))
    return tuple(_given_fine(context, tap) for tap in islice(fined, LATELY))


def _given_fine(context: ViewContext, together: list[Line]) -> GivenFine:
    charges = [charge for line in together for charge in line.charges]
    people = tuple(context.people[charge.player] for charge in charges)
    return GivenFine(2 < len(people) == len(context.seated), people, charges[0].amount, charges[0].reason)


def _taps(context: ViewContext) -> Iterator[list[Line]]:
    """The entries grouped by tap, the newest first; fines by hand given in one tap are in the order given."""
    return ([*lines][::-1] for _, lines in groupby(reversed(context.log.lines), _tap_of))


def _tap_of(line: Line) -> Hashable:
    """A key that the fines by hand of one tap share; every other entry has its own."""
    if not isinstance(line.counts, of.FineGiven) or not line.entry.at:
        return line.entry.seq
    return line.entry.at, line.charges[0].amount, line.charges[0].reason


def at_once(context: ViewContext, line: Line) -> list[Line]:
    """All fines by hand given in the same tap as this line; any other line alone."""
    return next(tap for tap in _taps(context) if any(each is line for each in tap))


def sentence_at_once(context: ViewContext, line: Line) -> str:
    """One sentence for a fine that several people got in one tap; empty for any other entry."""
    together = at_once(context, line)
    if len(together) == 1:
        return ""
    names = listed([context.name(charge.player) for each in together for charge in each.charges])
    charge = together[0].charges[0]
    return f"{names} were fined {context.amount(charge.amount)} each: {charge.reason}."


def forgiving(context: ViewContext) -> Forgiving:
    """The debts that can be forgiven."""
    players = context.night.players
    owing = ((who, players[who.id].owed, _sums(players[who.id])) for who in context.seated)
    debts = tuple(debt for debt in owing if debt[1] > 0)
    return Forgiving(_sums(*players.values()), debts)


def _sums(*players: Player) -> str:
    """A key made of sums that only grow, so that an equal debt later in the night has a different key."""
    sums = (sum(getattr(player, name) for player in players) for name in ("charged", "taken", "forgiven"))
    return "-".join(map(str, sums))


REASONS = Fragment("reasons", "fines/_reasons.html", reasons)
GIVEN = Fragment("given", "fines/_given.html", given)
FORGIVING = Fragment("forgiving", "fines/_forgiving.html", forgiving)
