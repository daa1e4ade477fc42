"""Why the database did not take something, in one plain sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from companion.config import Unusable
from companion.system.terminal import printable

AWAY = "The database is away, so nothing was written. Tap again in a moment."
SENTENCES = (
    ("full", "The disk is full, so nothing was written. Make room on it, then tap again."),
    ("readonly", "The disk may only be read, so nothing was written."),
    ("locked", "Somebody else is holding the database, so nothing was written. Tap again."),
    ("not a database", "The file of the database holds something else, so nothing was written."),
    ("malformed", "The database is damaged, so nothing was written. Stop the companion and put back a backup."),
    ("unable to open", "The database could not be opened, so nothing was written."),
    ("connection failed", AWAY),
    ("connection timeout", AWAY),
    ("lock timeout", "Somebody else is holding the database, so nothing was written. Tap again."),
    ("deadlock", "Somebody else is holding the database, so nothing was written. Tap again."),
)
DAMAGED = "the database is damaged; put back a backup with `companion restore FILE`."
# The same for whoever reads it on a terminal, where nobody taps.
ON_A_TERMINAL = (
    ("full", "the disk is full."),
    ("readonly", "it may only be read."),
    ("locked", "another program holds the database; end that, or wait for it."),
    ("not a database", DAMAGED),
    ("malformed", DAMAGED),
    ("unable to open", "the file could not be opened, or what lies beside it."),
    ("i/o error", "the disk failed."),
)
OWN_FAULT = (IntegrityError, DataError, sqlite3.IntegrityError, sqlite3.DataError)
COLLISIONS = ("40P01", "40001", "55P03")  # PostgreSQL's: two that wait for each other, or one too long
LONGEST = 300  # of what a database says
OTHERWISE = "The database did not answer. Look at the log before you tap again."


class UnknownNight(Exception):
    """There is no such night, or no longer."""


class DatabaseUnavailable(Unusable):
    """The disk is full, locked, read-only or closed; its text is a sentence for the player."""

    def __init__(self, sentence: str, on_terminal: str = "") -> None:
        super().__init__(sentence)
        self.on_terminal = on_terminal or sentence


def is_trouble(error: BaseException) -> bool:
    """Whether the database itself failed, rather than one row losing a race or the caller refusing."""
    return isinstance(error, (DBAPIError, sqlite3.Error)) and not isinstance(error, OWN_FAULT)


def is_collision(error: BaseException) -> bool:
    """Whether processes were in each other's way: what was tried may be tried again, for nothing of it was written."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in COLLISIONS


def plainly(error: BaseException) -> DatabaseUnavailable:
    """The trouble of the database as the sentence that a player reads, and whoever sits at the terminal."""
    words = " ".join(_said(error)).lower()
    sentence = next((sentence for sign, sentence in SENTENCES if sign in words), OTHERWISE)
    return DatabaseUnavailable(sentence, f"The database cannot be used: {terminal_words(error)}")


def terminal_words(error: BaseException) -> str:
    """The end of a sentence on the terminal: why the database failed."""
    words = " ".join(" ".join(_said(error)).split())
    found = next((sentence for sign, sentence in ON_A_TERMINAL if sign in words.lower()), "")
    return found or f"{printable(words)[:LONGEST]}."


def _said(error: BaseException | None) -> Iterator[str]:
    # A full disk ends the transaction by itself; what is raised last is only that its savepoint is gone.
    while error is not None:
        yield str(error.orig if isinstance(error, DBAPIError) else error)
        error = error.__cause__ or error.__context__
