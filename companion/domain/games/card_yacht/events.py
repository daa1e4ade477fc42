"""The events of Card Yacht and its twelve boxes; aces are low and kings high."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...cards import RANKS, Card
from ...events import Facts, Id
from ..yacht_game import Box, Boxes, RoundEvent, alike

LOW_TO_HIGH = "A" + RANKS.removesuffix("A")
SUIT_BOXES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
Cards = Sequence[str]


def pips(card: str) -> int:
    """The points of a card: an ace 1, two to nine as marked, ten to king 10."""
    return min(LOW_TO_HIGH.index(card[0]) + 1, 10)


def total(cards: Cards) -> int:
    """The points of all the cards."""
    return sum(map(pips, cards))


def same_ranks(cards: Cards) -> list[int]:
    """How many cards are of each rank, the most first."""
    return alike(card[0] for card in cards)


def is_flush(cards: Cards) -> bool:
    """Five of one suit."""
    return len({card[1] for card in cards}) == 1


def is_sequence(cards: Cards) -> bool:
    """Five in sequence between ace low and king high; a king is never followed by an ace."""
    return "".join(sorted((card[0] for card in cards), key=LOW_TO_HIGH.index)) in LOW_TO_HIGH


TABLE = {
    **{box: Box(49, f"sum of {box}, up to 49") for box in SUIT_BOXES},
    "five-flush": Box(
        100, "a sequence in one suit: 100", lambda cards: is_flush(cards) and is_sequence(cards), ("straight flush",)
    ),
    "card-yacht": Box(75, "four of a rank: 75", lambda cards: same_ranks(cards)[0] == 4, ("yacht", "four of a kind")),
    "sequence": Box(50, "five in a row, ace low: 50", is_sequence),
    "middle": Box(50, "exactly 25: 50", lambda cards: total(cards) == 25),
    "low": Box(50, "10 or less: 50", lambda cards: total(cards) <= 10),
    "three-and-two": Box(25, "three of a rank, two of another: 25", lambda cards: same_ranks(cards) == [3, 2]),
    "high": Box(25, "exactly 50: 25", lambda cards: total(cards) == 50),
    "flush": Box(25, "one suit: 25", is_flush),
}


def points(box: str, cards: Cards) -> int:
    """What five cards score in a box; zero if they do not qualify."""
    fits = TABLE[box].fits
    if fits is None:
        return total([card for card in cards if card[1] == SUIT_BOXES[box]])
    return MOST[box] if fits(cards) else 0


def can_score(box: str, amount: int) -> bool:
    """Whether a hand can score this amount in the box: a suit 0 to 49, any other box its value or 0."""
    return 0 <= amount <= MOST[box] if box in SUIT_BOXES else amount in (0, MOST[box])


BOXES = Boxes(
    TABLE, {box: "Card Yacht" if box == "card-yacht" else box.replace("-", " ") for box in TABLE}, points, left=4
)
MOST = BOXES.most

BoxName = Literal[
    "spades", "hearts", "diamonds", "clubs", "five-flush", "card-yacht",
    "sequence", "middle", "low", "three-and-two", "high", "flush",
]  # fmt: skip
Hand = tuple[Card, Card, Card, Card, Card]


class KnockMade(RoundEvent, frozen=True, tag="knock.made"):
    """Somebody knocked: that is their last turn of the round, and everybody else has one more."""


class TurnTaken(RoundEvent, frozen=True, tag="turn.taken"):
    """Somebody drew `count` cards from the stock, exchanged as many with the harbor of `giver`, or passed."""

    repeats = True
    turn: Literal["draw", "exchange", "pass"]
    count: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    giver: Id | UnsetType = msgspec.field(default=UNSET, name="from")

    @property
    def drawn(self) -> int:
        """How many cards it took from the stock."""
        return self.count or 0 if self.turn == "draw" else 0


class HandScored(RoundEvent, frozen=True, tag="hand.scored"):
    """Somebody filled a box: with these five cards, or with points entered by hand."""

    box: BoxName
    cards: Hand | UnsetType = UNSET
    points: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards shown; none if only the points were entered."""
        return self.cards or ()

    @property
    def worth(self) -> int:
        """What it scored: by its cards, or the points entered."""
        return points(self.box, self.hand) if self.hand else self.points or 0

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """Its cards or its points: what is altered takes the place of the other."""
        gone = {"points"} if "cards" in altered else {"cards"} if "points" in altered else set[str]()
        return super().put_right(said | dict.fromkeys(gone - altered, UNSET), altered)

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same box and points, unless both name their cards and these differ."""
        hands = {frozenset(hand) for hand in (self.hand, other.hand) if hand}
        return (self.box, self.worth) == (other.box, other.worth) and len(hands) < 2


Played = KnockMade | TurnTaken | HandScored
