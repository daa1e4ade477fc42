"""The events of Yogi's Whist, what a bid is for, and the sentences of the log."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...cards import JOKER, Card
from ...events import Count, Event, Facts, Id
from ...measure import amount
from ...seating import Table
from .. import trick_game
from ..event_text import event_text
from ..trick_game import DEAL_LINES, DealEvent, TrickTaken

Call = Literal["no", "declare", "reveal"]
Players = tuple[Id, ...]
CALL_TEXT: dict[Call, str] = {"no": "said no", "declare": "declared", "reveal": "revealed"}
EXTRA = {"no": (0, 0), "declare": (2, 4), "reveal": (4, 8)}
Tricks = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`variant`: in BFT the dealer picks the number of cards; `septic`: `members` can vote to move bids.

    `remind_nines`: the screen shows at once when the nines are trump.
    """

    variant: Literal["bft"] | UnsetType = UNSET
    septic: bool = False
    members: Players = ()
    remind_nines: bool = False

    @property
    def bft(self) -> bool:
        """Whether the dealer picks how many cards everyone gets, and several may be bid."""
        return self.variant == "bft"


class Announcement(NamedTuple):
    """The player who declared or revealed; in a deal at most one of these calls counts."""

    player: str
    call: Call

    @property
    def did(self) -> str:
        """The call as a verb: declared or revealed."""
        return CALL_TEXT[self.call]

    @property
    def extra(self) -> tuple[int, int]:
        """The extra fine of everybody else if the bid is made, and of this player if it is missed."""
        return EXTRA[self.call]


class DealStarted(trick_game.DealStarted, frozen=True, tag="deal.started"):
    """The cards are dealt; in BFT with how many `cards` the dealer gives everybody."""

    cards: Count | UnsetType = UNSET


class CardTurned(DealEvent, frozen=True, tag="card.turned"):
    """The card after the last one dealt is turned up: its suit is trump."""

    card: Card


class BidPlaced(DealEvent, frozen=True, tag="bid.placed"):
    """Somebody laid their bid: its cards, or just for how many tricks (and in BFT how many cards)."""

    player: Id
    cards: tuple[Card, ...] | UnsetType = UNSET
    tricks: Tricks | UnsetType = UNSET
    count: Count | UnsetType = UNSET

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """Its cards or its number of tricks: what is altered takes the place of the other."""
        said = {**said}
        altered |= {"tricks"} if count_suits(said) else set()
        gone = {"tricks", "count"} if "cards" in altered else {"cards"} if "tricks" in altered else set[str]()
        return super().put_right(said | dict.fromkeys(gone - altered, UNSET), altered)


class CallMade(DealEvent, frozen=True, tag="call.made"):
    """Somebody called no, declare or reveal."""

    player: Id
    call: Call

    @property
    def announced(self) -> Announcement | None:
        """Who declared or revealed by this, if anybody did."""
        return None if self.call == "no" else Announcement(self.player, self.call)


class LeaderChosen(DealEvent, frozen=True, tag="leader.chosen"):
    """The player who revealed chose who leads the first trick."""

    player: Id


class BidsRotated(DealEvent, frozen=True, tag="bids.rotated"):
    """The members who voted to move every bid one place to the left; can be nobody."""

    votes: Players


class DealScored(DealEvent, frozen=True, tag="deal.scored"):
    """The finesmaster's short form: who made their bid, and who declared or revealed."""

    made: Players
    declared: Id | UnsetType = UNSET
    revealed: Id | UnsetType = UNSET

    @property
    def announced(self) -> Announcement | None:
        """Who declared or revealed, if anybody did."""
        if self.revealed:
            return Announcement(self.revealed, "reveal")
        return Announcement(self.declared, "declare") if self.declared else None


BLOBS = {"D": 0, "S": 1, "H": 2, "C": 3}
SUIT_OF = {blobs: suit for suit, blobs in BLOBS.items()}
_ALL_BLOBS = tuple(blobs for blobs in range(4) for _ in range(13))

GIFTS = (
    "a partridge in a pear tree", "turtle doves", "French hens", "calling birds", "gold rings",
    "geese a-laying", "swans a-swimming", "maids a-milking", "ladies dancing", "lords a-leaping",
    "pipers piping", "drummers drumming",
)  # fmt: skip


