"""A simulated game of Kings: shuffled cards, and anybody is last, picked, or answers the question master."""

from collections.abc import Iterator

from ...cards import DECK
from ...seating import Table
from ..simulation import Pick, Raw, Simulation, shuffled
from .draws import CUP, State


def next_game(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The events of a whole game; one card in four, somebody answers the question master."""
    here, cards, master = table.present(state.players), shuffled(DECK, pick), ""
    first = here.index(state.drawer(table) or here[0])
    last = max(draw for draw, card in enumerate(cards, start=1) if card[0] == "K")
    for draw, card in enumerate(cards[:last], start=1):
        drawer, effect = here[(first + draw - 1) % len(here)], state.options.effects[card[0]]
        yield {"type": "card.drawn", "draw": draw, "player": drawer, "card": card}
        if effect.names:
            named = pick([player for player in here if player != drawer or effect.kind == "last"])
            yield {"type": "draw.answered", "draw": draw, "player": named}
        master = drawer if effect.kind == "title" else master
        if master and draw < last and not pick(range(4)):
            yield {"type": "master.answered", "player": pick([player for player in here if player != master])}


SIMULATION = Simulation(
    next_game,
    minutes=lambda players: 20 + 4 * players,  # about 42 cards until the fourth king
    dearest=lambda options, players: CUP,
    plays="game",
)
