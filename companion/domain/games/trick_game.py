"""What the three trick games share: deals and tricks, who is in them, and what the phones show and say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ..cards import Card, height, short
from ..events import Count, Event, GameStarted, Id, Some
from ..house_rules.model import Happening
from ..refused import Filled, Refused
from ..seating import Circle, Table, controller, first_of
from .game import Plays, Step

Hand = Annotated[str, Meta(min_length=1, max_length=46)]


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


class TrickTaken(Event, frozen=True, tag="trick.taken"):
    """Somebody took a trick (None: nobody did); with its plays, clockwise from the leader, the winner is worked out."""

    slot = ("deal", "trick")
    deal: Count
    trick: Count
    winner: Hand | None | UnsetType = UNSET
    plays: tuple[tuple[Hand, Card], ...] | UnsetType = UNSET

    @property
    def laid(self) -> Plays:
        """Who laid which card; empty when no cards were named."""
        return () if isinstance(self.plays, UnsetType) else self.plays

    def same_as(self, other: Event) -> bool:
        """The same taker, unless both name their cards and these differ."""
        if not isinstance(other, TrickTaken) or self.place() != other.place():
            return False
        return self.winner == other.winner and (UNSET in (self.plays, other.plays) or self.plays == other.plays)


# ---- the state of a game


class Numbered(Protocol):
    """A deal with its number and who deals it."""

    @property
    def number(self) -> int: ...

    @property
    def dealer(self) -> str: ...

    @property
    def dealt(self) -> Circle: ...


D = TypeVar("D", bound=Numbered)


class TrickGame(msgspec.Struct, Generic[D], frozen=True, kw_only=True):
    """A game: its players clockwise, who deals the next deal, the last deal dealt, and how many are over."""

    options: Any
    players: Circle
    dealer: str
    over: int = 0
    deal: D | None = None

    @property
    def on(self) -> D | None:
        """The deal that is being played."""
        return self.deal if self.deal is not None and self.deal.number > self.over else None


State = TypeVar("State", bound="TrickGame[Any]")


def first_dealer(event: GameStarted) -> str:
    """The dealer named, else the first player."""
    return event.players[0] if isinstance(event.dealer, UnsetType) else event.dealer


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


def voided(state: State, event: DealVoided) -> Step:
    """The deal is over; the same dealer deals the next."""
    return Step(replace(state, over=event.deal, dealer=state.on.dealer if state.on else state.dealer))


def last_dealt(state: TrickGame[Any], table: Table) -> Circle:
    """Those dealt in, between deals those last dealt in, before the first the game's players not away."""
    return state.deal.dealt if state.deal else table.present(state.players)


def with_newcomers(state: TrickGame[Any], table: Table, newcomers: Circle, seats: range) -> Circle:
    """The players of the next deal if newcomers join it; nobody when there are none, or no room for them."""
    together = table.present(state.players) + newcomers
    return together if newcomers and state.on is None and len(together) in seats else ()


# ---- what is refused


def check_open(state: TrickGame[Any], event: Event, deal: int) -> None:
    """Refuses an entry for another deal than the one that is open or due next, and a deal that has begun."""
    due = state.over + 1
    if deal < due:
        raise Filled(f"Deal {deal} is over")
    if deal > due:
        raise Refused(f"Deal {deal} has to wait: deal {due} {'is still on' if state.on else 'comes first'}")
    if isinstance(event, DealStarted) and state.on is not None:
        raise Filled(f"Deal {deal} has already begun")


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


def check_order(hands: Sequence[str], expected: Circle, table: Table) -> None:
    """Refuses plays that do not name everyone in the trick once, clockwise from the leader."""
    if tuple(hands) != expected:
        turn = ", ".join(table.name(hand) for hand in expected)
        raise Refused(f"the cards of this trick come from {turn}, in this order")


def check_new(cards: Iterable[str], seen: Collection[str], why: str = "has already been played") -> None:
    """Refuses a card that was met before, or that is named twice."""
    met = set(seen)
    for card in cards:
        if card in met:
            raise Refused(f"{short(card)} {why}")
        met.add(card)


def check_next(trick: int, taken: Sequence[str | None], table: Table) -> None:
    """Refuses a trick that is already written, with who took it, or one that is not next."""
    if trick <= len(taken):
        raise Filled(f"Trick {trick} is already written: {table.name(taken[trick - 1])} took it")
    if trick > len(taken) + 1:
        raise Refused(f"Trick {len(taken) + 1} comes first")


def played(plays: Sequence[tuple[str, str | None]], leader: str | None = None) -> tuple[Happening, ...]:
    """That these cards were played, the first of them led unless somebody else did."""
    leader = leader or (plays[0][0] if plays else None)
    return tuple(Happening("card.played", controller(hand), card, led=hand == leader) for hand, card in plays)


# ---- who takes a trick by the rank of its cards


def tied(plays: Plays) -> frozenset[str]:
    """The cards whose rank another card of the trick has too."""
    ranks = [card[0] for _, card in plays]
    return frozenset(card for _, card in plays if ranks.count(card[0]) > 1)


def highest_untied(plays: Plays) -> tuple[str, str] | None:
    """The play whose card is higher than every other untied one, whatever its suit; None if all tie."""
    alone = tied(plays)
    return max((play for play in plays if play[1] not in alone), key=lambda play: height(play[1]), default=None)


# ---- what the phones show and say

DEAL_LINES = {
    "deal.started": "Deal {deal} was dealt[ by {dealer}][ to {players}][, {cards} cards each].",
    "deal.voided": "Deal {deal} was a misdeal.",
}


class TrickScreen(msgspec.Struct, frozen=True, kw_only=True):
    """The deal and trick to record next; `between` deals nothing is dealt yet. `unfit`: too few or too many are here.

    `order` are the hands of the next trick, clockwise from who leads; `seen` are the cards that
    none of them can lay. `joker`: the pack has one. `judges`: the cards alone say who takes the trick. `opener` is the
    card that leads while nobody knows whose it is, `beside` one that those `pairing` may lay together with another.
    `tricks` counts what everybody took, `notes` says something of each player, `dealing` names the players when
    newcomers join.
    """

    deal: int
    trick: int = 1
    between: bool = False
    unfit: bool = False
    dealer: str | None = None
    leader: str | None = None
    dealt: Circle = ()
    order: Circle = ()
    seen: frozenset[str] = frozenset()
    joker: bool = False
    judges: bool = True
    opener: str = ""
    beside: str = ""
    pairing: Circle = ()
    tricks: dict[str, int] = {}
    notes: dict[str, str] = {}
    dealing: Circle = ()
