"""A game as it may go, from its own simulation: what tests play of any game for which nobody wrote a better sample."""

from collections.abc import Sequence
from random import Random

from companion.domain.events import Entry, NightOpened, PlayerJoined, read, written
from companion.domain.games import GAMES
from companion.domain.transitions import evolve, fold
from tests.domain.entries import Event

LONGEST = 250  # events
TRIES = 5


def starting(game: str, players: Sequence[str]) -> Event:
    """The start of a game as its screen sends it: with a dealer, if somebody deals in it."""
    kind = GAMES[game]
    dealer = {"dealer": players[0]} if kind.first else {}
    raw = {"type": "game.started", "game": game, "players": list(players), **dealer}
    kind.entering.fill(None, raw, lambda number: (1,) * number, ())
    return raw


def sample(game: str, players: Sequence[str]) -> Sequence[Event]:
    """The first deal or round of a game that stays on, and more until each kind of its events has occurred that does.

    Of some tries it is the one with most kinds.
    """
    tries = [_played(game, players, seed) for seed in range(1, TRIES + 1)]
    return max(tries, key=lambda events: len({event["type"] for event in events}))


def _played(game: str, players: Sequence[str], seed: int) -> list[Event]:
    """Whom a question is about first answers it; the event that ends the game is left out."""
    kind, chance = GAMES[game], Random(seed)
    joined = (PlayerJoined(player=player, name=player) for player in players)
    opened = [NightOpened(name="sample"), *joined, read(starting(game, players), {})]
    night = fold(Entry(seq, event) for seq, event in enumerate(opened, start=1))
    assert night.game is not None
    assert kind.simulation is not None
    played: list[Event] = []
    missing, first, enough = set(kind.events), 0, 0
    while missing and len(played) < LONGEST:
        moves = list(kind.simulation.deal(night.game.state, night.table(), chance.choice))
        while moves:
            move = read(moves.pop(0), kind.events)
            night, _ = evolve(night, Entry(len(opened) + len(played) + 1, move))
            if night.game is None:
                return played[: max(first, enough)]
            played.append(written(move))
            enough = len(played) if move.type in missing else enough
            missing.discard(move.type)
            moves[:0] = [{**asked.answer, asked.fills: (asked.among or players)[0]} for asked in night.asking]
        first = first or len(played)
    return played[: max(first, enough)]
