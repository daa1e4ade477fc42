"""What an event of Card Yacht says in the log."""

from msgspec import UnsetType

from ...cards import short
from ...events import Event
from ...seating import Table
from .boxes import SPOKEN
from .events import HandScored, KnockMade, Said, TurnTaken


def tell(event: Event, table: Table) -> str:
    """The event in one sentence."""
    assert isinstance(event, Said)
    name = table.name(event.player)
    match event:
        case KnockMade():
            return f"{name} knocked in round {event.round}."
        case TurnTaken():
            return f"{name} {_turn(event, table)} in round {event.round}."
    assert isinstance(event, HandScored)
    cards = f": {', '.join(map(short, event.hand))}" if event.hand else ""
    return f"{name} scored {event.worth} in {SPOKEN[event.box]} in round {event.round}{cards}."


def _turn(event: TurnTaken, table: Table) -> str:
    if event.turn == "pass":
        return "passed"
    count = f"{event.count} card{'' if event.count == 1 else 's'}"
    if isinstance(event.giver, UnsetType):
        return f"drew {count}"
    return f"exchanged {count} with the harbor of {table.name(event.giver)}"
