"""House rules to begin with, from which a table takes what it likes."""

import msgspec

from .house_rules import Part, When


class Starter(msgspec.Struct, frozen=True):
    """A rule on a game's shelf: what people might call it, how they say it, and what the companion does about it."""

    title: str
    text: str
    when: When
    parts: tuple[Part, ...]
