"""Putting a backup back: the database that was there is laid aside, and nobody may be playing on it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from companion.store import lock, output
from companion.store.address import address, file_of, is_sqlite
from companion.store.backup import copy
from companion.store.moment import now
from companion.store.refusals import DiskRefused
from companion.store.upgrade import DatabaseTooNew, script

BESIDE = ("-wal", "-shm")


def restore(place: URL | str, backup: Path) -> Path | None:
    """The backup is the database afterwards; answers where what was there lies now, if there was anything.

    Raises `DiskRefused` where the file is no backup or a companion runs on the database, `DatabaseTooNew` for a backup
    of a newer version. Then nothing has changed.
    """
    url = address(place)
    if not is_sqlite(url):
        raise DiskRefused("Only a SQLite database is restored from here; use pg_restore for PostgreSQL.")
    path = file_of(url)
    if path.exists() and path.samefile(backup):
        raise DiskRefused(f"{backup} is the database itself. Name a backup.")
    _check_backup(backup)
    with lock.hold(url, "being replaced by `companion restore`"):
        return _put_back(backup, path)


def _put_back(backup: Path, path: Path) -> Path | None:
    _check_idle(path)
    aside = path.with_name(f"{path.stem}-before-restore-{now():%Y%m%d-%H%M%S-%f}{path.suffix}")
    fresh = path.with_name(f"{aside.name}{output.UNFINISHED}")
    try:
        copy(backup, fresh)
        laid = _laid(path, aside)
        os.replace(fresh, path)
    except BaseException:
        _take_back(aside, path)
        raise
    finally:
        fresh.unlink(missing_ok=True)
    return aside if laid else None


def _check_backup(backup: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as found:
            (sound,) = found.execute("PRAGMA integrity_check").fetchone()
            (step,) = found.execute("SELECT version_num FROM alembic_version").fetchone()
            found.execute("SELECT count(*) FROM night").fetchone()
    except (sqlite3.Error, TypeError):
        raise DiskRefused(f"{backup} is no backup of a companion.") from None
    if sound != "ok":
        raise DiskRefused(f"{backup} is damaged ({sound}). Take another backup.")
    if step not in {each.revision for each in script().walk_revisions()}:
        raise DatabaseTooNew(f"{backup} was written by a newer Party Companion. Install that version first.")


def _check_idle(path: Path) -> None:
    """Whoever else has the database open keeps it from leaving write-ahead logging; a damaged one has nobody."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0.5)) as database:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise DiskRefused("A companion is running on this database: stop it first.") from None
    except sqlite3.DatabaseError:
        return


def _laid(path: Path, aside: Path) -> bool:
    """Whether there was a database: it has a second name then, and is at no moment missing from its place."""
    found = [ending for ending in BESIDE if Path(f"{path}{ending}").exists()]
    for ending in found:
        os.replace(f"{path}{ending}", f"{aside}{ending}")
    if path.exists():
        try:
            os.link(path, aside)
        except OSError:  # a disk on which a file has one name only
            os.replace(path, aside)
        aside.chmod(0o600)
    return aside.exists()


def _take_back(aside: Path, path: Path) -> None:
    for ending in ("", *BESIDE):
        with suppress(FileNotFoundError):
            os.replace(f"{aside}{ending}", f"{path}{ending}")
    aside.unlink(missing_ok=True)  # a second name of the same file is not moved
