"""Suggested house rules of each game: their sentences and their meanings."""

from functools import lru_cache

from ...games import GAMES
from .meaning import Meaning
from .sentences import read


class Starter(Meaning, frozen=True, kw_only=True):
    """A suggested rule: its name, its sentence, and what the companion does about it."""

    name: str
    text: str


@lru_cache
def starters(game: str) -> tuple[Starter, ...]:
    """The starters of a game, or, if it has none, a rule about each thing that it declares. The first call takes a
    moment to read them. A game that does not exist has none.
    """
    if game not in GAMES:
        return ()
    about = {said.does: f"Whoever {said.does} drinks." for said in GAMES[game].things.values()}
    return tuple(_starter(game, name, text) for name, text in (GAMES[game].starters or about).items())


def _starter(game: str, name: str, text: str) -> Starter:
    meaning = read(text, game).meaning
    assert meaning is not None, f"no rule of {game} is understood as “{text}” (`Said` says what can be)"
    return Starter(meaning.when, meaning.parts, meaning.title, name=name, text=text)
