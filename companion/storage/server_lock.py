"""The lock beside a SQLite database: one process at a time serves its nights, or changes them as a whole.

The system holds it, so it ends with its process, however that ends. What `filelock` keeps would do the same, but it
empties the file before it has the lock, and with it the address that the second server is to name.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from sqlalchemy import URL

from companion.config import Unusable
from companion.storage.engine import address, is_sqlite
from companion.system.terminal import printable

ENDING = ".lock"
PAUSE = 0.2
LONGEST = 500  # bytes of what the holder says
HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30  # Windows keeps others from reading what is locked: this byte is none of the text

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
    """A lock that is held until it is closed; without a file it stands for none, as over PostgreSQL."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file

    def say(self, use: str) -> None:
        """Whoever comes meanwhile reads that the nights are already so: `served at http://…`."""
        self._write(f"{use} (process {os.getpid()})" if use else "")

    def close(self) -> None:
        """Gives it to the next; the file stays, since deleting it could take it from under somebody's hands."""
        if self._file is not None:
            self._write("")
            self._file.close()
            self._file = None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _write(self, text: str) -> None:
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(text.encode())
            self._file.flush()


def hold(place: URL | str, use: str = "", patience: float = 0.0) -> Lock:
    """The lock of this database, waiting so many seconds for it at most; raises Unusable in words."""
    url = address(place)
    if not is_sqlite(url):
        return Lock()
    path = Path(url.database or "").resolve()
    file = _opened(path)
    until = time.monotonic() + patience
    try:
        while not _is_taken(file, path.parent):
            if time.monotonic() >= until:
                raise Held(_already(file, path.parent))
            time.sleep(PAUSE)
        held = Lock(file)
        held.say(use)
    except BaseException:
        file.close()
        raise
    return held


def _opened(path: Path) -> BinaryIO:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.fdopen(os.open(f"{path}{ENDING}", os.O_CREAT | os.O_RDWR, 0o600), "r+b")
    except OSError as error:
        raise Unusable(
            f"The data folder {path.parent} cannot be used ({error.strerror}). Choose another one with --data."
        ) from None


def _is_taken(file: BinaryIO, folder: Path) -> bool:
    try:
        _take(file)
    except OSError as error:
        if error.errno in HELD:
            return False
        raise Unusable(
            f"The folder {folder} cannot be locked ({error.strerror}): keep the nights on a disk of this computer."
        ) from None
    return True


def _already(file: BinaryIO, folder: Path) -> str:
    file.seek(0)
    use = printable(file.read(LONGEST).decode(errors="replace")) or "in use by another companion"
    return f"The nights in {folder} are already {use}: stop that first, or choose another folder with --data."
