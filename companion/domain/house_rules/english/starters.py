"""House rules to begin with: what those of a game say, and what they mean."""

from functools import lru_cache

import msgspec

from ...games import GAMES
from ..model import Part, When
from .reader import read


class Starter(msgspec.Struct, frozen=True):
    """A rule to begin with: what people might call it, how they say it, and what the companion does about it."""

    title: str
    text: str
    when: When
    parts: tuple[Part, ...]


@lru_cache
def starters(game: str) -> tuple[Starter, ...]:
    """The starters of a game; none for a game that does not exist. To read them takes a moment the first time."""
    return tuple(_starter(title, text) for title, text in GAMES[game].starters.items()) if game in GAMES else ()


def _starter(title: str, text: str) -> Starter:
    meaning = read(text).meaning
    assert meaning is not None, text
    return Starter(title, text, meaning.when, meaning.parts)
