"""A bid of Yogi's Whist: the suit of a card says how many tricks it wants (rules, 2)."""

from collections.abc import Iterable

import msgspec
from msgspec import UnsetType

from ...cards import JOKER
from .events import BidPlaced

BLOBS = {"D": 0, "S": 1, "H": 2, "C": 3}
SUIT_OF = {blobs: suit for suit, blobs in BLOBS.items()}
_ALL_BLOBS = tuple(blobs for blobs in range(4) for _ in range(13))

GIFTS = (
    "a partridge in a pear tree", "turtle doves", "French hens", "calling birds", "gold rings",
    "geese a-laying", "swans a-swimming", "maids a-milking", "ladies dancing", "lords a-leaping",
    "pipers piping", "drummers drumming",
)  # fmt: skip


class Bid(msgspec.Struct, frozen=True):
    """How many cards lie in front of a player, and which, or for how many tricks where only that was said."""

    count: int
    cards: tuple[str, ...] = ()
    tricks: int = 0


def laid(event: BidPlaced) -> Bid:
    """The bid that was laid; a number of tricks without a number of cards is one card."""
    if not isinstance(event.cards, UnsetType):
        return Bid(len(event.cards), event.cards)
    count = 1 if isinstance(event.count, UnsetType) else event.count
    return Bid(count, tricks=0 if isinstance(event.tricks, UnsetType) else event.tricks)


def wanted(bid: Bid, turned: str | None) -> int:
    """How many tricks the bid is for: the blobs of its suits; the joker is the turned-up card.

    A nine keeps its printed suit. A joker is nothing while the turned-up card is unknown (`is_waiting`).
    """
    standing = (turned if card == JOKER else card for card in bid.cards)
    return bid.tricks + sum(BLOBS.get(card[1], 0) for card in standing if card)


def is_waiting(bids: Iterable[Bid], turned: str | None) -> bool:
    """Whether a joker lies among the bids and nobody knows yet what it stands for."""
    return turned is None and any(JOKER in bid.cards for bid in bids)


def can_want(tricks: int, count: int) -> bool:
    """Whether so many cards can be a bid for so many tricks; there are thirteen of each suit."""
    return sum(_ALL_BLOBS[:count]) <= tricks <= sum(_ALL_BLOBS[-count:])


def gift(count: int) -> str | None:
    """The gift of that day of Christmas, with its number: "2 turtle doves"; None after the twelfth."""
    if not 1 <= count <= len(GIFTS):
        return None
    return GIFTS[0] if count == 1 else f"{count} {GIFTS[count - 1]}"
