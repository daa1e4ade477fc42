"""Pages that take long to compute, such as the recap: computed once for each version of a log, in another thread."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from ..domain.event_log import LONG, Log
from ..system.native_threads import aside
from .context import ViewContext

T = TypeVar("T")


class Values:
    """The values computed from one log at its version `revision`."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.revision = -1
        self.found: dict[Hashable, Any] = {}


class ReportCache(Generic[T]):
    """A value that `make` computes from the log of a night and further arguments; it is kept until the log changes.

    `make` gets a copy of the log, and neither seat nor phones: its value is the same for everybody of one audience.
    Insiders of a secret game and the others have values of their own.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._values: WeakKeyDictionary[Log, Values] = WeakKeyDictionary()

    def of(self, context: ViewContext, *asked: Hashable) -> T:
        """The value for this context; requests that come while it is computed wait for it."""
        still = context.still()
        if still.log.seq < LONG:
            return self._make(still, *asked)
        values, key = self._values.setdefault(context.log, Values()), (still.insider, *asked)
        with values.lock:
            if values.revision != still.log.revision:
                values.revision, values.found = still.log.revision, {}
            if key not in values.found:
                values.found[key] = aside(self._make, still, *asked)
            found: T = values.found[key]
            return found
