"""What the phones show of a score sheet: the round to enter, the totals, every round; and its events in words."""

from itertools import accumulate

from msgspec import UNSET

from ...seating import Circle, Table
from ..event_text import event_text
from ..screen import GameScreen
from ..yacht_game import Line, Sheet
from .rounds import SEATS, RoundScored, State, signed

USUAL = 8  # the most numbers that are offered as keys


class Screen(GameScreen, frozen=True, kw_only=True):
    """The `round` to enter next, for the players `here`. `until` says when the game is over.

    `usual` are the numbers entered most often in this game, offered as keys. `lines` are the totals after each round,
    as the points of a line in a box of 100 by 40.
    """

    title: str
    count: str
    round: int
    until: str
    here: Circle
    usual: tuple[int, ...]
    lines: dict[str, str]


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The sheet as it is now."""
    return Screen(
        title=state.options.called,
        count=state.options.count,
        round=len(state.rounds) + 1,
        until=until(state),
        here=table.present(state.players),
        usual=usual(state),
        lines=_lines(state),
        dealt=state.players,
        totals={player: signed(total) for player, total in state.totals.items()},
    )


def until(state: State) -> str:
    """When the game is over, in words; "" if the table decides."""
    options = state.options
    if options.rounds is not UNSET:
        return f"of {options.rounds}"
    return f"until {options.target}" if options.target is not UNSET else ""


def usual(state: State) -> tuple[int, ...]:
    """The numbers entered most often so far, in order of size."""
    entered = [points for played in state.rounds for points in played.values()]
    often = sorted(dict.fromkeys(entered), key=lambda points: -entered.count(points))
    return tuple(sorted(often[:USUAL]))


def _lines(state: State) -> dict[str, str]:
    """A line for each player from the first round on; none before there are two."""
    if len(state.rounds) < 2:
        return {}
    scored = {player: [played.get(player, 0) for played in state.rounds] for player in state.players}
    totals = {player: list(accumulate(points, initial=0)) for player, points in scored.items()}
    lowest, highest = min(map(min, totals.values())), max(map(max, totals.values()))
    x, y = 100 / len(state.rounds), 40 / ((highest - lowest) or 1)
    return {
        player: " ".join(f"{n * x:.1f},{(highest - total) * y:.1f}" for n, total in enumerate(line))
        for player, line in totals.items()
    }


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """Every round with everybody's points, and the totals; without a game an empty sheet to print."""
    if state is None:
        columns = ("",) * SEATS[-1]
        return Sheet("Score sheet", columns, tuple(Line(str(n), "", columns) for n in range(1, 13)), (), "Round")
    rounds = tuple(
        Line(str(number), "", tuple(_cell(played, player) for player in state.players), f"round={number}")
        for number, played in enumerate(state.rounds, start=1)
    )
    total = Line("Total", "", tuple(map(signed, state.totals.values())))
    return Sheet(state.options.called, state.players, rounds, (total,), "Round")


def _cell(played: dict[str, int], player: str) -> str:
    return signed(played[player]) if player in played else "–"


def describe(event: RoundScored, table: Table) -> str:
    """The round in one sentence."""
    said = ", ".join(f"{table.name(player)} {signed(points)}" for player, points in event.points)
    if one := event.one:
        said = f"1 for {table.name(one)}"
    return event_text("Round {round}: {said}.", event, table, said=said)


def remark(state: State, event: RoundScored, table: Table) -> str:
    """Who won or lost the round, where that is what is counted."""
    did = {"wins": "won", "losses": "lost"}.get(state.options.count)
    return f"{table.name(event.one)} {did} it." if did and event.one else ""
