"""Housekeeping while the table plays: backups, nights that have grown old, and what other processes did."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Thread
from time import monotonic

from flask import Flask

from ..realtime.cluster import Cluster
from ..storage import backups, event_store, nights
from ..storage.clock import now, written
from ..storage.database import database_of
from ..storage.engine import is_sqlite, single_connection
from ..storage.errors import DatabaseUnavailable, UnknownNight
from ..system.terminal import tell
from ..web.services import services_of

ROUND, ROUND_OF_MANY = 5.0, 2.0  # seconds from one look to the next, where one process serves, or several do
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Housekeeper:
    """Goes its rounds over one app; what waits for the disk waits in the disk's own threads, never on the hub."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._disk = database_of(app)
        self._services = services_of(app)
        self._nights, self._stopping = self._services.nights, self._services.stopping
        self._next: dict[str, float] = {}
        self._is_alone = is_sqlite(self._disk.url)
        self._is_away = False
        self._backed_up = written(_last(app)) if self._is_alone else None

    def run(self) -> None:
        """Round after round until the server stops."""
        while True:
            self.round()
            if self._stopping.wait(ROUND if self._is_alone else ROUND_OF_MANY):
                return

    def round(self) -> None:
        """Everything that is due; a duty that fails is told on the terminal and tried again when it is due next."""
        self.look()
        if self._backed_up is not None and not self._try(self.keep_safe):
            self._next["ended"] = monotonic() + HOUR
        if self._is_due("rest", MINUTE):
            self._try(self.let_rest)
        if self._is_due("sweep", DAY):
            self._try(self.sweep)

    def look(self) -> None:
        """Reads what other processes wrote in the nights in memory, or deleted."""
        self._try(self._look)

    def _look(self) -> None:
        in_use = self._nights.ids()
        try:
            found = event_store.versions(self._disk, in_use) if in_use else {}
        except DatabaseUnavailable:
            if self._is_away:
                return  # which was told already
            self._is_away = True
            raise
        self._is_away = False
        for night_id in in_use:
            night = self._nights.in_memory(night_id)
            if night is not None and (night_id not in found or night.is_behind(found[night_id])):
                self.catch_up(night_id)

    def catch_up(self, night_id: str) -> None:
        """Reads what is new in one night, if it is in memory here."""
        try:
            self._nights.catch_up(night_id)
        except UnknownNight:
            self._services.drop_night(night_id)
        except DatabaseUnavailable:
            return  # looked at again soon

    def let_rest(self) -> None:
        """Nights that nobody looks at any more leave the memory, with what was painted of them."""
        minutes = self._app.config["IDLE_MINUTES"]
        if minutes > 0:
            for night_id in self._nights.evict_idle(minutes * MINUTE):
                self._services.fragments.pop(night_id, None)

    def keep_safe(self) -> None:
        """One more copy of the database in the data folder, where the newest ten are kept, if it is time for one."""
        if not self._is_worth_a_backup():
            return
        began = written(now())
        backups.routine(self._disk, backups.folder(self._app.config["DATA"]))
        self._backed_up = began

    def sweep(self) -> None:
        """Deletes the nights that nobody has touched for as long as nights are kept; one process does it for all."""
        days = self._app.config["KEEP_DAYS"]
        if days <= 0 or not nights.is_housekeeper(self._disk):
            return
        old = nights.untouched(self._disk, written(now() - timedelta(days=days)), written(now()))
        for night_id in old:
            nights.delete_night(self._disk, night_id)
            self._services.drop_night(night_id)
        if old:
            many = "1 night" if len(old) == 1 else f"{len(old)} nights"
            tell(f"  {many} deleted: untouched for {days} days (COMPANION_KEEP_DAYS).", sys.stdout)

    def _is_worth_a_backup(self) -> bool:
        """When a night has ended, and hourly if there is news: ten copies of the same would push out the others."""
        if self._is_due("backup", HOUR):
            return nights.newest(self._disk, written(now())) > (self._backed_up or "")
        return monotonic() >= self._next.get("ended", 0.0) and self._has_ended()

    def _has_ended(self) -> bool:
        """Whether a night was closed since the last backup."""
        nights = filter(None, map(self._nights.in_memory, self._nights.ids()))
        logs = (night.log for night in nights)
        return any(log.night.closed and (log.lines[-1].entry.at or "") > (self._backed_up or "") for log in logs)

    def _is_due(self, duty: str, every: float) -> bool:
        if monotonic() < self._next.get(duty, 0.0):
            return False
        self._next[duty] = monotonic() + every
        return True

    def _try(self, duty: Callable[[], None]) -> bool:
        try:
            duty()
        except Exception as trouble:  # one duty that fails must not end the others
            if not self._stopping.is_set():
                foreseen = isinstance(trouble, (DatabaseUnavailable, OSError, UnknownNight))
                tell(f"  Housekeeping: {trouble if foreseen else repr(trouble)}")
            return False
        return True


def start(app: Flask) -> None:
    """Begins the rounds, beside the serving of phones, and to hear the other processes where there may be any."""
    housekeeper, url = Housekeeper(app), database_of(app).url
    if not is_sqlite(url):
        cluster = Cluster(partial(single_connection, url), services_of(app).stopping)
        services_of(app).pubsub.forward = cluster.send
        cluster.start(housekeeper.catch_up, housekeeper.look)
    Thread(target=housekeeper.run, name="housekeeping", daemon=True).start()


def _last(app: Flask) -> datetime:
    """When the newest backup in the data folder was made; long ago if there is none."""
    made = [found.stat().st_mtime for found in backups.own(backups.folder(app.config["DATA"]))]
    return datetime.fromtimestamp(max(made, default=0.0), UTC)
