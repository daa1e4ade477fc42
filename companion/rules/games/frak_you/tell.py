"""What an event of Frak You says in the log: who took the trick, never why: newcomers read it too."""

from msgspec import UnsetType

from ...deals import DealStarted, DealVoided
from ...events import Event
from ...seating import Table
from .events import CardsCounted, TrickTaken


def tell(event: Event, table: Table) -> str:
    """The event in one sentence that names no card."""
    if isinstance(event, TrickTaken):
        return f"{table.name(event.taker)} took trick {event.trick} of deal {event.deal}."
    if isinstance(event, CardsCounted):
        return f"{table.name(event.player)} was counted: {event.hand} in hand, {event.table} in front."
    if isinstance(event, DealVoided):
        return f"Deal {event.deal} was a misdeal."
    assert isinstance(event, DealStarted)
    dealer = "" if isinstance(event.dealer, UnsetType) else f" by {table.name(event.dealer)}"
    to = "" if isinstance(event.players, UnsetType) else f" to {', '.join(map(table.name, event.players))}"
    return f"Deal {event.deal} was dealt{dealer}{to}."
