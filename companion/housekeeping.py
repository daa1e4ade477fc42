"""Housekeeping while the table plays: backups, nights that have grown old, and what other processes did."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Thread
from time import monotonic

from flask import Flask

from .erasing import lost, read_again
from .keeping import folder
from .neighbours import Neighbours
from .scorekeeper import Scorekeeper
from .store import backups, errors, event_store, nights
from .store.database import database_of
from .store.engine import is_sqlite
from .store.errors import DatabaseUnavailable
from .store.moment import now, written
from .terminal import tell

ROUND = 5.0  # seconds from one look to the next
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Housekeeper:
    """Goes its rounds over one app; what waits for the disk waits in the disk's own threads, never on the hub."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._disk = database_of(app)
        self._keeper: Scorekeeper = app.extensions["companion.scorekeeper"]
        self._stopping = app.extensions["companion.stopping"]
        self._next: dict[str, float] = {}
        self._is_alone = is_sqlite(self._disk.url)  # with PostgreSQL the neighbours notice, and sooner
        self._backed_up = written(_last(app)) if self._is_alone else None

    def run(self) -> None:
        """Round after round until the house closes."""
        while True:
            self.round()
            if self._stopping.wait(ROUND):
                return

    def round(self) -> None:
        """Everything that is due; a duty that fails is told on the terminal and tried again when it is due next."""
        if self._is_alone:
            self._try(self.notice)
        if self._backed_up is not None and not self._try(self.keep_safe):
            self._next["ended"] = monotonic() + HOUR
        if self._is_due("rest", MINUTE):
            self._try(self.let_rest)
        if self._is_due("sweep", DAY):
            self._try(self.sweep)

    def notice(self) -> None:
        """Nights that another process deleted or rewrote, and doors that it changed."""
        nights = self._keeper.in_use()
        found = event_store.standings(self._disk, nights)
        for night_id in nights:
            if night_id not in found:
                lost(self._app, night_id)
            elif sitting := self._keeper.seen(night_id):
                if found[night_id].rewritten != sitting.rewritten:
                    read_again(self._keeper, self._disk, night_id)
                elif found[night_id].door > sitting.door:
                    self._keeper.door_changed(night_id)

    def let_rest(self) -> None:
        """Nights that nobody looks at any more leave the memory, with what was painted of them."""
        minutes = self._app.config["IDLE_MINUTES"]
        if minutes > 0:
            for night_id in self._keeper.let_rest(minutes * MINUTE):
                self._app.extensions["companion.paintings"].pop(night_id, None)

    def keep_safe(self) -> None:
        """One more copy of the database in the data folder, where the newest ten are kept, if it is time for one."""
        if not self._is_worth_a_backup():
            return
        began = written(now())
        backups.routine(self._disk, folder(self._app.config))
        self._backed_up = began

    def sweep(self) -> None:
        """Deletes the nights that nobody has touched for as long as nights are kept; one process does it for all."""
        days = self._app.config["KEEP_DAYS"]
        if days <= 0 or not nights.keeps_house(self._disk):
            return
        old = nights.untouched(self._disk, written(now() - timedelta(days=days)), written(now()))
        for night_id in old:
            nights.delete_night(self._disk, night_id)
            lost(self._app, night_id)
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
        nights = filter(None, map(self._keeper.seen, self._keeper.in_use()))
        logs = (sitting.log for sitting in nights)
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
                foreseen = isinstance(trouble, (DatabaseUnavailable, OSError, errors.UnknownNight))
                tell(f"  Housekeeping: {trouble if foreseen else repr(trouble)}")
            return False
        return True


def start(app: Flask) -> None:
    """Begins the rounds, beside the serving of phones, and to heed the neighbours where there may be any."""
    if not is_sqlite(database_of(app).url):
        Neighbours(app).start()
    Thread(target=Housekeeper(app).run, name="housekeeping", daemon=True).start()


def _last(app: Flask) -> datetime:
    """When the newest backup in the data folder was made; long ago if there is none."""
    made = [found.stat().st_mtime for found in backups.own(folder(app.config))]
    return datetime.fromtimestamp(max(made, default=0.0), UTC)
