"""What the trick games share about a deal: its events, who is dealt in, and who deals."""

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from .events import Count, Event, Id, Some
from .refused import Filled, Refused
from .seating import Circle, Table, first_of


class DealStarted(Event, frozen=True, tag="deal.started"):
    """The cards are dealt, to just these players and by this dealer where they are named."""

    slot = ("deal",)
    deal: Count
    players: Some | UnsetType = UNSET
    dealer: Id | UnsetType = UNSET


class DealVoided(Event, frozen=True, tag="deal.voided"):
    """A misdeal: what it charged stays, and the same dealer deals the next number."""

    slot = ("deal",)
    deal: Count


class Dealt(NamedTuple):
    """Who plays the game from now on, who is in this deal, clockwise, and who deals (nobody if nobody is in)."""

    players: Circle
    dealt: Circle
    dealer: str | None


def dealt_in(players: Circle, dealer: str, table: Table, started: DealStarted | None = None) -> Dealt:
    """The game's players not away, or just those named; the dealer due, or the next to the left who is in."""
    named = table.present(players) if started is None or isinstance(started.players, UnsetType) else started.players
    everyone = players + tuple(dict.fromkeys(player for player in named if player not in players))
    dealt = tuple(sorted(named, key=everyone.index))
    if started is not None and not isinstance(started.dealer, UnsetType):
        return Dealt(everyone, dealt, started.dealer)
    return Dealt(everyone, dealt, first_of(dealt, dealer, everyone))


def check_dealt(deal: Dealt, seats: range, table: Table) -> None:
    """Refuses a deal to people who are not there, to too many or too few, or by somebody who is not in it."""
    for player in deal.dealt:
        if player not in table.names:
            raise Refused(f"{player} is not at this table")
        if player in table.away:
            raise Refused(f"{table.name(player)} is away and cannot be dealt in")
    if len(set(deal.dealt)) < len(deal.dealt):
        raise Refused("the deal names somebody twice")
    if len(deal.dealt) not in seats:
        raise Refused(f"{len(deal.dealt)} cannot play a deal of this game ({seats[0]} to {seats[-1]} can)")
    if deal.dealer not in deal.dealt:
        raise Refused(f"{table.name(deal.dealer)} cannot deal without being in the deal")


def check_number(deal: int, due: int, began: bool) -> None:
    """Refuses an entry for another deal than the one that is open or due next."""
    if deal < due:
        raise Filled(f"Deal {deal} is over")
    if deal > due:
        raise Refused(f"Deal {deal} has to wait: deal {due} {'is still on' if began else 'comes first'}")
