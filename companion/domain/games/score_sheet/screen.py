"""What the phones show of a score sheet: the round to enter, the totals, every round; and its events in words."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET

from ...events import Event
from ...seating import Circle, Table
from ..event_text import event_text
from ..screen import GameScreen
from ..yacht_game import Line, Sheet
from .presets import ROUND, USUAL
from .rounds import SEATS, DrinkerPicked, RoundScored, State, side_name, signed

MOST_KEYS = 6  # the most numbers that are offered as keys
BUST = "bust"


class Side(NamedTuple):
    """A team, or a player alone: its `name`, the player for whom its points are entered, its total and its place."""

    name: str
    player: str
    total: str = ""
    place: int = 0


class Screen(GameScreen, frozen=True, kw_only=True):
    """The `round` to enter next, a number for each of the sides that are `here`. `until` says when the game is over.

    `teams` are those with their totals, the best first; empty without teams. `usual` are numbers offered as keys.
    `lines` are the totals after each round, as the points of a line in a box of 100 by 40.
    """

    title: str
    count: str
    round: int
    until: str
    here: tuple[Side, ...]
    teams: tuple[Side, ...]
    usual: tuple[int, ...]
    lines: dict[str, str]


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The sheet as it is now."""
    totals, most_wins = state.totals, state.options.most_wins
    ranks = tuple(sorted(totals, key=lambda player: totals[player] * (-1 if most_wins else 1)))
    teams = [side for player in ranks if (side := state.side(player))[0] == player] if state.teams else []
    best_first = list(dict.fromkeys(totals[player] for player in ranks))
    return Screen(
        title=state.options.called,
        count=state.options.count,
        round=len(state.rounds) + 1,
        until=until(state),
        here=tuple(Side(side_name(state.side(here[0]), table), here[0]) for here in state.here(table)),
        teams=tuple(
            Side(side_name(side, table), side[0], signed(totals[side[0]]), best_first.index(totals[side[0]]) + 1)
            for side in teams
        ),
        usual=usual(state),
        lines=_lines(state),
        dealt=state.players,
        totals={player: signed(total) for player, total in totals.items()},
        notes={player: note for player in state.teams if (note := _note(state.side(player), player, table))},
        ranks=ranks,
    )


def _note(side: Circle, player: str, table: Table) -> str:
    """With whom a player is in a team."""
    if len(side) == 2:
        return f"with {table.named(mate for mate in side if mate != player)}"
    return side_name(side, table) if len(side) > 2 else ""


def until(state: State) -> str:
    """When the game is over, in words; "" if the table decides."""
    options = state.options
    if options.down is not UNSET:
        return f"· {options.down} down to 0"
    if options.rounds is not UNSET:
        return f"of {options.rounds}"
    return f"· to {options.target}" if options.target is not UNSET else ""


def usual(state: State) -> tuple[int, ...]:
    """The numbers entered most often, and those usual in what is played, by size; a single digit is a key anyhow."""
    entered = [points for played in state.rounds for points in played.values() if points not in range(10)]
    often = sorted(dict.fromkeys(entered), key=lambda points: -entered.count(points))
    return tuple(sorted(list(dict.fromkeys((*often, *(USUAL.get(state.options.called) or ROUND))))[:MOST_KEYS]))


def _lines(state: State) -> dict[str, str]:
    """A line for each player or team, from the first round on or from where they came; none before two rounds."""
    history = state.history
    if len(history) < 3:
        return {}
    lowest, highest = (end(end(totals.values()) for totals in history) for end in (min, max))
    x, y = 100 / len(state.rounds), 40 / ((highest - lowest) or 1)
    drawn = [side[0] for side in state.sides]
    places = {player: [(n, row[player]) for n, row in enumerate(history) if player in row] for player in drawn}
    return {
        player: " ".join(f"{n * x:.1f},{(highest - total) * y:.1f}" for n, total in line)
        for player, line in places.items()
    }


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """Every round with everybody's points, and the totals; without a game an empty sheet to print."""
    if state is None:
        columns = ("",) * SEATS[-1]
        return Sheet("Score sheet", columns, tuple(Line(str(n), "", columns) for n in range(1, 13)), (), "Round")
    history = state.history
    rounds, added = [], []
    for number, (played, before) in enumerate(zip(state.rounds, history[:-1], strict=True), start=1):
        cells = tuple(_cell(state, played, before, player) for player in state.players)
        rounds.append(Line(str(number), "", cells, f"round={number}"))
        added.append(state.counted(played, before))
    totals = state.totals
    starts = tuple(total - sum(points.get(player, 0) for points in added) for player, total in totals.items())
    lines = (("Began with", starts),) * any(starts) + (("Total", tuple(totals.values())),)
    sums = tuple(Line(name, "", tuple(map(signed, points))) for name, points in lines)
    return Sheet(state.options.called, state.players, tuple(rounds), sums, "Round")


def _cell(state: State, played: Mapping[str, int], before: Mapping[str, int], player: str) -> str:
    """The points of a player in a round, what was too much counting down, or a dash if they missed it."""
    if player not in played:
        return "–"
    return BUST if is_bust(state, played[player], before[player]) else signed(played[player])


def is_bust(state: State, points: int, total: int) -> bool:
    """Whether these points are more than are left of a total that counts down."""
    return state.options.down is not UNSET and points > total


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if isinstance(event, DrinkerPicked):
        return event_text("{player} stands in for team {team}, last in round {round}.", event, table)
    assert isinstance(event, RoundScored)
    said = ", ".join(f"{table.name(player)}\N{NO-BREAK SPACE}{signed(points)}" for player, points in event.points)
    if one := event.one:
        said = f"1 for {table.name(one)}"
    return event_text("Round {round}: {said}.", event, table, said=said)


def sentence(state: State, event: Event, table: Table) -> str:
    """Who won or lost the round, where that is what is counted; what a team did, and what was too many to count."""
    if isinstance(event, DrinkerPicked):
        side = _side(state, event.player, table)
        return f"{table.name(event.player)} stands in for {side}, last in round {event.round}."
    assert isinstance(event, RoundScored)
    if did := {"wins": "won", "losses": "lost"}.get(state.options.count):
        return f"{_side(state, event.one, table)} {did} round {event.round}." if event.one else ""
    if not state.teams and state.options.down is UNSET:
        return ""
    left = state.totals
    said = [
        f"{_side(state, player, table)}\N{NO-BREAK SPACE}{signed(points)}"
        + (" (too many)" if is_bust(state, points, left[player]) else "")
        for player, points in event.points
    ]
    return f"Round {event.round}: {', '.join(said)}."


def _side(state: State, player: str, table: Table) -> str:
    return side_name(state.side(player), table)
