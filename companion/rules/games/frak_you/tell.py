"""What an event of Frak You says in the log: newcomers hear who took the trick, the initiated also why."""

from msgspec import UnsetType

from ...cards import short
from ...deals import DealStarted, DealVoided
from ...events import Event
from ...seating import Table
from .events import CardsCounted, TrickTaken
from .judging import ACE, judged


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


def tell_open(event: Event, table: Table) -> str:
    """The same with why, for the initiated; the cards of a taken trick lie face down for them too."""
    told = tell(event, table)
    if not isinstance(event, TrickTaken):
        return told
    if not isinstance(event.paired, UnsetType):
        return f"{told} {table.name(event.paired)} laid {short(ACE)} with another card."
    if not event.laid:
        return told
    verdict = judged(event.laid)
    why = verdict.reason if verdict else "the rules are silent, so the table said who"
    return f"{told[:-1]}: {why}."
