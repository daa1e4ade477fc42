"""Background work: backups, deleting old nights, and reading what other processes wrote."""

import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Thread
from time import monotonic

from flask import Flask

from ..commands import office
from ..realtime.cluster import Cluster
from ..storage import backups, event_store, members, nights
from ..storage.clock import now, written
from ..storage.engine import single_connection
from ..storage.errors import DatabaseUnavailable, UnknownNight
from ..system.terminal import tell
from ..web.services import services_of

ROUND, ROUND_OF_MANY = 5.0, 2.0  # seconds between two rounds: one process alone, or one of several
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MARKED = timedelta(hours=12)  # a night is deleted so long after its mark: not by a start of the same evening


class Housekeeper:
    """Does the background work of one app. Its database work runs on the database's threads."""

    def __init__(self, app: Flask) -> None:
        self._config, self._services = app.config, services_of(app)
        self._database, self._nights = self._services.database, self._services.nights
        self._next: dict[str, float] = {}
        self._without_database: set[Callable[[], None]] = set()  # duties whose failure was already reported
        self._backed_up = backups.last(backups.folder(app.config["DATA"]))

    def run(self) -> None:
        """Does rounds until the server stops."""
        self.round()
        while not self._services.stopping.wait(ROUND if self._services.alone else ROUND_OF_MANY):
            self.round()

    def round(self) -> None:
        """Does all duties that are due. A duty that fails is reported, and tried again when it is next due."""
        self.look()
        self._try(self.conclude_takeovers)
        if not self._services.alone and self._is_due("heard", MINUTE):
            self._try(self.write_heard)
        if self._services.alone:
            self._try(self.back_up)
        if self._is_due("idle", MINUTE):
            self._try(self.drop_idle)
        if self._is_due("old", DAY):
            self._try(self.delete_old)
        if self._is_due("trials", HOUR):
            self._try(self.delete_trials)

    def look(self) -> None:
        """Catches up with what other processes wrote or deleted, for the nights in memory."""
        self._try(self._look)

    def _look(self) -> None:
        in_use = self._nights.ids()
        found = event_store.versions(self._database, in_use) if in_use else {}
        for night_id in in_use:
            night = self._nights.in_memory(night_id)
            if night is not None and (night_id not in found or night.version != found[night_id]):
                self.catch_up(night_id)

    def catch_up(self, night_id: str) -> None:
        """Reads what is new in one night, if this process has it in memory."""
        try:
            self._nights.catch_up(night_id)
        except UnknownNight:
            self._services.drop_night(night_id)
        except DatabaseUnavailable:
            return  # the next round looks again

    def conclude_takeovers(self) -> None:
        """Ends or concludes what is about to happen to the finesmaster's office, in the nights in memory."""
        for night_id in self._nights.ids():
            office.conclude(self._services.commands, night_id, self._services.is_gone)

    def write_heard(self) -> None:
        """Writes down which phones this process has heard within a minute, for the other processes."""
        members.heard(self._database, self._services.presence.phones())

    def drop_idle(self) -> None:
        """Drops nights from memory that nobody looks at any more."""
        minutes = self._config["IDLE_MINUTES"]
        if minutes > 0:
            for night_id in self._nights.evict_idle(minutes * MINUTE):
                self._services.fragments.pop(night_id, None)

    def back_up(self) -> None:
        """Makes a backup every hour if something was entered, and when a night has ended.

        Without changes it makes none, since ten equal copies would replace the older ones.
        """
        if self._is_due("backup", HOUR):
            is_worth_it = self._is_new(event_store.ends(self._database))
        else:
            is_worth_it = monotonic() >= self._next.get("end of a night", 0.0) and self._has_ended()
        if is_worth_it:
            self._next["end of a night"] = monotonic() + HOUR  # if it fails, it is tried again then
            backups.routine(self._database, backups.folder(self._config["DATA"]))
            self._next["end of a night"], self._backed_up = 0.0, backups.last(backups.folder(self._config["DATA"]))

    def _has_ended(self) -> bool:
        """Whether a night was closed since the last backup."""
        found = {night_id: self._nights.in_memory(night_id) for night_id in self._nights.ids()}
        return self._is_new({night_id: each.log.seq for night_id, each in found.items() if each and each.night.closed})

    def _is_new(self, ends: dict[str, int]) -> bool:
        """Whether a night has another last entry than in the last backup: a later one, or one that was restored."""
        return not ends.items() <= self._backed_up.items()

    def delete_old(self) -> None:
        """Marks the nights in which nothing was entered for `KEEP_DAYS` days, and deletes those marked before.

        So a clock that is wrong deletes nothing, unless it is wrong a day later, or at a later start, too.
        """
        days, at = self._config["KEEP_DAYS"], now()
        if days <= 0:
            return
        since, ripe = written(at - timedelta(days=days)), written(at - MARKED)
        fresh, old = nights.due(self._database, since, written(at), ripe)
        self._delete(old)
        if fresh:
            told = f"{_many(fresh)} untouched for {days} days by the clock, which says {at:%Y-%m-%d}"
            tell(f"  {told}: deleted at a later start, or tomorrow (COMPANION_KEEP_DAYS).", sys.stdout)
        if old:
            tell(f"  {_many(len(old))} deleted: untouched for {days} days (COMPANION_KEEP_DAYS).", sys.stdout)

    def delete_trials(self) -> None:
        """Deletes the sample nights, and those to practise in, that were opened more than a day ago."""
        day = timedelta(days=1)
        self._delete(nights.trials(self._database, written(now() - day), written(now() + day)))

    def _delete(self, night_ids: list[str]) -> None:
        for night_id in night_ids:
            nights.delete_night(self._database, night_id)
            self._services.drop_night(night_id)

    def _is_due(self, duty: str, every: float) -> bool:
        if monotonic() < self._next.get(duty, 0.0):
            return False
        self._next[duty] = monotonic() + every
        return True

    def _try(self, duty: Callable[[], None]) -> None:
        try:
            duty()
            self._without_database.discard(duty)
        except Exception as error:  # so that the other duties go on
            if duty not in self._without_database and not self._services.stopping.is_set():
                is_foreseen = isinstance(error, (DatabaseUnavailable, OSError, UnknownNight))
                tell(f"  Housekeeping: {error if is_foreseen else repr(error)}")
            if isinstance(error, DatabaseUnavailable):
                self._without_database.add(duty)


def _many(count: int) -> str:
    return "1 night" if count == 1 else f"{count} nights"


def start(app: Flask) -> None:
    """Starts the rounds in a thread and, with PostgreSQL, the messages between processes."""
    housekeeper, services = Housekeeper(app), services_of(app)
    if not services.alone:
        cluster = Cluster(partial(single_connection, services.database.url), services.stopping)
        services.pubsub.forward = cluster.send
        cluster.start(housekeeper.catch_up, housekeeper.look)
    Thread(target=housekeeper.run, name="housekeeping", daemon=True).start()
