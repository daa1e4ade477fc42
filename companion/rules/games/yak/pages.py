"""Pages of Yak that one opens for a moment: somebody's turn, and the score sheet."""

from collections.abc import Mapping

import msgspec

from ...seating import Table
from ...yachting import Line, Sheet, titled
from .boxes import MOST, SPOKEN
from .card import SEATS, Card, State
from .screen import HIDDEN, Mine, own

Words = Mapping[str, list[str]]
DICE = 5
NEEDS = {
    **{box: f"the dice showing {box[0]}, {MOST[box]} at most" for box in list(MOST)[:6]},
    "all": "all dice, 30 at most", "run-1-5": "1 2 3 4 5: 15", "run-2-6": "2 3 4 5 6: 20", "3-same": "three alike: 15",
    "2-pairs": "two and two alike: 20", "2+3-same": "two and three alike: 25", "4-same": "four alike: 30",
    "5-same": "a yak: 50",
}  # fmt: skip


class Turn(msgspec.Struct, frozen=True):
    """A turn on a page of its own: whose card (None: not in the game), and whether it is for another than the seat."""

    mine: Mine | None
    another: bool


def turn(state: State, table: Table, seat: str, words: Words) -> Turn:
    """The turn of a seat, or with public dice of whoever is named in `for`; `dice` are real ones picked so far."""
    player = words.get("for", [seat])[0]
    if state.is_secret or player not in state.players:
        player = seat
    dice = tuple(int(die) for die in words.get("dice", ()) if die in tuple("123456"))[:DICE]
    return Turn(own(state, table, player, dice), player != seat)


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """The score sheet as a seat may see it, as everybody may (None), or with no game an empty one to write on."""
    if state is None:
        return _lines(("",) * SEATS[-1], [None] * SEATS[-1])
    hidden = (state.is_secret and seat is not None and player != seat for player in state.players)
    cards = [None if hide else state.cards[player] for hide, player in zip(hidden, state.players, strict=True)]
    return _lines(state.players, cards, HIDDEN)


def _lines(columns: tuple[str, ...], cards: list[Card | None], instead: str = "") -> Sheet:
    """`instead` stands in the columns of cards that are hidden."""
    boxes = tuple(
        Line(titled(SPOKEN[box]), NEEDS[box], tuple(_cell(card, box, instead) for card in cards)) for box in MOST
    )
    totals = tuple(instead if card is None else str(card.total) for card in cards)
    return Sheet("Yak", columns, boxes, (Line("Total", "", totals),))


def _cell(card: Card | None, box: str, instead: str) -> str:
    return instead if card is None else str(card.filled.get(box, ""))
