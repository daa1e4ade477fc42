"""Why the disk did not take something, in one plain sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

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
OWN_FAULT = (IntegrityError, DataError, sqlite3.IntegrityError, sqlite3.DataError)
COLLISIONS = ("40P01", "40001", "55P03")  # PostgreSQL's: two that wait for each other, or one too long
OTHERWISE = "The database did not answer. Look at the log before you tap again."


class DiskRefused(Exception):
    """The disk is full, locked, read-only or closed; its text is a sentence for the player."""


def is_trouble(error: BaseException) -> bool:
    """Whether the database itself failed, rather than one row losing a race or the caller refusing."""
    return isinstance(error, (DBAPIError, sqlite3.Error)) and not isinstance(error, OWN_FAULT)


def is_collision(error: BaseException) -> bool:
    """Whether processes were in each other's way: what was tried may be tried again, for nothing of it was written."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in COLLISIONS


def plainly(error: BaseException) -> DiskRefused:
    """The database's trouble as the sentence that a player reads."""
    words = " ".join(_said(error)).lower()
    return DiskRefused(next((sentence for sign, sentence in SENTENCES if sign in words), OTHERWISE))


def _said(error: BaseException | None) -> Iterator[str]:
    # A full disk ends the transaction by itself; what is raised last is only that its savepoint is gone.
    while error is not None:
        yield str(error.orig if isinstance(error, DBAPIError) else error)
        error = error.__cause__ or error.__context__
