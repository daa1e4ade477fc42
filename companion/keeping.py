"""Keeping nights: a night file out, a night file in, backups of them all, and a backup put back."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from .arriving import NotOpened, counted, opened
from .config import Unusable
from .reports.exports import SHEETS
from .rules.log import Log
from .rules.nightfile import night_file
from .rules.view import first_hidden
from .scorekeeper import Scorekeeper
from .store import backups, nights
from .store.backups import restore as put_back
from .store.database import database_of
from .store.engine import address, existing, is_sqlite

__all__ = ["backup", "export_night", "export_sheet", "import_night", "night_file", "restore"]


def export_night(app: Flask, code: str) -> bytes:
    """The night file of a night, found by its code or its id; raises Unusable where there is none.

    While something in it lies face down, the file ends before that, and says so.
    """
    log = _log(app, code)
    hidden = first_hidden(log)
    if hidden is not None:
        print(f"Something still lies face down: the file ends before entry {hidden} of {log.seq}.", file=sys.stderr)
    return night_file(log, hidden)


def export_sheet(app: Flask, code: str, which: str) -> bytes:
    """The `scores` or the `fines` of a night as CSV, without what lies face down; raises Unusable as `export_night`."""
    return SHEETS[which](_log(app, code))


def _log(app: Flask, code: str) -> Log:
    disk = database_of(app)
    night = nights.by_code(disk, code) or nights.by_id(disk, code)
    if night is None:
        raise Unusable(f"There is no night with the code {code} in {app.config['DATA']}.")
    keeper: Scorekeeper = app.extensions["companion.scorekeeper"]
    return keeper.night(night.id)


def import_night(app: Flask, data: bytes) -> str:
    """Writes a night file as a new night of its own and answers the path to join it; raises Unusable."""
    try:
        night = opened(database_of(app), counted(data))
    except NotOpened as refused:
        raise Unusable(str(refused)) from None
    return f"/j/{night.door.token}"


def backup(settings: Mapping[str, Any], path: Path | None = None, force: bool = False) -> Path:
    """A copy of the database, made while it is in use: at `path`, else in the data folder, where ten are kept."""
    if path is not None:
        return backups.backup(settings["DATABASE_URL"], path, force)
    return backups.routine(settings["DATABASE_URL"], Path(settings["DATA"]) / "backups")


def database(settings: Mapping[str, Any]) -> Path | None:
    """The file in which the nights are, which must be there; None over PostgreSQL. Raises Unusable."""
    url = address(settings["DATABASE_URL"])
    return existing(url) if is_sqlite(url) else None


def restore(settings: Mapping[str, Any], file: Path) -> Path | None:
    """Puts a backup in the place of the database; answers where what was there lies now. Raises Unusable.

    No app may be made before: it would open the very database that is to be replaced.
    """
    return put_back(settings["DATABASE_URL"], file)


def folder(settings: Mapping[str, Any]) -> Path:
    """Where backups are kept; it is made if there is none."""
    found = Path(settings["DATA"]) / "backups"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found
