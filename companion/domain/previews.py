"""What a correction would do, before it is entered, and what can stand in its way."""

from collections.abc import Mapping
from typing import NamedTuple

from .events import Event
from .fines import Cause
from .night import Night, Played
from .refused import Refused


class Effects(NamedTuple):
    """What an undo or change of an older entry would do: the night as it is and as it would be, and the game concerned.

    `reveals`: it would turn up what is hidden now. `changed` are the entries that one tap changes, each as it would
    then be. `causes` are why others are charged more or less.
    """

    before: Night
    after: Night
    played: Played | None
    reveals: bool
    changed: Mapping[int, Event]
    causes: tuple[Cause, ...]


class BoxFilled(Refused):
    """Another entry fills the box that a change names: `entry` is to be corrected first, or if `full`, to be undone.

    A card is `full` if it has no free box by which two of its boxes could swap.
    """

    def __init__(self, why: str, public: str, entry: int, full: bool) -> None:
        super().__init__(why, public)
        self.entry, self.full = entry, full
