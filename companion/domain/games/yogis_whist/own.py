"""What one's own phone shows of Yogi's Whist, and what of a bid may leave it (docs/night-format.md#hidden-facts)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...cards import DECK, JOKER
from ...events import Event
from ...refused import Refused
from ...seating import Table
from ..game import Throw
from ..trick_game import deal_to_show
from .deal import State, met
from .events import Bid, BidPlaced, Word, Worth, gift, laid, worth
from .fines import cost


class Mine(msgspec.Struct, frozen=True):
    """One's own bid: what it is for once it is laid, and `gift` to be said aloud in BFT.

    `may_bid`: in the deal, and nothing laid yet. `may_call`: one's turn is now or still to come; `my_call`: it is now,
    in BFT not before everybody has bid. `risks` has a row for each number of others who might make theirs. `wear`: the
    suit of a bid that was `made` in the deal just over.
    """

    may_bid: bool = False
    may_call: bool = False
    my_call: bool = False
    is_up: bool = False
    bid: Worth | None = None
    gift: str = ""
    risks: tuple["Risk", ...] = ()
    wear: str | None = None
    made: bool = False


class Risk(msgspec.Struct, frozen=True):
    """What it costs me to miss my bid while so many others make theirs, by what I call."""

    makers: int
    no: int
    declare: int
    reveal: int


def own(state: State, table: Table, seat: str) -> Mine:
    """What this seat's phone shows of the deal that is on or due."""
    last = state.recent
    mine = Mine()
    if last and seat in last.made:
        mine = Mine(made=True, wear=last.deal.goal(seat).suit if last.is_known else None)
    deal, _ = deal_to_show(state, table, ())
    if deal is None or seat not in deal.dealt:
        return mine
    bid = deal.bids.get(seat)
    may_call = deal.turn is not None and deal.order.index(seat) >= deal.order.index(deal.turn)
    return msgspec.structs.replace(
        mine,
        may_bid=bid is None and not (state.options.bft and state.on is None),
        may_call=may_call,
        my_call=deal.turn == seat and not (state.options.bft and deal.missing),
        is_up=seat in deal.face_up,
        bid=worth(bid, deal.turned) if bid else None,
        gift=(gift(bid.count) or f"{bid.count} cards") if bid and state.options.bft else "",
        risks=risks(len(deal.dealt)) if may_call else (),
    )


def risks(players: int) -> tuple[Risk, ...]:
    """What missing one's bid costs, by how many of the others make theirs; all of them first."""
    words: tuple[Word, ...] = ("no", "declare", "reveal")
    return tuple(
        Risk(makers, *(cost(False, makers, word, called=True) for word in words)) for makers in reversed(range(players))
    )


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
        found = _worth(state, tuple(said.pop("cards")))
        said.update({name: [str(number)] for name, number in found.items()})


def _is_pack(cards: object) -> bool:
    """Whether these are cards, each once; anything else is left for the rules to refuse in words."""
    return isinstance(cards, list) and len(set(cards)) == len(cards) > 0 and PACK.issuperset(cards)


def _worth(state: State, cards: tuple[str, ...]) -> dict[str, int]:
    turned = state.on.turned if state.on else None
    if JOKER in cards and turned is None:
        raise Refused("the joker stands for the turned-up card: write that one first")
    tricks = {"tricks": worth(Bid(len(cards), cards), turned).tricks}
    return {**tricks, "count": len(cards)} if state.options.bft or len(cards) > 1 else tricks


Words = Mapping[str, list[str]]


class Laying(msgspec.Struct, frozen=True):
    """A bid of several cards: who lays it (None: nobody can), and the gift that each further card makes it."""

    whose: str | None
    gifts: tuple[str, ...]


def lay(state: State, table: Table, seat: str, words: Words) -> Laying:
    """A bid of BFT by a seat, or by whoever is named in `for`."""
    named, deal = words.get("for", [seat])[0], state.on if state.options.bft else None
    whose = named if deal and named in deal.missing else None
    return Laying(whose, tuple(gift(count) or f"{count} cards" for count in range(1, deal.cards + 1)) if deal else ())
