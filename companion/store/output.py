"""Files that somebody named on the command line: written whole, for this user alone, and over nothing by accident."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from companion.config import Unusable
from companion.store import lock

UNFINISHED = ".unfinished"
OF_A_DATABASE = ("", "-wal", "-shm", "-journal", lock.ENDING)


def allowed(target: Path, database: Path | None, force: bool = False) -> Path:
    """The file behind this name, which may be written; raises Unusable.

    What exists is overwritten by `force` only; a database in use, or what lies beside it, never is.
    """
    if is_device(target):
        return target
    found = Path(os.path.realpath(target))
    if found.is_dir():
        raise Unusable(f"{target} is a folder: name a file.")
    if database is not None and any(_is_same(found, each) for each in _files_of(database)):
        raise Unusable(f"{target} belongs to the database in use: choose another name.")
    if found.exists() and not force:
        raise Unusable(f"{target} exists already: choose another name, or overwrite it with --force.")
    if Path(f"{found}{lock.ENDING}").exists():
        lock.hold(URL.create("sqlite", database=str(found))).close()  # another folder's database, perhaps in use
    return found


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """An empty file beside the target, which takes its place in one step once all is written into it."""
    handle, name = tempfile.mkstemp(UNFINISHED, f"{target.name}.", target.parent)
    os.close(handle)
    try:
        yield Path(name)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def write(target: Path, data: bytes) -> None:
    """All of it or nothing; a device or a pipe is written to as it is."""
    if is_device(target):
        target.write_bytes(data)
        return
    with unfinished(target) as part, part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def is_device(target: Path) -> bool:
    """Whether it is neither a file nor a folder, nor nothing yet."""
    return target.exists() and not target.is_file() and not target.is_dir()


def _is_same(found: Path, kept: Path) -> bool:
    return found == kept or (found.exists() and kept.exists() and found.samefile(kept))


def _files_of(database: Path) -> list[Path]:
    return [Path(f"{os.path.realpath(database)}{ending}") for ending in OF_A_DATABASE]
