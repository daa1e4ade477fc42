"""The lock file of a SQLite database: only one process at a time serves, imports into or replaces the database.

The operating system releases it when its process ends, even if that is killed. The package `filelock` would do the
same, but it empties the file, in which a second server reads the address of the first.
"""

import errno
import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import URL

from companion.config import Unusable
from companion.storage.engine import address, is_sqlite
from companion.system.terminal import printable

ENDING = ".lock"
PAUSE = 0.2
LONGEST = 500  # bytes of the holder's text
HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30  # on Windows others cannot read a locked byte, so this one is far behind the text

    def _take(file: BinaryIO) -> None:
        file.seek(BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Held(Unusable):
    """Another process holds the lock."""


class Lock:
    """A lock that is held until it is closed. Without a file, as with PostgreSQL, it locks nothing."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file

    def describe(self, use: str) -> None:
        """Writes into the file how the nights are used, such as `served at http://…`; a second server prints this."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(f"{use} (process {os.getpid()})".encode() if use else b"")
            self._file.flush()

    def close(self) -> None:
        """Releases the lock. The file is not deleted, since another process could be opening it."""
        self.describe("")
        if self._file is not None:
            self._file.close()
            self._file = None


def hold(place: URL | str, use: str = "", patience: float = 0.0) -> Lock:
    """Takes the lock of this database, waiting at most `patience` seconds; raises Unusable."""
    url = address(place)
    if not is_sqlite(url):
        return Lock()
    path = Path(url.database or "").resolve()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.fdopen(os.open(f"{path}{ENDING}", os.O_CREAT | os.O_RDWR, 0o600), "r+b")
    except OSError as error:
        why = f"The data folder {path.parent} cannot be used ({error.strerror}). Choose another one with --data."
        raise Unusable(why) from None
    try:
        _wait(file, path.parent, time.monotonic() + patience)
    except BaseException:
        file.close()
        raise
    held = Lock(file)
    held.describe(use)
    return held


def _wait(file: BinaryIO, folder: Path, until: float) -> None:
    while True:
        try:
            return _take(file)
        except OSError as error:
            if error.errno not in HELD:
                why = f"The folder {folder} cannot be locked ({error.strerror})"
                raise Unusable(f"{why}: keep the nights on a disk of this computer.") from None
        if time.monotonic() >= until:
            file.seek(0)
            use = printable(file.read(LONGEST).decode(errors="replace")) or "in use by another companion"
            why = f"The nights in {folder} are already {use}"
            raise Held(f"{why}: stop that first, or choose another folder with --data.")
        time.sleep(PAUSE)
