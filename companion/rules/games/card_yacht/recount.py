"""What a night of Card Yacht looks like afterwards: the boxes and what they got."""

from collections.abc import Iterator

from ...events import Event
from ...recounting import Deed, Filled, Luck, Recount, boxes_shared
from .boxes import MOST
from .events import HandScored
from .round import State


def deeds(before: State, event: Event, after: State) -> Iterator[Deed]:
    """The box that was filled; the suited bonus is no box."""
    if isinstance(event, HandScored):
        yield Filled(event.player, event.box, event.worth, MOST[event.box])


RECOUNT = Recount(
    deeds,
    Luck(
        counts="points",
        yardstick="Expected is what everybody here got in the same boxes, on average, without the suited bonus.",
        better="more",
        shares=boxes_shared,
    ),
)
