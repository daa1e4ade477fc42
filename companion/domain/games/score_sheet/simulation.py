"""A simulated score sheet: any numbers, or any winner or loser of a round."""

from collections.abc import Iterator

from msgspec import UNSET

from ...seating import Table
from ..simulation import Pick, Raw, Simulation
from .rounds import State


def next_round(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The next round."""
    sides, number, totals = state.here(table), len(state.rounds) + 1, state.totals
    players = [side[0] for side in sides]
    one, points = pick(players), dict[str, int]()
    for player in players:
        numbers = range(-5, 61) if state.options.down is UNSET else range(min(totals[player], 60) + 1)
        points[player] = pick(numbers) if state.options.count == "points" else int(player == one)
    yield {"type": "round.scored", "round": number, "points": list(points.items())}


SIMULATION = Simulation(
    next_round,
    minutes=lambda players: 1 + players,
    dearest=lambda options, players: options.fine + options.stake,
)
