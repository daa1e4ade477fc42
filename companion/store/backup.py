"""A copy of the database while the night goes on: copying the file alone would lose its newest entries."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from companion.config import Unusable
from companion.native import aside
from companion.store import output
from companion.store.address import address, existing, is_sqlite
from companion.store.disk import Disk
from companion.store.moment import now
from companion.store.refusals import DiskRefused, terminal_words

KEPT = 10
TRIES = 20  # a quarter of a second apart
OWN = re.compile(r"companion-\d{8}-\d{6}-\d{6}\.db")  # what a backup without a name is called
LEFT = re.compile(rf"{OWN.pattern}\.\w+{re.escape(output.UNFINISHED)}")
ABANDONED = 3600.0  # seconds; no copy takes that long


def backup(source: Disk | URL | str, to_path: Path | str, force: bool = False) -> Path:
    """A checked copy at `to_path`, or in that folder under the name of its moment; nothing else there is touched."""
    original, target = _original(source), Path(to_path)
    if target.is_dir():
        target /= f"companion-{now():%Y%m%d-%H%M%S-%f}.db"
    if output.is_device(target):
        raise Unusable(f"{target} is no file, and a database needs one.")
    aside(copy, original, output.allowed(target, original, force))
    return target


def routine(source: Disk | URL | str, folder: Path) -> Path:
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


def own(folder: Path) -> list[Path]:
    """The copies that the companion made in its own folder, oldest first."""
    return sorted(found for found in folder.iterdir() if OWN.fullmatch(found.name) and not found.is_symlink())


def _original(source: Disk | URL | str) -> Path:
    url = source.url if isinstance(source, Disk) else address(source)
    if not is_sqlite(url):
        raise DiskRefused("Only a SQLite database is backed up from here; use pg_dump for PostgreSQL.")
    return existing(url)


def copy(source: Path, target: Path) -> Path:
    """A whole and checked copy of a SQLite file, or none: `target` is only there once it is sound."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with output.unfinished(target) as part:
            _copy(source, part)
    except sqlite3.Error as error:
        raise DiskRefused(f"The copy of {source} could not be made: {terminal_words(error)}") from error
    return target


def _patience() -> Callable[[int, int, int], None]:
    """Ends a copy of a database that another program does not let go of, where SQLite would try for ever."""
    tries = 0

    def tried(status: int, _left: int, _all: int) -> None:
        nonlocal tries
        tries = tries + 1 if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else 0
        if tries > TRIES:
            raise sqlite3.OperationalError("database is locked")

    return tried


def _copy(source: Path, target: Path) -> None:
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=0)  # `_patience` waits
    with closing(reading) as original, closing(sqlite3.connect(target)) as made:
        original.backup(made, progress=_patience())
        made.execute("PRAGMA journal_mode=DELETE")
        (found,) = made.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise DiskRefused(f"The copy is not sound ({' '.join(found.split())}). The disk may be failing.")
