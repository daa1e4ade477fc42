"""What a night of Yogi's Whist looks like afterwards: its tricks, and the bids of each deal once it is fined."""

from collections.abc import Iterator

from ...events import Event
from ...recounting import Bid, Bids, Deed, Luck, Recount, Trick, bids_shared
from ...tricks import TrickTaken
from .deal import Fined, State


def deeds(before: State, event: Event, after: State) -> Iterator[Deed]:
    """The trick that was taken, and the bids of the deal that was fined by it."""
    if isinstance(event, TrickTaken) and after.deal is not None:
        yield Trick(after.deal.taken[-1], after.deal.dealt)
    if after.fined is not None and after.fined is not before.fined:
        yield Bids(tuple(_bid(after.fined, player) for player in after.fined.deal.dealt))


def _bid(fined: Fined, player: str) -> Bid:
    loud = fined.loud
    return Bid(player, player in fined.made, loud.call if loud and loud.player == player else "no")


RECOUNT = Recount(
    deeds,
    Luck(
        counts="bids made",
        yardstick="An even share is what the table made in the same deals, on average.",
        better="more",
        shares=bids_shared,
    ),
)
