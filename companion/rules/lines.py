"""What a log consists of: its entries as they count, and what one more would make of them."""

from __future__ import annotations

import msgspec

from .corrections import Correction, Marks
from .events import Entry, Event
from .fines import Charge
from .night import Night
from .refused import Refused


class InTheWay(Refused):
    """A later entry could not stand after an undo or a change; `entry` is its seq."""

    def __init__(self, entry: int, why: str, public: str | None = None) -> None:
        super().__init__(why, public)
        self.entry = entry


class Line(msgspec.Struct, frozen=True):
    """One entry as written, the event it counts as (None: undone, or itself an undo or change), and what it charged."""

    entry: Entry
    counts: Event | None = None
    charges: tuple[Charge, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """What the log would be after one more entry: these lines, and after entry `start` these checkpoints.

    `correction` is the one it is, if any; it has no `marks` where it undoes the entry just before it.
    """

    entry: Entry
    night: Night
    start: int
    lines: dict[int, Line]
    checkpoints: dict[int, Night]
    correction: Correction | None = None
    marks: Marks | None = None
