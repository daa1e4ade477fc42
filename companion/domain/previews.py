"""What a correction would do, as it is told before it is entered."""

from collections.abc import Mapping
from typing import NamedTuple

from .events import Event
from .fines import Cause
from .night import Night, Played


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