class Bid(msgspec.Struct, frozen=True):
    """How many cards were bid, and which, or for how many tricks if no cards were named."""

    count: int
    cards: tuple[str, ...] = ()
    tricks: int = 0


def laid(event: BidPlaced) -> Bid:
    """The bid that was laid; a number of tricks without a number of cards is one card."""
    cards: tuple[str, ...] = event.cards or ()
    return Bid(event.count or 1, tricks=event.tricks or 0) if event.cards is UNSET else Bid(len(cards), cards)


def count_suits(raw: Facts) -> bool:
    """Counts the tricks of a bid of several cards whose suits a form sends by their blobs; whether it sends any."""
    suits = raw.pop("suits", None) or ()
    blobs = [int(blob) for blob in ([suits] if isinstance(suits, str) else suits) if blob in tuple("0123")]
    if suits:
        raw.update(tricks=sum(blobs), count=len(blobs))
    return bool(suits)


class Worth(NamedTuple):
    """How many tricks a bid is for, and its suit if it is a single card."""

    tricks: int
    suit: str | None


def worth(bid: Bid, turned: str | None) -> Worth:
    """What a bid is for: the blobs of its suits; the joker is the turned-up card.

    A nine keeps its printed suit. A joker is nothing while the turned-up card is unknown.
    """
    standing = (turned if card == JOKER else card for card in bid.cards)
    tricks = bid.tricks + sum(BLOBS.get(card[1], 0) for card in standing if card)
    return Worth(tricks, SUIT_OF.get(tricks) if bid.count == 1 else None)


def can_want(tricks: int, count: int) -> bool:
    """Whether this number of cards can be a bid for this number of tricks; there are thirteen cards of each suit."""
    return sum(_ALL_BLOBS[:count]) <= tricks <= sum(_ALL_BLOBS[-count:])


def gift(count: int) -> str:
    """The gift of that day of Christmas, and what it says: "2 turtle doves (2 cards)"; after the twelfth "13 cards"."""
    cards = amount(count, "card").replace(" ", "\N{NO-BREAK SPACE}")
    if not 1 <= count <= len(GIFTS):
        return cards
    return f"{GIFTS[0] if count == 1 else f'{count} {GIFTS[count - 1]}'} ({cards})"


def nines_out(turned: str) -> bool:
    """Whether the four nines are a suit of their own, and trump: under a turned-up nine or joker."""
    return turned == JOKER or turned[0] == "9"


LINES = {
    **DEAL_LINES,
    "deal.started": "Deal {deal} was dealt[ by {dealer}][ to {players}][, {cards} cards each].",
    "card.turned": "The {card} was turned up.",
    "bid.placed": "{player} laid a bid[: {gift}].",
    "call.made": "{player} {says}.",
    "leader.chosen": "{player} was chosen to lead.",
    "bids.rotated": "{votes|Nobody} voted to move the bids.",
    "trick.taken": "{winner} took trick {trick} of deal {deal}[: {plays}].",
    "deal.scored": "Deal {deal}: {made|nobody} made the bid[; {declared} declared][; {revealed} revealed].",
}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence; of a bid only who laid it, and in BFT the gift that goes with its number of cards."""
    line, words = LINES[event.type], {"gift": ""}
    if isinstance(event, CallMade):
        words["says"] = CALL_TEXT[event.call]
    elif isinstance(event, BidPlaced) and (event.count is not UNSET or laid(event).count > 1):
        words["gift"] = gift(laid(event).count)
    elif isinstance(event, TrickTaken) and event.winner is UNSET:
        line = "Trick {trick} of deal {deal}[: {plays}]."
    return event_text(line, event, table, **words)


def describe_open(event: Event, table: Table) -> str:
    """The event with all its fields: of a bid that lies face up, its cards or tricks."""
    if not isinstance(event, BidPlaced):
        return describe(event, table)
    if event.cards is UNSET:
        return event_text(f"{{player}} bid {{tricks}} trick{'' if laid(event).tricks == 1 else 's'}.", event, table)
    return event_text("{player} bid {cards}.", event, table)
