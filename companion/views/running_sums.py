"""Running sums: what is added up as a log grows, so that nobody reads an old night at every tap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from ..domain.event_log import Line, Log
from ..domain.night import Night
from .context import ViewContext


class Sums(Protocol):
    """What the lines of a log come to; `add` takes the next ones, with the night as it stands after them."""

    def add(self, lines: Sequence[Line], night: Night) -> None: ...


S = TypeVar("S", bound=Sums)
T = TypeVar("T")


def never(line: Line) -> bool:
    """Nothing that is entered changes what entries before it came to; a correction does, and is known as one."""
    return False


class Running(Generic[S]):
    """The sums of every log in memory, each begun as `none` were entered.

    They are begun anew where the past was corrected or rewritten, or by a line that `unsettles` what stood before it.
    """

    def __init__(self, none: Callable[[], S], unsettles: Callable[[Line], bool] = never) -> None:
        self._none, self._unsettles = none, unsettles
        self._kept: WeakKeyDictionary[Log, tuple[tuple[int, int], int, S]] = WeakKeyDictionary()
        self._lock = Lock()

    def read(self, context: ViewContext, read: Callable[[S], T]) -> T:
        """What `read` finds in the sums of a context's log as it stands; nobody else adds to them meanwhile."""
        with self._lock:
            return read(self._up_to_date(context))

    def _up_to_date(self, context: ViewContext) -> S:
        log = context.log
        past, seen, sums = self._kept.get(log) or (context.past, 0, self._none())
        if past == context.past and seen == len(log.lines):
            return sums
        self._kept.pop(log, None)  # begun anew where the next line fails half way
        new = log.lines[seen:]
        if past != context.past or any(map(self._unsettles, new)):
            seen, sums, new = 0, self._none(), log.lines[:]
        sums.add(new, log.night)
        self._kept[log] = context.past, seen + len(new), sums
        return sums
