"""What a page shows that takes long to work out: once for each version of a night's log, for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from ..domain.event_log import LONG, Log
from ..system.native_threads import aside
from .context import ViewContext

T = TypeVar("T")


class Answers:
    """What was worked out of one log as it stood at `turns`."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.turns = -1
        self.found: dict[Hashable, Any] = {}


class Derived(Generic[T]):
    """What `make` works out from the log of a night and from what else was `asked`, kept while the log stays the same.

    It gets a copy of the log that nobody changes, and neither seat nor phones: what it finds is the same for all who
    may know as much, and is kept apart for those who may know the reasons of a secret game and those who may not.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._answers: WeakKeyDictionary[Log, Answers] = WeakKeyDictionary()

    def of(self, context: ViewContext, *asked: Hashable) -> T:
        """What there is to see now; those who ask while it is worked out aside wait for the same answer."""
        still = context.still()
        if still.log.seq < LONG:
            return self._make(still, *asked)
        answers, key = self._answers.setdefault(context.log, Answers()), (still.insider, *asked)
        with answers.lock:
            if answers.turns != still.log.turns:
                answers.turns, answers.found = still.log.turns, {}
            if key not in answers.found:
                answers.found[key] = aside(self._make, still, *asked)
            found: T = answers.found[key]
            return found
