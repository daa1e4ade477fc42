"""Files that are written whole or not at all, for this user alone, and never over another file by accident."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL

from companion.config import Unusable
from companion.storage import server_lock
from companion.storage.errors import DatabaseUnavailable, terminal_words

UNFINISHED = ".unfinished"
OF_A_DATABASE = ("", "-wal", "-shm", "-journal", server_lock.ENDING)
TRIES = 20  # a quarter of a second apart


def allowed(target: Path, database: Path | None, force: bool = False) -> Path:
    """The file behind this name, which may be written; raises Unusable.

    `force` allows to overwrite what exists, but never a database in use or the files beside it.
    """
    found = Path(os.path.realpath(target))
    if found.is_dir():
        raise Unusable(f"{target} is a folder: name a file.")
    if found.exists() and not found.is_file():
        raise Unusable(f"{target} is no file.")
    if database is not None and any(_is_same(found, each) for each in _files_of(database)):
        raise Unusable(f"{target} belongs to the database in use: choose another name.")
    if found.exists() and not force:
        raise Unusable(f"{target} exists already: choose another name, or overwrite it with --force.")
    if Path(f"{found}{server_lock.ENDING}").exists():
        server_lock.hold(URL.create("sqlite", database=str(found))).close()  # another folder's database, perhaps in use
    return found


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """An empty file beside the target, which replaces the target in one step when the block ends without error."""
    handle, name = tempfile.mkstemp(UNFINISHED, f"{target.name}.", target.parent)
    os.close(handle)
    try:
        yield Path(name)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def write(target: Path, data: bytes) -> None:
    """Writes all of it or nothing."""
    with unfinished(target) as part, part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def copy(source: Path, target: Path) -> Path:
    """Makes a whole and checked copy of a SQLite file, or none: `target` only appears once it is sound."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with unfinished(target) as part:
            _copy(source, part)
    except sqlite3.Error as error:
        raise DatabaseUnavailable(f"The copy of {source} could not be made: {terminal_words(error)}") from error
    return target


def _patience() -> Callable[[int, int, int], None]:
    """Gives up copying a database that another program keeps locked; SQLite alone would try for ever."""
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
        raise DatabaseUnavailable(f"The copy is not sound ({' '.join(found.split())}). The disk may be failing.")


def _is_same(found: Path, kept: Path) -> bool:
    return found == kept or (found.exists() and kept.exists() and found.samefile(kept))


def _files_of(database: Path) -> list[Path]:
    return [Path(f"{os.path.realpath(database)}{ending}") for ending in OF_A_DATABASE]
