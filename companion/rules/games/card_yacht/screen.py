"""What the phones show of a game of Card Yacht: whose turn it is, who knocked, who still has to score."""

from typing import Literal

import msgspec

from ...seating import Circle, Table
from ...yachting import Sheet
from .pages import sheet
from .round import ROUNDS, Round, State, next_dealer, opened
from .sheet import grand_total


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
