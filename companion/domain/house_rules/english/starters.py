"""Suggested house rules of each game: their sentences and their meanings."""

from functools import lru_cache

import msgspec

from ...games import GAMES
from ..model import Part, When
from .sentences import read


class Starter(msgspec.Struct, frozen=True):
    """A suggested rule: its name, its sentence, and what the companion does about it."""

    name: str
    text: str
    when: When
    parts: tuple[Part, ...]
    title: str | None


@lru_cache
def starters(game: str) -> tuple[Starter, ...]:
    """The starters of a game; none for a game that does not exist. The first call takes a moment to read them."""
    return tuple(_starter(game, name, text) for name, text in GAMES[game].starters.items()) if game in GAMES else ()


def _starter(game: str, name: str, text: str) -> Starter:
    meaning = read(text, game).meaning
    assert meaning is not None, text
    return Starter(name, text, meaning.when, meaning.parts, meaning.title)
