"""Pages of Card Yacht that one opens for a moment: scoring a hand, the turns, and the score sheet."""

from collections.abc import Mapping

import msgspec

from ...cards import DECK
from ...seating import Circle, Table
from ...yachting import Line, Offer, Sheet, offered, titled
from .boxes import MOST, SPOKEN, points
from .round import HAND, SEATS, Round, State, opened
from .sheet import BONUS, BONUS_AT, grand_total, open_boxes, suited
from .sheet import Sheet as Column

Words = Mapping[str, list[str]]
NEEDS = {
    "five-flush": "a sequence in one suit", "card-yacht": "four of a rank", "sequence": "five in a row, ace low",
    "middle": "exactly 25", "low": "10 or less", "three-and-two": "three of a rank, two of another",
    "high": "exactly 50", "flush": "one suit",
}  # fmt: skip


class Scores(msgspec.Struct, frozen=True):
    """A hand being entered: whose (None: it is asked), which `others` still have to score, the cards `seen` in hands.

    `cards` are those picked so far; with all five `boxes` say what each would score, the best first.
    """

    round: int
    player: str | None
    others: Circle
    seen: frozenset[str]
    cards: Circle
    boxes: tuple[Offer, ...]


def score(state: State, table: Table, seat: str, words: Words) -> Scores:
    """The hand of whoever `for` names, else of one's own seat if it still has to score, else it is asked whose."""
    on = opened(state, table) or Round(state.over + 1, (), "")
    waiting = tuple(player for player in on.dealt if player not in on.shown)
    named = words.get("for", words.get("player", [seat]))[0]
    player = named if named in waiting else seat if seat in waiting else None
    cards = tuple(card for card in dict.fromkeys(words.get("cards", ())) if card in DECK and card not in on.seen)[:HAND]
    return Scores(
        round=on.number,
        player=player,
        others=tuple(other for other in waiting if other != player),
        seen=on.seen,
        cards=cards,
        boxes=offered(MOST, open_boxes(state.sheets[player]), SPOKEN, points, cards, HAND) if player else (),
    )


class Turns(msgspec.Struct, frozen=True):
    """The turns of the round: whose it is (None: nobody has one), who else has one, and what the stock holds.

    `givers` may be exchanged with: each with how many cards may be taken from their harbor.
    """

    round: int
    player: str | None
    others: Circle
    givers: tuple[tuple[str, int], ...]
    stock: int
    may_pass: bool


def turns(state: State, table: Table, seat: str, words: Words) -> Turns:
    """The turn of whoever is named in `for`, else of whose turn it is."""
    on = opened(state, table)
    if on is None or not on.turns:
        return Turns(state.over + 1, None, (), (), 0, False)
    named = words.get("for", [""])[0]
    player = named if named in on.turns else on.turns[0]
    return Turns(
        round=on.number,
        player=player,
        others=tuple(other for other in on.dealt if other in on.turns and other != player),
        givers=_givers(on, player),
        stock=on.stock,
        may_pass=bool(on.knocked) or not on.stock,
    )


def _givers(on: Round, player: str) -> tuple[tuple[str, int], ...]:
    """Whoever has laid something by the turns entered, or whose turn was skipped."""
    skipped = on.passed_over(player)
    harbors = ((other, HAND if other in skipped else on.harbor(other)) for other in on.dealt if other != player)
    return tuple((other, cards) for other, cards in harbors if cards)


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """The score sheet, open to everybody; with no game an empty one to write on."""
    if state is None:
        return _lines(("",) * SEATS[-1], [{}] * SEATS[-1], empty=True)
    return _lines(state.players, [state.sheets[player] for player in state.players])


def _lines(columns: Circle, sheets: list[Column], empty: bool = False) -> Sheet:
    boxes = tuple(
        Line(titled(SPOKEN[box]), _needs(box), tuple(str(column.get(box, "")) for column in sheets)) for box in MOST
    )
    bonus = tuple("" if empty else _bonus(column) for column in sheets)
    totals = tuple("" if empty else str(grand_total(column)) for column in sheets)
    sums = Line("Suited bonus", f"{BONUS_AT} in the four suits: {BONUS}", bonus), Line("Grand total", "", totals)
    return Sheet("Card Yacht", columns, boxes, sums)


def _needs(box: str) -> str:
    return f"{NEEDS[box]}: {MOST[box]}" if box in NEEDS else f"its cards, {MOST[box]} at most"


def _bonus(column: Column) -> str:
    """The bonus once it is earned, before how far it is, and a line when it cannot be had any more."""
    way = suited(column)
    if way.bonus:
        return str(way.bonus)
    return f"{way.points}/{BONUS_AT}" if way.can_come else "–"
