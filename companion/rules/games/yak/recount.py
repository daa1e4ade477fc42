"""What a night of Yak looks like afterwards: the boxes and what they got."""

from collections.abc import Iterator

from ...events import Event
from ...recounting import Deed, Filled, Luck, Recount, boxes_shared
from .boxes import MOST
from .card import State
from .events import ThrowScored


def deeds(before: State, event: Event, after: State) -> Iterator[Deed]:
    """The box that was filled."""
    if isinstance(event, ThrowScored):
        yield Filled(event.player, event.box, after.cards[event.player].filled[event.box], MOST[event.box])


RECOUNT = Recount(
    deeds,
    Luck(
        counts="points",
        yardstick="Expected is what everybody here got in the same boxes, on average.",
        better="more",
        shares=boxes_shared,
    ),
)
