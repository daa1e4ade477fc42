"""A copy of the database while the night goes on: copying the file alone would lose its newest entries."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from companion.native import aside
from companion.store.address import address, file_of, is_sqlite
from companion.store.disk import Disk
from companion.store.moment import now
from companion.store.refusals import DiskRefused

KEPT = 10
PATTERN = "companion-*.db"
UNFINISHED = ".unfinished"
ABANDONED = 3600.0  # seconds; no copy takes that long


def backup(source: Disk | URL | str, to_path: Path | str) -> Path:
    """A checked copy at `to_path`; into a folder under its moment's name, where the newest 10 are kept."""
    url = source.url if isinstance(source, Disk) else address(source)
    if not is_sqlite(url):
        raise DiskRefused("Only a SQLite database is backed up from here; use pg_dump for PostgreSQL.")
    target = Path(to_path)
    if not target.is_dir():
        return aside(copy, file_of(url), target)
    for left in target.glob(f"{PATTERN}{UNFINISHED}"):  # by a companion that was killed over it
        if left.stat().st_mtime < now().timestamp() - ABANDONED:
            left.unlink(missing_ok=True)
    made = aside(copy, file_of(url), target / f"companion-{now():%Y%m%d-%H%M%S-%f}.db")
    for old in sorted(target.glob(PATTERN))[:-KEPT]:
        old.unlink(missing_ok=True)
    return made


def copy(source: Path, target: Path) -> Path:
    """A whole and checked copy of a SQLite file, or none: `target` is only there once it is sound."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(target.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    try:
        _copy(source, unfinished)
        os.replace(unfinished, target)
    except sqlite3.Error as error:
        raise DiskRefused(f"The backup could not be made ({error}).") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def _copy(source: Path, target: Path) -> None:
    reading = sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True)
    with closing(reading) as original, closing(sqlite3.connect(target)) as made:
        original.backup(made)
        made.execute("PRAGMA journal_mode=DELETE")
        (found,) = made.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise DiskRefused(f"The copy is not sound ({found}). The disk may be failing.")
