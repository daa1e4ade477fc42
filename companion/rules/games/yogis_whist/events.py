"""What is said at the table in Yogi's Whist, what a bid is for, and what the log says of it."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ... import deals
from ...cards import JOKER, Card, short, spoken
from ...deals import DealVoided
from ...events import Count, Event, Id
from ...seating import Table
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


SAYS = {"no": "said no", "declare": "declared", "reveal": "revealed"}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence; of a bid only who laid it, and in BFT the gift that was said aloud."""
    match event:
        case DealStarted():
            return _started(event, table)
        case CardTurned():
            return f"The {spoken(event.card)} was turned up."
        case BidPlaced():
            return _bid(event, table)
        case CallMade():
            return f"{table.name(event.player)} {SAYS[event.call]}."
        case LeaderChosen():
            return f"{table.name(event.player)} was chosen to lead."
        case BidsRotated():
            return f"{_names(event.votes, table) or 'Nobody'} voted to move the bids."
        case DealScored():
            return _scored(event, table)
        case TrickTaken():
            return _trick(event, table)
    assert isinstance(event, DealVoided)
    return f"Deal {event.deal} was a misdeal."


def tell_open(event: Event, table: Table) -> str:
    """The event with all it says: a bid that lies face up, with what it is."""
    if not isinstance(event, BidPlaced):
        return tell(event, table)
    if not isinstance(event.cards, UnsetType):
        return f"{table.name(event.player)} bid {', '.join(map(short, event.cards))}."
    tricks = laid(event).tricks
    return f"{table.name(event.player)} bid {tricks} trick{'' if tricks == 1 else 's'}."


def _names(players: Iterable[str], table: Table) -> str:
    return ", ".join(map(table.name, players))


def _started(event: DealStarted, table: Table) -> str:
    dealer = "" if isinstance(event.dealer, UnsetType) else f" by {table.name(event.dealer)}"
    to = "" if isinstance(event.players, UnsetType) else f" to {_names(event.players, table)}"
    cards = "" if isinstance(event.cards, UnsetType) else f", {event.cards} cards each"
    return f"Deal {event.deal} was dealt{dealer}{to}{cards}."


def _bid(event: BidPlaced, table: Table) -> str:
    said_aloud = not isinstance(event.count, UnsetType) or laid(event).count > 1
    present = gift(laid(event).count) if said_aloud else None
    return f"{table.name(event.player)} laid a bid{f': {present}' if present else ''}."


def _scored(event: DealScored, table: Table) -> str:
    made = f"Deal {event.deal}: {_names(event.made, table) or 'nobody'} made the bid"
    for who, said in ((event.declared, "declared"), (event.revealed, "revealed")):
        if not isinstance(who, UnsetType):
            made += f"; {table.name(who)} {said}"
    return f"{made}."


def _trick(event: TrickTaken, table: Table) -> str:
    where = f"rick {event.trick} of deal {event.deal}"
    said = f"T{where}"
    if not isinstance(event.winner, UnsetType):
        said = f"{table.name(event.winner)} took t{where}"
    if isinstance(event.plays, UnsetType):
        return f"{said}."
    return f"{said}: {', '.join(f'{table.name(hand)} {short(card)}' for hand, card in event.plays)}."
