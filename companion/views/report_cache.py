"""A cache for slow pages such as the recap: each is computed once for each version of a log, in another thread."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from ..domain.event_log import LONG, Log
from ..system.native_threads import Aside, aside
from .context import ViewContext

T = TypeVar("T")


class Values:
    """The values computed from one log at version `revision`; -1: none yet."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.revision = -1
        self.found: dict[Hashable, Any] = {}


class ReportCache(Generic[T]):
    """The values that `make` computes from the log of a night and further arguments; kept until the log changes.

    `make` gets a copy of the log without seat and phones, so its value is the same for everybody in one audience.
    Insiders of a secret game and all others have separate values. A log shorter than `long` is read at once,
    a longer one in other `threads`.
    """

    def __init__(self, make: Callable[..., T], long: int | None = None, threads: Aside = aside) -> None:
        self._make, self._long, self._aside = make, long, threads
        self._values: WeakKeyDictionary[Log, Values] = WeakKeyDictionary()

    def of(self, context: ViewContext, *asked: Hashable) -> T:
        """The value for this context; requests that arrive while it is being computed wait for it."""
        snapshot = context.snapshot()
        if snapshot.log.seq < (LONG if self._long is None else self._long):
            return self._make(snapshot, *asked)
        values, key = self._values.setdefault(context.log, Values()), (snapshot.insider, *asked)
        with values.lock:
            if values.revision != snapshot.log.revision:
                values.revision, values.found = snapshot.log.revision, {}
            if key not in values.found:
                values.found[key] = self._aside(self._make, snapshot, *asked)
            found: T = values.found[key]
            return found
