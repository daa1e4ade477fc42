"""Backups: checked copies of the database, made while it is in use, and put back when nobody uses it."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from companion.config import Unusable
from companion.storage import server_lock
from companion.storage.clock import now
from companion.storage.database import Database
from companion.storage.engine import address, existing, file_of, is_sqlite
from companion.storage.errors import DatabaseUnavailable
from companion.storage.files import UNFINISHED, allowed, copy, is_device
from companion.storage.upgrade import DatabaseTooNew, script
from companion.system.native_threads import aside

KEPT = 10
OWN = re.compile(r"companion-\d{8}-\d{6}-\d{6}\.db")  # what a backup without a name is called
LEFT = re.compile(rf"{OWN.pattern}\.\w+{re.escape(UNFINISHED)}")
ABANDONED = 3600.0  # seconds; no copy takes that long
BESIDE = ("-wal", "-shm")


def backup(source: Database | URL | str, to_path: Path | str, force: bool = False) -> Path:
    """A checked copy at `to_path`, or in that folder under the name of its moment; nothing else there is touched."""
    original, target = _original(source), Path(to_path)
    if target.is_dir():
        target /= f"companion-{now():%Y%m%d-%H%M%S-%f}.db"
    if is_device(target):
        raise Unusable(f"{target} is no file, and a database needs one.")
    aside(copy, original, allowed(target, original, force))
    return target


def routine(source: Database | URL | str, folder: Path) -> Path:
    """One more copy in the companion's own folder of backups, where the newest 10 of them are kept."""
    _original(source)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.iterdir():  # by a companion that was killed over it
        if LEFT.fullmatch(left.name) and left.stat().st_mtime < now().timestamp() - ABANDONED:
            left.unlink(missing_ok=True)
    made = backup(source, folder)
    for old in own(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return made


def folder(data: Path | str) -> Path:
    """The companion's own folder of backups within its data."""
    return Path(data) / "backups"


def own(folder: Path) -> list[Path]:
    """The copies that the companion made in its own folder, oldest first."""
    return sorted(found for found in folder.glob("*") if OWN.fullmatch(found.name) and not found.is_symlink())


def _original(source: Database | URL | str) -> Path:
    url = source.url if isinstance(source, Database) else address(source)
    if not is_sqlite(url):
        raise DatabaseUnavailable("Only a SQLite database is backed up from here; use pg_dump for PostgreSQL.")
    return existing(url)


def restore(place: URL | str, backup: Path) -> Path | None:
    """The backup is the database afterwards; answers where what was there lies now, if there was anything.

    Raises `DatabaseUnavailable` where the file is no backup or a companion runs on the database, `DatabaseTooNew` for a
    backup of a newer version. Then nothing has changed.
    """
    url = address(place)
    if not is_sqlite(url):
        raise DatabaseUnavailable("Only a SQLite database is restored from here; use pg_restore for PostgreSQL.")
    path = file_of(url)
    if path.exists() and path.samefile(backup):
        raise DatabaseUnavailable(f"{backup} is the database itself. Name a backup.")
    _check_backup(backup)
    with server_lock.hold(url, "being replaced by `companion restore`"):
        return _put_back(backup, path)


def _put_back(backup: Path, path: Path) -> Path | None:
    _check_idle(path)
    aside = path.with_name(f"{path.stem}-before-restore-{now():%Y%m%d-%H%M%S-%f}{path.suffix}")
    fresh = path.with_name(f"{aside.name}{UNFINISHED}")
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
        raise DatabaseUnavailable(f"{backup} is no backup of a companion.") from None
    if sound != "ok":
        raise DatabaseUnavailable(f"{backup} is damaged ({sound}). Take another backup.")
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
            raise DatabaseUnavailable("A companion is running on this database: stop it first.") from None
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
