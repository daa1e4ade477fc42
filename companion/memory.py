"""The nights in memory: read from the disk when somebody asks for them, and dropped when nobody has for long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

from .realtime.pubsub import PubSub
from .rules.log import Log
from .sitting import Sitting
from .store import members, nights
from .store.database import Database
from .store.engine import is_sqlite


class Memory:
    """At most one `Sitting` of each night that may be written to; what is dropped lies on the disk as it stood."""

    def __init__(self, disk: Database, bell: PubSub) -> None:
        self._disk = disk
        self._bell = bell
        self._sittings: dict[str, Sitting] = {}
        self._reading: dict[str, Lock] = {}
        self._losses = 0  # how many nights were deleted
        self._alone = is_sqlite(disk.url)  # one process has the file; PostgreSQL may be written to by others
        self._lock = Lock()

    def sitting(self, night_id: str) -> Sitting:
        """The night in memory, read from the disk when it is first asked for; `UnknownNight` where there is none."""
        found = self._sittings.get(night_id)
        if found is not None:
            found.used = monotonic()
            return found
        with self._reading.setdefault(night_id, Lock()):  # whoever else asks meanwhile waits for the same reading
            try:
                return self._sittings.get(night_id) or self._read(night_id)
            finally:
                self._reading.pop(night_id, None)

    def _read(self, night_id: str) -> Sitting:
        while True:
            losses, fresh = self._losses, Sitting(night_id)
            with fresh.lock:
                fresh.refresh(self._disk)
            with self._lock:
                if losses == self._losses:  # else a night was deleted while this one was read, perhaps this very one
                    return self._sittings.setdefault(night_id, fresh)

    @contextmanager
    def held(self, night_id: str) -> Iterator[Sitting]:
        """The night in memory for one who writes: until then nobody else does, and it does not leave the memory."""
        while True:
            sitting = self.sitting(night_id)
            with sitting.lock:
                if self._sittings.get(night_id) is sitting:
                    yield sitting
                    return

    def let_rest(self, idle: float) -> list[str]:
        """Drops the nights that nobody has asked for in so many seconds, and answers which.

        None at which a phone listens or a tap is under way: two of one night in memory must not both be written to.
        """
        return [one.night_id for one in tuple(self._sittings.values()) if self._rests(one, monotonic() - idle)]

    def _rests(self, sitting: Sitting, since: float) -> bool:
        if sitting.used > since or not sitting.lock.acquire(blocking=False):
            return False
        try:
            with self._lock:
                if sitting.used > since or self._bell.count(sitting.night_id):
                    return False
                return self._sittings.pop(sitting.night_id, None) is not None
        finally:
            sitting.lock.release()

    def seen(self, night_id: str) -> Sitting | None:
        """The night if it is in memory, without keeping it there any longer by that."""
        return self._sittings.get(night_id)

    def knows(self, night_id: str) -> bool:
        """Whether there is such a night."""
        return night_id in self._sittings or nights.by_id(self._disk, night_id) is not None

    def night(self, night_id: str) -> Log:
        """The log of a night as it stands."""
        return self.sitting(night_id).log

    def phones(self, night_id: str) -> members.Phones:
        """Who may speak for which seat."""
        phones = self.sitting(night_id).phones
        assert phones is not None
        return phones

    def forget(self, night_id: str) -> None:
        """Drops a night from memory; it is read again when asked for."""
        with self._lock:
            self._sittings.pop(night_id, None)

    def lose(self, night_id: str) -> None:
        """Drops a night that was deleted, and tells every phone that listens."""
        with self._lock:
            self._losses += 1
            self._sittings.pop(night_id, None)
        self._bell.publish(night_id)

    def in_use(self) -> tuple[str, ...]:
        """The nights in memory."""
        return tuple(self._sittings)
