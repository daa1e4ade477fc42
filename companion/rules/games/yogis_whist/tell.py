"""What an event of Yogi's Whist says in the log; a bid keeps its secret (night format, Hidden facts)."""

from collections.abc import Iterable

from msgspec import UnsetType

from ...cards import short, spoken
from ...deals import DealVoided
from ...events import Event
from ...seating import Table
from ...tricks import TrickTaken
from . import events as of
from .bid import gift, laid

SAYS = {"no": "said no", "declare": "declared", "reveal": "revealed"}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence; of a bid only who laid it, and in BFT the gift that was said aloud."""
    match event:
        case of.DealStarted():
            return _started(event, table)
        case of.CardTurned():
            return f"The {spoken(event.card)} was turned up."
        case of.BidPlaced():
            return _bid(event, table)
        case of.CallMade():
            return f"{table.name(event.player)} {SAYS[event.call]}."
        case of.LeaderChosen():
            return f"{table.name(event.player)} was chosen to lead."
        case of.BidsRotated():
            return f"{_names(event.votes, table) or 'Nobody'} voted to move the bids."
        case of.DealScored():
            return _scored(event, table)
        case TrickTaken():
            return _trick(event, table)
    assert isinstance(event, DealVoided)
    return f"Deal {event.deal} was a misdeal."


def tell_open(event: Event, table: Table) -> str:
    """The event with all it says: a bid that lies face up, with what it is."""
    if not isinstance(event, of.BidPlaced):
        return tell(event, table)
    if not isinstance(event.cards, UnsetType):
        return f"{table.name(event.player)} bid {', '.join(map(short, event.cards))}."
    tricks = laid(event).tricks
    return f"{table.name(event.player)} bid {tricks} trick{'' if tricks == 1 else 's'}."


def _names(players: Iterable[str], table: Table) -> str:
    return ", ".join(map(table.name, players))


def _started(event: of.DealStarted, table: Table) -> str:
    dealer = "" if isinstance(event.dealer, UnsetType) else f" by {table.name(event.dealer)}"
    to = "" if isinstance(event.players, UnsetType) else f" to {_names(event.players, table)}"
    cards = "" if isinstance(event.cards, UnsetType) else f", {event.cards} cards each"
    return f"Deal {event.deal} was dealt{dealer}{to}{cards}."


def _bid(event: of.BidPlaced, table: Table) -> str:
    said_aloud = not isinstance(event.count, UnsetType) or laid(event).count > 1
    present = gift(laid(event).count) if said_aloud else None
    return f"{table.name(event.player)} laid a bid{f': {present}' if present else ''}."


def _scored(event: of.DealScored, table: Table) -> str:
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
