"""What an event of Yak says in the log; with identical dice the box and the dice keep their secret until the end."""

from msgspec import UnsetType

from ...dice import shown
from ...events import Event
from ...seating import Table
from .boxes import SPOKEN
from .events import DiceThrown, Said, ThrowScored


def tell(event: Event, table: Table) -> str:
    """The event in one sentence that everybody may read: neither dice nor box."""
    assert isinstance(event, Said)
    name = table.name(event.player)
    if isinstance(event, DiceThrown):
        return f"{name} made throw {event.throw} of round {event.round}."
    return f"{name} filled a box in round {event.round}."


def tell_open(event: Event, table: Table) -> str:
    """The event in one sentence with dice and box, for who may read them."""
    assert isinstance(event, Said)
    name = table.name(event.player)
    if isinstance(event, DiceThrown):
        held = sum(event.keeps)
        kept = f", {held} of them held" if held else ""
        return f"{name} threw {shown(event.dice)}{kept}: throw {event.throw} of round {event.round}."
    assert isinstance(event, ThrowScored)
    dice = "" if isinstance(event.dice, UnsetType) else f" with {shown(event.dice)}"
    return f"{name} filled {SPOKEN[event.box]}{dice} in round {event.round}."
