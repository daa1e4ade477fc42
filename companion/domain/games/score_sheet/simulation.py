"""A simulated score sheet: any numbers, or any winner or loser of a round."""

from collections.abc import Iterator

from ...seating import Table
from ..simulation import Pick, Raw, Simulation
from .rounds import State


def next_round(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The next round."""
    here = table.present(state.players)
    one, numbers = pick(here), range(-5, 61)
    points = {player: pick(numbers) if state.options.count == "points" else int(player == one) for player in here}
    yield {"type": "round.scored", "round": len(state.rounds) + 1, "points": list(points.items())}


SIMULATION = Simulation(
    next_round,
    minutes=lambda players: 1 + players,
    dearest=lambda options, players: options.fine + options.stake,
)
