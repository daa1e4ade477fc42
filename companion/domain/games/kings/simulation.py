"""A simulated game of Kings: shuffled cards, and anybody is last, picked, or answers the question master."""

from collections.abc import Iterator

from ...cards import DECK
from ...seating import Table
from ..simulation import Pick, Raw, Simulation, shuffled
from .draws import CUP, State


def next_game(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The events of the game to its end; one card in four, somebody answers the question master."""
    here, drawn, master = table.present(state.players), {draw.card for draw in state.draws}, state.master
    first = here.index(state.drawer(table) or here[0])
    cards = [card for card in shuffled(DECK, pick) if card not in drawn]
    last = max(place for place, card in enumerate(cards) if card[0] == "K")
    for place, card in enumerate(cards[: last + 1]):
        draw, drawer = len(state.draws) + place + 1, here[(first + place) % len(here)]
        yield {"type": "card.drawn", "draw": draw, "player": drawer, "card": card}
        effect = state.options.effects[card[0]]
        master = drawer if effect.kind == "title" else master
        if master and place < last and not pick(range(4)):
            yield {"type": "master.answered", "player": pick([player for player in here if player != master])}


SIMULATION = Simulation(
    next_game,
    minutes=lambda players: 20 + 4 * players,  # about 42 cards until the fourth king
    dearest=lambda options, players: CUP,
    plays="game",
)
