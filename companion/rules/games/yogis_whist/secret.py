"""What of a bid may leave the phone that laid it, and how a bid is kept (night format, Hidden facts)."""

from typing import Any

from ...cards import DECK, JOKER
from ...events import Event
from ...refused import Refused
from ..game import Throw
from .bid import Bid, laid, wanted
from .deal import Deal, State
from .events import BidPlaced

PACK = {*DECK, JOKER}


def hidden(state: State, event: Event) -> str | None:
    """Whose phone alone may read a bid: it lies face down until its deal is over, or until it is turned up.

    One that was taken back stays as secret as it was laid.
    """
    if not isinstance(event, BidPlaced) or event.deal <= state.over:
        return None
    deal = state.on
    is_up = deal is not None and event.player in deal.face_up and deal.bids.get(event.player) == laid(event)
    return None if is_up else event.player


def by_finesmaster(state: State, event: Event) -> bool:
    """Whether the finesmaster may tell somebody else's bid: a missing one that the deal waits for, or an old one.

    All wait for a missing bid once the tricks are in, and in BFT before the first.
    """
    if not isinstance(event, BidPlaced):
        return False
    if event.deal <= state.over:
        return True
    deal = state.on
    return deal is not None and event.player in deal.missing and (deal.is_played() or state.options.bft)


def met(deal: Deal) -> frozenset[str]:
    """The cards that everybody has seen in this deal: all but the bids that lie face down."""
    covered = (bid.cards for player, bid in deal.bids.items() if player not in deal.face_up)
    return deal.seen.difference(*covered)


def fill(state: State | None, raw: dict[str, Any], throw: Throw) -> None:
    """A phone that names the card of its bid, or the suits of several, has it written as what it is worth.

    Were the card itself in the log, whoever entered it elsewhere would be told that it is taken.
    """
    if state is None:
        return
    if suits := raw.pop("suits", None):
        blobs = [int(blob) for blob in suits if blob in tuple("0123")]
        raw.update(tricks=sum(blobs), count=len(blobs))
    if raw["type"] == "bid.placed" and _is_pack(raw.get("cards")):
        cards = tuple(raw["cards"])
        if state.on is None or not met(state.on).intersection(cards):
            raw.update(_worth(state, cards))
            del raw["cards"]
    said = raw.get("event")
    if isinstance(said, dict) and _is_pack(said.get("cards")) and JOKER not in said["cards"]:
        worth = _worth(state, tuple(said.pop("cards")))
        said.update({name: [str(number)] for name, number in worth.items()})


def _is_pack(cards: object) -> bool:
    """Whether these are cards, each once; anything else is left for the rules to refuse in words."""
    return isinstance(cards, list) and len(set(cards)) == len(cards) > 0 and PACK.issuperset(cards)


def _worth(state: State, cards: tuple[str, ...]) -> dict[str, int]:
    turned = state.on.turned if state.on else None
    if JOKER in cards and turned is None:
        raise Refused("the joker stands for the turned-up card: write that one first")
    worth = {"tricks": wanted(Bid(len(cards), cards), turned)}
    return {**worth, "count": len(cards)} if state.options.bft or len(cards) > 1 else worth
