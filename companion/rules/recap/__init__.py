"""What a night looked like, or one game of it: series and sums for the pictures, and awards.

Everything in it is what everybody at the table may know; a game that is on keeps what lies face down.
"""

from __future__ import annotations

import msgspec

from .. import events as of
from ..log import Log
from ..seating import Circle
from .awards import Award, Source, awards
from .chapters import Chapter, chapters
from .course import Course, course
from .sums import Cost, Fined, Sums, added, sums

__all__ = ["Award", "Chapter", "Cost", "Fined", "Recap", "Sums", "added", "recap", "recap_of"]


class Recap(msgspec.Struct, frozen=True):
    """A night or one game of it: `order` is clockwise, `made` is how many house rules were made meanwhile.

    `units` are those that fines were counted in, one after the other.
    """

    order: Circle
    sums: Sums
    chapters: tuple[Chapter, ...]
    awards: tuple[Award, ...]
    made: int
    units: tuple[str, ...]


def recap(log: Log) -> Recap:
    """The whole night as it stands."""
    told = course(log)
    return _recap(log, told, tuple(chapters(log.night, told)))


def recap_of(log: Log, number: int) -> Recap:
    """Game `number` of the night alone, counted from 1; LookupError if there is none."""
    told = course(log)
    chosen = tuple(chapter for chapter in chapters(log.night, told) if chapter.number == number)
    if not chosen:
        raise LookupError(f"The night has no game {number}.")
    return _recap(log, Course(tuple(stage for stage in told.stages if stage.game == number), told.states), chosen)


def _recap(log: Log, told: Course, chosen: tuple[Chapter, ...]) -> Recap:
    summed = sums(log.night, told.stages)
    return Recap(
        order=log.night.order,
        sums=summed,
        chapters=chosen,
        awards=awards(Source(log.night, told.stages, summed, chosen)),
        made=sum(isinstance(stage.event, of.RuleMade) for stage in told.stages),
        units=_units(log),
    )


def _units(log: Log) -> tuple[str, ...]:
    """The units of the night, each once; opening it says the first."""
    named = (line.counts.unit for line in log.lines if isinstance(line.counts, of.NightOpened | of.UnitChanged))
    return tuple(dict.fromkeys(named))
