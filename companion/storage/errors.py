"""Failures of the database as sentences, for players and for the terminal."""

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from companion.config import Unusable
from companion.system.terminal import printable, started_as

OTHERWISE = "The database did not answer, so perhaps nothing was written."
AWAY = "The database is away, so nothing was written."
BUSY = "Somebody else is holding the database, so nothing was written."
DAMAGED = f"the database is damaged; put back a backup with `{started_as()} restore FILE`."
# A part of the database's message, what a player reads, and the end of the sentence on the terminal ("": that message).
SENTENCES = (
    ("full", "The disk is full, so nothing was written. Free some space on it.", "the disk is full."),
    ("readonly", "The disk may only be read, so nothing was written.", "it may only be read."),
    ("locked", BUSY, "another program holds the database; end that, or wait for it."),
    ("not a database", "The file of the database holds something else, so nothing was written.", DAMAGED),
    (
        "malformed",
        "The database is damaged, so nothing was written. Stop the companion and put back a backup.",
        DAMAGED,
    ),
    (
        "unable to open",
        "The database could not be opened, so nothing was written.",
        "the file could not be opened, or what lies beside it.",
    ),
    ("connection failed", AWAY, ""),
    ("connection timeout", AWAY, ""),
    ("lock timeout", BUSY, ""),
    ("deadlock", BUSY, ""),
    ("i/o error", OTHERWISE, "the disk failed."),
)
OWN_FAULT = (IntegrityError, DataError, sqlite3.IntegrityError, sqlite3.DataError)
COLLISIONS = ("40P01", "40001", "55P03")  # of PostgreSQL: deadlock, serialization failure, lock not available
LONGEST = 300  # characters of the database's message that are printed


class UnknownNight(Exception):
    """There is no such night, or it was deleted."""


class DatabaseUnavailable(Unusable):
    """The database is locked or closed, or its disk is full or read-only. The text is a sentence for the player."""

    def __init__(self, sentence: str, on_terminal: str = "") -> None:
        super().__init__(sentence)
        self.on_terminal = on_terminal or sentence


def is_trouble(error: BaseException) -> bool:
    """Whether the database itself failed, not just one row or a check by the caller."""
    return isinstance(error, (DBAPIError, sqlite3.Error)) and not isinstance(error, OWN_FAULT)


def is_collision(error: BaseException) -> bool:
    """Whether two processes collided. Nothing was written then, so the work can be tried again."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in COLLISIONS


def plainly(error: BaseException) -> DatabaseUnavailable:
    """The same error as one sentence for the player and one for the terminal."""
    if isinstance(error, DatabaseUnavailable):
        return DatabaseUnavailable(str(error), error.on_terminal)
    words = " ".join(_messages(error)).lower()
    sentence = next((sentence for sign, sentence, _ in SENTENCES if sign in words), OTHERWISE)
    return DatabaseUnavailable(sentence, f"The database cannot be used: {terminal_words(error)}")


def terminal_words(error: BaseException) -> str:
    """The end of a sentence on the terminal: why the database failed."""
    words = " ".join(" ".join(dict.fromkeys(_messages(error))).split())  # a driver's error repeats its cause
    found = next((end for sign, _, end in SENTENCES if end and sign in words.lower()), "")
    return found or f"{printable(words)[:LONGEST]}."


def _messages(error: BaseException | None) -> Iterator[str]:
    # All errors in the chain: after a full disk the last error only says that the savepoint is gone.
    while error is not None:
        yield str(error.orig if isinstance(error, DBAPIError) else error)
        error = error.__cause__ or error.__context__
