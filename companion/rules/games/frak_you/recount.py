"""What a night of Frak You looks like afterwards: who took which trick and lost which deal, and never why."""

from collections.abc import Iterator

from ...events import Event
from ...recounting import Deed, Lost, Luck, Recount, Trick, losses_shared
from .deal import State
from .events import TrickTaken


def deeds(before: State, event: Event, after: State) -> Iterator[Deed]:
    """The trick that was taken, and who lost the deal that ended."""
    if after.deal is None:
        return
    if isinstance(event, TrickTaken):
        yield Trick(after.deal.taken[-1], after.deal.dealt)
    if after.lost != before.lost:
        yield Lost(after.deal.still_in, after.deal.dealt)


RECOUNT = Recount(
    deeds,
    Luck(
        counts="deals lost",
        yardstick="An even share is what those in the same deals lost, on average.",
        better="fewer",
        shares=losses_shared,
    ),
)
