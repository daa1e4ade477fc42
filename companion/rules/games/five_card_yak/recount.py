"""What a night of Five-Card Yak looks like afterwards: who took its tricks."""

from collections.abc import Iterator

from ...events import Event
from ...recounting import Deed, Luck, Recount, Trick, tricks_shared
from ...seating import controller
from ...tricks import TrickTaken
from .deal import State


def deeds(before: State, event: Event, after: State) -> Iterator[Deed]:
    """The trick that was taken; a dummy's counts for its controller."""
    if isinstance(event, TrickTaken) and after.deal is not None:
        taker = after.deal.taken[-1]
        yield Trick(taker and controller(taker), after.deal.dealt)


RECOUNT = Recount(
    deeds,
    Luck(
        counts="tricks taken",
        yardstick="An even share is one part of every trick that was taken, for each of those dealt in.",
        better=None,
        shares=tricks_shared,
    ),
)
