"""Backups: checked copies of the database. They can be made while it is in use, but restored only when it is not."""

import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from sqlalchemy import URL

from companion.storage import server_lock
from companion.storage.clock import now
from companion.storage.database import Database
from companion.storage.engine import address, existing, file_of, is_sqlite
from companion.storage.errors import DatabaseUnavailable
from companion.storage.files import UNFINISHED, allowed, copy
from companion.storage.nights import DUE
from companion.storage.upgrade import check_step
from companion.system.native_threads import aside

KEPT = 10
OWN = re.compile(r"companion-\d{8}-\d{6}-\d{6}\.db")  # the name of a backup if the caller gives none
ABANDONED = re.compile(rf"{OWN.pattern}\.\w+{re.escape(UNFINISHED)}")  # left by a companion that was killed
LONGEST_COPY = 3600.0  # seconds
BESIDE = ("-wal", "-shm")


class Own(NamedTuple):
    """A backup that the companion named itself: how many entries it holds, and the last one of every night.

    One that was made later has a higher `number`. Version 1.0.0 gave none (0); -1 is a file that cannot be read.
    """

    number: int
    entries: int
    path: Path
    ends: dict[str, int]


def backup(source: Database | URL | str, to_path: Path | str, force: bool = False, number: int = 0) -> Path:
    """Makes a checked copy at `to_path`. If that is a folder, the copy goes into it, with the time in its name."""
    original, target = _original(source), Path(to_path)
    if target.is_dir():
        target /= f"companion-{now():%Y%m%d-%H%M%S-%f}.db"
    aside(copy, original, allowed(target, original, force), number)
    return target


def routine(source: Database | URL | str, folder: Path) -> Path:
    """Makes a new backup in the companion's own folder of backups, and deletes all but the newest 10 there."""
    _original(source)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for found in folder.iterdir():
        if ABANDONED.fullmatch(found.name) and found.stat().st_mtime < now().timestamp() - LONGEST_COPY:
            found.unlink(missing_ok=True)
    older = aside(own, folder)
    made = backup(source, folder, number=older[-1].number + 1 if older else 1)
    for old in older[: 1 - KEPT]:
        old.path.unlink(missing_ok=True)
    return made


def folder(data: Path | str) -> Path:
    """The companion's own folder of backups within its data."""
    return Path(data) / "backups"


def own(folder: Path) -> list[Own]:
    """The backups in this folder that the companion named itself, oldest first."""
    return sorted(_read(found) for found in folder.glob("*") if OWN.fullmatch(found.name) and not found.is_symlink())


def last(folder: Path) -> dict[str, int]:
    """The last entry of every night in the newest backup in this folder."""
    found = aside(own, folder)
    return found[-1].ends if found else {}


def _read(path: Path) -> Own:
    with suppress(sqlite3.Error), closing(_readable(path)) as found:
        ends = dict(found.execute("SELECT night_id, max(seq) FROM entry GROUP BY night_id").fetchall())
        (number,) = found.execute("PRAGMA user_version").fetchone()
        return Own(number, sum(ends.values()), path, ends)
    return Own(-1, 0, path, {})


def _readable(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _original(source: Database | URL | str) -> Path:
    url = source.url if isinstance(source, Database) else address(source)
    if not is_sqlite(url):
        raise DatabaseUnavailable("Only a SQLite database is backed up from here; use pg_dump for PostgreSQL.")
    return existing(url)


def restore(place: URL | str, backup: Path) -> Path | None:
    """Replaces the database by the backup. Returns the path where the old database is kept, if there was one.

    Raises `DatabaseUnavailable` if the file is no backup or a companion runs on the database, and `UnknownStep` if
    the backup is of another version. After an error nothing has changed.
    """
    url = address(place)
    if not is_sqlite(url):
        raise DatabaseUnavailable("Only a SQLite database is restored from here; use pg_restore for PostgreSQL.")
    path = file_of(url)
    if path.exists() and path.samefile(backup):
        raise DatabaseUnavailable(f"{backup} is the database itself. Name a backup.")
    _check_backup(backup)
    with closing(server_lock.hold(url, "being replaced by `companion restore`")):
        return _put_back(backup, path)


def _put_back(backup: Path, path: Path) -> Path | None:
    """Replaces the database in one step, so that it is never missing."""
    _check_idle(path)
    before = path.with_name(f"{path.stem}-before-restore-{now():%Y%m%d-%H%M%S-%f}{path.suffix}")
    fresh = path.with_name(f"{before.name}{UNFINISHED}")
    try:
        copy(backup, fresh)
        _unmark(fresh)
        if path.exists():
            copyfile(path, before)
            before.chmod(0o600)
        for ending in BESIDE:  # files of a damaged database, which SQLite would apply to the new one
            with suppress(FileNotFoundError):
                os.replace(f"{path}{ending}", f"{before}{ending}")
        os.replace(fresh, path)
    except BaseException:
        before.unlink(missing_ok=True)
        for ending in BESIDE:
            with suppress(FileNotFoundError):
                os.replace(f"{before}{ending}", f"{path}{ending}")
        raise
    finally:
        fresh.unlink(missing_ok=True)
    return before if before.exists() else None


def _unmark(fresh: Path) -> None:
    """Gives nights that come back the same time as others before they are deleted for their age."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(fresh)) as restored, restored:
        restored.execute("DELETE FROM game_note WHERE note LIKE ? || '%'", (DUE,))  # an old one may have no notes


def _check_backup(backup: Path) -> None:
    try:
        with closing(_readable(backup)) as found:
            (sound,) = found.execute("PRAGMA integrity_check").fetchone()
            (step,) = found.execute("SELECT version_num FROM alembic_version").fetchone()
            found.execute("SELECT count(*) FROM night").fetchone()
    except (sqlite3.Error, TypeError):
        raise DatabaseUnavailable(f"{backup} is no backup of a companion.") from None
    if sound != "ok":
        raise DatabaseUnavailable(f"{backup} is damaged ({sound}). Take another backup.")
    check_step(str(backup), step)


def _check_idle(path: Path) -> None:
    """Raises if another program has the database open: WAL mode cannot be left then. A damaged one counts as idle."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0.5)) as database:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise DatabaseUnavailable("A companion is running on this database: stop it first.") from None
    except sqlite3.DatabaseError:
        return
