"""What happens in Card Yacht: somebody knocks, takes a turn, scores a hand (night format, Events of games)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...cards import Card
from ...events import Count, Event, Id
from .boxes import points

Box = Literal[
    "spades", "hearts", "diamonds", "clubs", "five-flush", "card-yacht",
    "sequence", "middle", "low", "three-and-two", "high", "flush",
]  # fmt: skip
Hand = tuple[Card, Card, Card, Card, Card]


class KnockMade(Event, frozen=True, tag="knock.made"):
    """Somebody knocked: that is their last turn of the round, and everybody else has one more."""

    slot = ("round", "player")
    round: Count
    player: Id


class TurnTaken(Event, frozen=True, tag="turn.taken"):
    """Somebody drew `count` cards from the stock, exchanged as many with the harbor of `giver`, or passed."""

    slot = ("round", "player")
    round: Count
    player: Id
    turn: Literal["draw", "exchange", "pass"]
    count: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    giver: Id | UnsetType = msgspec.field(default=UNSET, name="from")

    @property
    def is_slotted(self) -> bool:
        """A player takes many turns in a round."""
        return False

    @property
    def drawn(self) -> int:
        """How many cards it took from the stock."""
        return self.count if self.turn == "draw" and not isinstance(self.count, UnsetType) else 0


class HandScored(Event, frozen=True, tag="hand.scored"):
    """Somebody filled a box: with these five cards, or with so many points."""

    slot = ("round", "player")
    round: Count
    player: Id
    box: Box
    cards: Hand | UnsetType = UNSET
    points: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards shown; none where only the points were told."""
        return () if isinstance(self.cards, UnsetType) else self.cards

    @property
    def worth(self) -> int:
        """What it scored, by its cards or as told."""
        if self.hand:
            return points(self.box, self.hand)
        return 0 if isinstance(self.points, UnsetType) else self.points

    def same_as(self, other: Event) -> bool:
        """The same box and points, unless both name their cards and these differ."""
        if not isinstance(other, HandScored) or self.place() != other.place():
            return False
        hands = {frozenset(hand) for hand in (self.hand, other.hand) if hand}
        return (self.box, self.worth) == (other.box, other.worth) and len(hands) < 2


Said = KnockMade | TurnTaken | HandScored
