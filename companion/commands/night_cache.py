"""The nights in memory: loaded when requested, synchronised with other processes, and dropped when idle."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic

from ..domain.event_log import LONG, Candidate, Log, Row, extend, stored
from ..domain.events import Entry
from ..domain.night import Night
from ..domain.refused import Refused
from ..realtime.pubsub import PubSub
from ..storage import event_store, members
from ..storage.clock import instant
from ..storage.database import Database
from ..storage.engine import is_sqlite
from ..storage.errors import DatabaseUnavailable, UnknownNight
from ..storage.event_store import NightVersion
from ..system.native_threads import aside_replay

UNREAD = members.Phones((), {}, members_version=-1, preferences_version=-1)
DIGEST = "."  # separates a key from its digest in the database; no key of a phone contains it


def row(night_id: str, entry: Entry, device: int | None = None, key: str | None = None) -> event_store.NewEntry:
    """An entry as a row of the database."""
    return event_store.NewEntry(night_id, entry.seq, entry.at or instant(), entry.by, device, key, stored(entry.event))


class LoadedNight:
    """One night in memory: its log, which phone sent each entry, the phones at the table, and when it was last used."""

    def __init__(self, night_id: str) -> None:
        self.night_id = night_id
        self.lock = Lock()
        self.used = monotonic()
        self.log = Log()
        self._phones = UNREAD
        self.senders: list[int | None] = []
        self._keys: dict[tuple[int | None, str], tuple[int, str]] = {}

    @property
    def night(self) -> Night:
        """The state of the night, computed from the log."""
        return self.log.night

    @property
    def phones(self) -> members.Phones:
        """The phones of the night, and everything else that is stored outside the log."""
        return self._phones

    @phones.setter
    def phones(self, fresh: members.Phones) -> None:
        self._phones = fresh
        self.log.noted(fresh.notes)

    @property
    def version(self) -> NightVersion:
        """The version of the night that is in memory."""
        return NightVersion(self.phones.members_version, self.log.seq, self.phones.preferences_version)

    def refresh(self, database: Database, version: NightVersion | None = None) -> None:
        """Reads what other processes wrote; the caller holds the lock. Raises `UnknownNight` if the night was deleted.

        If the `version` differs only by new entries, nothing else is read.
        """
        seq = version.seq if version is not None else 0
        is_longer = seq > self.log.seq and version == self.version._replace(seq=seq)
        fresh = self.phones if is_longer else members.phones(database, self.night_id)
        if version is not None and version.seq < self.log.seq:
            self._start_over(event_store.after(database, self.night_id))
        else:
            self._add(event_store.after(database, self.night_id, self.log.seq))
        self.phones = fresh

    def _start_over(self, rows: list[event_store.NewEntry]) -> None:
        """Replaces the whole log by these rows, since the database has lost entries that are in memory."""
        fresh = LoadedNight(self.night_id)
        fresh._add(rows)
        fresh.log.noted(self.phones.notes)
        self.log, self.senders, self._keys = fresh.log, fresh.senders, fresh._keys

    def _add(self, rows: list[event_store.NewEntry]) -> None:
        read = [Row(row.seq, row.at, row.by, row.event) for row in rows]
        if self.log.seq == 0 and len(read) >= LONG:
            self.log = aside_replay(extend, self.log, read)
        else:
            extend(self.log, read)
        for row in rows:
            self._remember(row)

    def adopt(self, candidates: Sequence[Candidate], rows: Sequence[event_store.NewEntry]) -> None:
        """Adds candidates to the log once their rows are written."""
        for candidate, row in zip(candidates, rows, strict=True):
            self.log.adopt(candidate)
            self._remember(row)

    def _remember(self, row: event_store.NewEntry) -> None:
        self.senders.append(row.device_id)
        if row.key is not None:
            key, _, digest = row.key.partition(DIGEST)
            self._keys[row.device_id, key] = (row.seq, digest)

    def recorded(self, device: int | None, key: str | None, digest: str = "") -> int | None:
        """The number of the entry with this key of this phone, if any. Refuses the key of another tap."""
        if key is None or (device, key) not in self._keys:
            return None
        seq, before = self._keys[device, key]
        if before and digest and before != digest:
            raise Refused("That tap was counted already. Reload the page.")
        return seq


class NightCache:
    """The loaded nights, each at most once; a dropped night is still in the database."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub
        self._nights: dict[str, LoadedNight] = {}
        self._loading: dict[str, Lock] = {}
        self._deleted = 0  # how many nights were deleted
        self._alone = is_sqlite(database.url)  # one process uses a file; several can use PostgreSQL
        self._lock = Lock()

    def loaded(self, night_id: str) -> LoadedNight:
        """The night, read from the database when it is first requested; raises `UnknownNight` if there is none."""
        found = self._nights.get(night_id)
        if found is not None:
            found.used = monotonic()
            return found
        with self._loading.setdefault(night_id, Lock()):  # requests meanwhile wait for this load
            try:
                return self._nights.get(night_id) or self._load(night_id)
            finally:
                self._loading.pop(night_id, None)

    def _load(self, night_id: str) -> LoadedNight:
        while True:
            deleted, fresh = self._deleted, LoadedNight(night_id)
            with fresh.lock:
                fresh.refresh(self._database)
            with self._lock:
                if deleted == self._deleted:  # else a night was deleted meanwhile, perhaps this very one
                    return self._nights.setdefault(night_id, fresh)

    @contextmanager
    def locked(self, night_id: str) -> Iterator[LoadedNight]:
        """The night, locked for writing: meanwhile nobody else in this process writes to it, and it stays in memory."""
        while True:
            night = self.loaded(night_id)
            with night.lock:
                if self._nights.get(night_id) is night:
                    yield night
                    return

    def log(self, night_id: str) -> Log:
        """The current log of a night."""
        return self.loaded(night_id).log

    def phones(self, night_id: str) -> members.Phones:
        """The phones of a night, and everything else that is stored outside its log."""
        return self.loaded(night_id).phones

    def in_memory(self, night_id: str) -> LoadedNight | None:
        """The night if it is in memory; this does not count as a use."""
        return self._nights.get(night_id)

    def ids(self) -> tuple[str, ...]:
        """The nights in memory."""
        return tuple(self._nights)

    def members_changed(self, night_id: str) -> None:
        """Reads the phones of a night again, and notifies everybody."""
        if self._alone:
            self.preferences_changed(night_id)
        else:
            self.loaded(night_id)
            self.catch_up(night_id)
        self._pubsub.publish(night_id)

    def preferences_changed(self, night_id: str) -> None:
        """Reads again what is stored outside the log, and notifies nobody."""
        night = self.loaded(night_id)
        with night.lock:  # so that an older read cannot replace a newer one
            night.phones = members.phones(self._database, night_id)

    def sync(self, night_id: str) -> None:
        """Reads what other processes wrote, before a night is shown; does nothing if there is only one process.

        Raises `UnknownNight` if the night was deleted; without the database, the night in memory is shown.
        """
        if not self._alone:
            with suppress(DatabaseUnavailable):
                self.catch_up(night_id)

    def catch_up(self, night_id: str) -> None:
        """Reads what other processes wrote to a night in memory, and notifies phones here except of preferences.

        If the database has lost entries that are in memory, by a failover or a restored backup, the database counts.
        """
        night = self._nights.get(night_id)
        if night is None:
            return
        version = event_store.version(self._database, night_id)
        if version is None:
            raise UnknownNight(night_id)
        if night.version == version:
            return
        with night.lock:
            before = night.version
            if version.seq < night.log.seq:  # lost entries, or this process was just writing them
                version = event_store.version(self._database, night_id) or version
            if night.version != version:
                night.refresh(self._database, version)
            is_new = night.version[:2] != before[:2]  # preferences concern only their player
        if is_new:
            self._pubsub.publish_here(night_id)

    def evict_idle(self, idle: float) -> list[str]:
        """Drops the nights that were not requested for `idle` seconds, and returns their ids.

        Nights with an open stream or a tap in progress stay, since a night must not be in memory twice.
        """
        return [one.night_id for one in tuple(self._nights.values()) if self._evict(one, monotonic() - idle)]

    def _evict(self, night: LoadedNight, since: float) -> bool:
        if night.used > since or not night.lock.acquire(blocking=False):
            return False
        try:
            with self._lock:
                if night.used > since or self._pubsub.count(night.night_id):
                    return False
                return self._nights.pop(night.night_id, None) is not None
        finally:
            night.lock.release()

    def drop_deleted(self, night_id: str) -> None:
        """Drops a night that was deleted, and notifies its subscribers."""
        with self._lock:
            self._deleted += 1
            self._nights.pop(night_id, None)
        self._pubsub.publish(night_id)
