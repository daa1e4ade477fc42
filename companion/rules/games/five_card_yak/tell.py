"""What an event of Five-Card Yak says in the log."""

from msgspec import UnsetType

from ...cards import short
from ...deals import DealStarted, DealVoided
from ...events import Event
from ...seating import Table
from ...tricks import TrickTaken, highest_untied


def tell(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if isinstance(event, TrickTaken):
        return _trick(event, table)
    if isinstance(event, DealVoided):
        return f"Deal {event.deal} was a misdeal."
    assert isinstance(event, DealStarted)
    dealer = "" if isinstance(event.dealer, UnsetType) else f" by {table.name(event.dealer)}"
    to = "" if isinstance(event.players, UnsetType) else f" to {', '.join(map(table.name, event.players))}"
    return f"Deal {event.deal} was dealt{dealer}{to}."


def _trick(event: TrickTaken, table: Table) -> str:
    where = f"trick {event.trick} of deal {event.deal}"
    if isinstance(event.plays, UnsetType):
        return f"{_taker(event.winner, table)} took {where}."
    best = highest_untied(event.plays)
    cards = ", ".join(f"{table.name(hand)} {short(card)}" for hand, card in event.plays)
    return f"{_taker(best[0] if best else None, table)} took {where}: {cards}."


def _taker(hand: str | None | UnsetType, table: Table) -> str:
    return "Nobody" if hand is None or isinstance(hand, UnsetType) else table.name(hand)
