"""What only one's own phone shows of Yogi's Whist: the bid it laid, its call, and what that could cost (rules, 2)."""

import msgspec

from ...seating import Table
from .bid import SUIT_OF, Bid, gift, wanted
from .deal import SEATS, Deal, State, next_dealt, opened
from .events import Word
from .penalty import forecast


class Mine(msgspec.Struct, frozen=True):
    """One's own bid: `tricks` and `suit` once it is laid, and `gift` to be said aloud in BFT.

    `may_bid`: in the deal, and nothing laid yet. `may_call`: one's turn is now or still to come; `my_call`: it is now,
    in BFT not before everybody has bid. `risks` has a row for each number of others who might make theirs. `wear`: the
    suit of a bid that was `made` in the deal just over.
    """

    may_bid: bool = False
    may_call: bool = False
    my_call: bool = False
    is_up: bool = False
    tricks: int | None = None
    suit: str | None = None
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
    mine = Mine(made=True, wear=_worn(last.deal, seat)) if last and seat in last.made else Mine()
    deal = _due(state, table)
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
        tricks=wanted(bid, deal.turned) if bid else None,
        suit=_suit(bid, deal) if bid else None,
        gift=(gift(bid.count) or f"{bid.count} cards") if bid and state.options.bft else "",
        risks=risks(len(deal.dealt)) if may_call else (),
    )


def risks(players: int) -> tuple[Risk, ...]:
    """What missing one's bid costs, by how many of the others make theirs; all of them first."""
    words: tuple[Word, ...] = ("no", "declare", "reveal")
    return tuple(
        Risk(makers, *(forecast(players, makers, word, made=False).own for word in words))
        for makers in reversed(range(players))
    )


def _due(state: State, table: Table) -> Deal | None:
    if state.on is None and len(next_dealt(state, table).dealt) not in SEATS:
        return None
    return opened(state, table)[1]


def _suit(bid: Bid, deal: Deal) -> str | None:
    return SUIT_OF.get(wanted(bid, deal.turned)) if bid.count == 1 else None


def _worn(deal: Deal, seat: str) -> str | None:
    return _suit(deal.in_front(seat), deal) if len(deal.bids) == len(deal.dealt) else None
