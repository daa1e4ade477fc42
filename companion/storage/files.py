"""Writing files whole or not at all, readable by this user only, and never over another file by accident."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL

from companion.config import Unusable
from companion.storage import server_lock
from companion.storage.errors import DatabaseUnavailable, terminal_words

UNFINISHED = ".unfinished"
OF_A_DATABASE = ("", "-wal", "-shm", "-journal", server_lock.ENDING)
PATIENCE = 5.0  # seconds to wait for a database that another program has locked


def allowed(target: Path, database: Path | None, force: bool = False) -> Path:
    """The real path of `target`, links followed; raises Unusable if it must not be written.

    With `force` an existing file can be overwritten, but never the `database` in use or the files that belong to it.
    """
    found = Path(os.path.realpath(target))
    if found.is_dir():
        raise Unusable(f"{target} is a folder: name a file.")
    if found.exists() and not found.is_file():
        raise Unusable(f"{target} is no file.")
    in_use = [Path(f"{os.path.realpath(database)}{ending}") for ending in OF_A_DATABASE] if database else []
    if found in in_use or (found.exists() and any(each.exists() and found.samefile(each) for each in in_use)):
        raise Unusable(f"{target} belongs to the database in use: choose another name.")
    if found.exists() and not force:
        raise Unusable(f"{target} exists already: choose another name, or overwrite it with --force.")
    if Path(f"{found}{server_lock.ENDING}").exists():
        server_lock.hold(URL.create("sqlite", database=str(found))).close()  # raises if that database is in use
    return found


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Gives a temporary file in the same folder. It replaces the target in one step if the block ends without error."""
    handle, name = tempfile.mkstemp(UNFINISHED, f"{target.name}.", target.parent)
    os.close(handle)
    try:
        yield Path(name)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def write(target: Path, data: bytes) -> None:
    """Writes the file whole, or not at all."""
    with unfinished(target) as part, part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def copy(source: Path, target: Path, number: int = 0) -> Path:
    """Makes a checked copy of a SQLite file. `target` only appears once the copy is complete and sound.

    SQLite keeps the `number` in it, as its `user_version`.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with unfinished(target) as part:
            _copy(source, part, number)
    except sqlite3.Error as error:
        raise DatabaseUnavailable(f"The copy of {source} could not be made: {terminal_words(error)}") from error
    return target


def _copy(source: Path, target: Path, number: int) -> None:
    uri = f"{source.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)) as original:
        original.execute("SELECT * FROM sqlite_master").fetchall()  # a damaged file raises a clear error here
        original.execute("VACUUM INTO ?", (str(target),))
    with closing(sqlite3.connect(target)) as made:
        (found,) = made.execute("PRAGMA integrity_check").fetchone()
        made.execute(f"PRAGMA user_version={number}")
    if found != "ok":
        raise DatabaseUnavailable(f"The copy is not sound ({' '.join(found.split())}). The disk may be failing.")
