"""The events of Card Yacht and its twelve boxes; aces are low and kings high."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...cards import RANKS, Card
from ...events import Count, Event, Id
from ..yacht_game import Boxes, alike

LOW_TO_HIGH = "A" + RANKS.removesuffix("A")
SUIT_BOXES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
MOST = {
    "spades": 49, "hearts": 49, "diamonds": 49, "clubs": 49, "five-flush": 100, "card-yacht": 75,
    "sequence": 50, "middle": 50, "low": 50, "three-and-two": 25, "high": 25, "flush": 25,
}  # fmt: skip
ALSO_SPOKEN = {"five-flush": ("straight flush",), "card-yacht": ("yacht", "four of a kind")}

Cards = Sequence[str]


def pips(card: str) -> int:
    """The points of a card: an ace 1, two to nine as marked, ten to king 10."""
    return min(LOW_TO_HIGH.index(card[0]) + 1, 10)


def total(cards: Cards) -> int:
    """The points of all the cards."""
    return sum(map(pips, cards))


def is_flush(cards: Cards) -> bool:
    """Five of one suit."""
    return len({card[1] for card in cards}) == 1


def is_sequence(cards: Cards) -> bool:
    """Five in sequence between ace low and king high; it never goes round the corner."""
    return "".join(sorted((card[0] for card in cards), key=LOW_TO_HIGH.index)) in LOW_TO_HIGH


NEEDS: dict[str, Callable[[Cards], bool]] = {
    "five-flush": lambda cards: is_flush(cards) and is_sequence(cards),
    "card-yacht": lambda cards: alike(card[0] for card in cards)[0] == 4,
    "sequence": is_sequence,
    "middle": lambda cards: total(cards) == 25,
    "low": lambda cards: total(cards) <= 10,
    "three-and-two": lambda cards: alike(card[0] for card in cards) == [3, 2],
    "high": lambda cards: total(cards) == 50,
    "flush": is_flush,
}


def points(box: str, cards: Cards) -> int:
    """What five cards score in a box; zero where they do not qualify."""
    if box in SUIT_BOXES:
        return total([card for card in cards if card[1] == SUIT_BOXES[box]])
    return MOST[box] if NEEDS[box](cards) else 0


def can_score(box: str, amount: int) -> bool:
    """Whether a hand can score this amount in the box: a suit 0 to 49, any other box its value or 0."""
    return 0 <= amount <= MOST[box] if box in SUIT_BOXES else amount in (0, MOST[box])


BOXES = Boxes(
    needs={
        **{box: f"its cards, {MOST[box]} at most" for box in SUIT_BOXES},
        "five-flush": "a sequence in one suit: 100", "card-yacht": "four of a rank: 75",
        "sequence": "five in a row, ace low: 50", "middle": "exactly 25: 50", "low": "10 or less: 50",
        "three-and-two": "three of a rank, two of another: 25", "high": "exactly 50: 25", "flush": "one suit: 25",
    },
    most=MOST,
    spoken={box: "Card Yacht" if box == "card-yacht" else box.replace("-", " ") for box in MOST},
    points=points,
)  # fmt: skip


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
    """Somebody filled a box: with these five cards, or with points entered by hand."""

    slot = ("round", "player")
    round: Count
    player: Id
    box: Box
    cards: Hand | UnsetType = UNSET
    points: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards shown; none where only the points were entered."""
        return () if isinstance(self.cards, UnsetType) else self.cards

    @property
    def worth(self) -> int:
        """What it scored: by its cards, or the points entered."""
        if self.hand:
            return points(self.box, self.hand)
        return 0 if isinstance(self.points, UnsetType) else self.points

    def same_as(self, other: Event) -> bool:
        """The same box and points, unless both name their cards and these differ."""
        if not isinstance(other, HandScored) or self.place() != other.place():
            return False
        hands = {frozenset(hand) for hand in (self.hand, other.hand) if hand}
        return (self.box, self.worth) == (other.box, other.worth) and len(hands) < 2


Played = KnockMade | TurnTaken | HandScored
