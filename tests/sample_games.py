"""A game as it may go, from its own simulation: what tests play of any game for which nobody wrote a better sample."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.domain.events import Entry, NightOpened, PlayerJoined, read, written
from companion.domain.games import GAMES
from companion.domain.transitions import evolve, fold
from tests.domain.entries import Event

LONGEST = 40  # deals or rounds


def starting(game: str, players: Sequence[str]) -> Event:
    """The start of a game as its screen sends it: with a dealer, if somebody deals in it."""
    kind = GAMES[game]
    dealer = {"dealer": players[0]} if kind.first else {}
    raw = {"type": "game.started", "game": game, "players": list(players), **dealer}
    kind.entering.fill(None, raw, lambda number: (1,) * number, ())
    return raw


def sample(game: str, players: Sequence[str]) -> Iterator[Event]:
    """The first deals or rounds of a game, until each kind of event has occurred, or the game is over or long enough.

    Whom a question is about first answers it.
    """
    kind, chance = GAMES[game], Random(1)
    joined = (PlayerJoined(player=player, name=player) for player in players)
    opened = [NightOpened(name="sample"), *joined, read(starting(game, players), {})]
    night = fold(Entry(seq, event) for seq, event in enumerate(opened, start=1))
    assert kind.simulation is not None
    seq, missing = len(opened), set(kind.events)
    for _ in range(LONGEST):
        if night.game is None or not missing:
            return
        moves = list(kind.simulation.deal(night.game.state, night.table(), chance.choice))
        while moves and night.game is not None:
            move = read(moves.pop(0), kind.events)
            seq += 1
            night, _ = evolve(night, Entry(seq, move))
            missing.discard(move.type)
            yield written(move)
            moves[:0] = [{**asked.answer, asked.fills: (asked.among or players)[0]} for asked in night.asking]
