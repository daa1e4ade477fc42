"""What may be said at the table in Yogi's Whist, beside what all trick games share (night format)."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ... import deals
from ...cards import Card
from ...events import Count, Event, Id
from ...tricks import TrickTaken

Word = Literal["no", "declare", "reveal"]
Players = tuple[Id, ...]
Tricks = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`variant`: in BFT the dealer picks the number of cards; `septic`: `members` may vote to move bids.

    `remind_nines`: the table wants to be told when the nines are trump.
    """

    variant: Literal["bft"] | UnsetType = UNSET
    septic: bool = False
    members: Players = ()
    remind_nines: bool = False

    @property
    def bft(self) -> bool:
        """Whether the dealer picks how many cards everyone gets, and several may be bid."""
        return self.variant == "bft"


class DealStarted(deals.DealStarted, frozen=True, tag="deal.started"):
    """The cards are dealt; in BFT with how many `cards` the dealer gives everybody."""

    cards: Count | UnsetType = UNSET


class CardTurned(Event, frozen=True, tag="card.turned"):
    """The card after the last one dealt is turned up: its suit is trump."""

    slot = ("deal",)
    deal: Count
    card: Card


class BidPlaced(Event, frozen=True, tag="bid.placed"):
    """Somebody laid their bid: its cards, or just for how many tricks (and in BFT how many cards)."""

    slot = ("deal",)
    deal: Count
    player: Id
    cards: tuple[Card, ...] | UnsetType = UNSET
    tricks: Tricks | UnsetType = UNSET
    count: Count | UnsetType = UNSET


class CallMade(Event, frozen=True, tag="call.made"):
    """Somebody said no, declare or reveal."""

    slot = ("deal",)
    deal: Count
    player: Id
    call: Word


class LeaderChosen(Event, frozen=True, tag="leader.chosen"):
    """The revealer said who leads the first trick."""

    slot = ("deal",)
    deal: Count
    player: Id


class BidsRotated(Event, frozen=True, tag="bids.rotated"):
    """The members who want every bid to move one place to the left, perhaps nobody."""

    slot = ("deal",)
    deal: Count
    votes: Players


class DealScored(Event, frozen=True, tag="deal.scored"):
    """The finesmaster's short form: who made their bid, and who declared or revealed."""

    slot = ("deal",)
    deal: Count
    made: Players
    declared: Id | UnsetType = UNSET
    revealed: Id | UnsetType = UNSET


Said = (
    DealStarted
    | deals.DealVoided
    | CardTurned
    | BidPlaced
    | CallMade
    | LeaderChosen
    | TrickTaken
    | BidsRotated
    | DealScored
)
