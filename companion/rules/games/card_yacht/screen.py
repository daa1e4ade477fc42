"""What the phones show and say of Card Yacht: the round, a hand to score, the turns, the score sheet."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from ...cards import DECK
from ...events import Event
from ...seating import Circle, Table
from ..told import told
from ..yacht_game import Line, Offer, Sheet
from .events import BOXES, HandScored, TurnTaken
from .round import (
    BONUS,
    BONUS_AT,
    HAND,
    ROUNDS,
    SEATS,
    Round,
    State,
    grand_total,
    next_dealer,
    opened,
    suited,
)
from .round import Sheet as Column

Words = Mapping[str, list[str]]


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
        boxes=BOXES.offers(cards, state.sheets[player]) if player else (),
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
    columns = state.players if state else ("",) * SEATS[-1]
    sheets = [state.sheets[player] if state else None for player in columns]
    bonus = tuple("" if one is None else _bonus(one) for one in sheets)
    totals = tuple("" if one is None else str(grand_total(one)) for one in sheets)
    sums = Line("Suited bonus", f"{BONUS_AT} in the four suits: {BONUS}", bonus), Line("Grand total", "", totals)
    return BOXES.sheet("Card Yacht", columns, sheets, *sums)


def _bonus(column: Column) -> str:
    """The bonus once it is earned, before how far it is, and a line when it cannot be had any more."""
    way = suited(column)
    if way.bonus:
        return str(way.bonus)
    return f"{way.points}/{BONUS_AT}" if way.can_come else "–"


class Seat(msgspec.Struct, frozen=True):
    """A player of the game by name, and their total."""

    player: str
    name: str
    total: int


class Screen(msgspec.Struct, frozen=True):
    """The round to play next; `phase` says what of it: turns, last turns after a knock, or hands to be scored.

    `few`: nobody is there. `between` rounds nothing of the next is entered yet. `turns` are those who still have a
    turn, in seat order, and `turn` names whose it is; `begins` when it is the first. `to_score` have not scored yet.
    """

    round: int
    rounds: int
    between: bool
    few: bool
    phase: Literal["turns", "last", "hands"]
    dealer: str | None
    turn: str
    begins: bool
    turns: tuple[Seat, ...]
    knocked: tuple[str, ...]
    to_score: tuple[Seat, ...]
    stock: int
    drawn: int
    stake: int
    dealt: Circle
    notes: dict[str, str]
    sheet: Sheet

    @property
    def awaited(self) -> frozenset[str]:
        """Whom the table waits for: whose turn it is, all with a last turn, or who has not scored yet."""
        asked = {"turns": self.turns[:1], "last": self.turns, "hands": self.to_score}[self.phase]
        return frozenset(seat.player for seat in asked)


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table now; between rounds as if the next were dealt now."""
    playing = opened(state, table)
    on = playing or Round(state.over + 1, (), "")
    waiting = tuple(player for player in table.present(on.dealt) if player not in on.shown)
    turns = tuple(player for player in on.dealt if player in on.turns) if playing else ()
    return Screen(
        round=on.number,
        rounds=ROUNDS,
        between=state.on is None,
        few=playing is None,
        phase=phase(on),
        dealer=on.dealer or next_dealer(state, table),
        turn=table.name(on.turns[0]) if turns else "",
        begins=on.latest is None,
        turns=_seats(state, turns, table),
        knocked=tuple(map(table.name, on.knocked)),
        to_score=_seats(state, waiting, table),
        stock=on.stock,
        drawn=on.drawn,
        stake=state.options.stake,
        dealt=state.players,
        notes={player: _note(state, on, player) for player in state.players},
        sheet=sheet(state, table, None),
    )


def phase(on: Round) -> Literal["turns", "last", "hands"]:
    """Turns until somebody knocks, then last turns until all had theirs, or until a hand is shown."""
    if on.shown or (on.knocked and not on.turns):
        return "hands"
    return "last" if on.knocked else "turns"


def _seats(state: State, players: Circle, table: Table) -> tuple[Seat, ...]:
    return tuple(Seat(player, table.name(player), grand_total(state.sheets[player])) for player in players)


def _note(state: State, on: Round, player: str) -> str:
    """The total, and what the player still has to do, or did."""
    total = f"{grand_total(state.sheets[player])} points"
    if player not in on.dealt:
        return f"{total}, not in this round" if state.on else total
    if on.shown:
        return f"{total}, has scored" if player in on.shown else f"{total}, still to score"
    if player in on.knocked:
        return f"{total}, knocked"
    return f"{total}, {'last turn' if player in on.turns else 'ready'}" if on.knocked else total


TURNS = {"draw": "drew {taken}", "exchange": "exchanged {taken} with the harbor of {giver}", "pass": "passed"}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if isinstance(event, TurnTaken):
        taken = f"{event.count} card{'' if event.count == 1 else 's'}"
        return told(f"{{player}} {TURNS[event.turn]} in round {{round}}.", event, table, taken=taken)
    if isinstance(event, HandScored):
        line = "{player} scored {worth} in {spoken} in round {round}[: {cards}]."
        return told(line, event, table, spoken=BOXES.spoken[event.box])
    return told("{player} knocked in round {round}.", event, table)
