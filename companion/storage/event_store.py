"""The event log of each night. Entries are only added: each has its own number, and each tap is added once.

It uses plain SQL (decision 0028): an entry is one row of text, which a session would only copy once more.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.storage.database import Database
from companion.storage.models import Night, entry


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as the log stores it; `event` is the JSON of its type and fields, `at` a timestamp."""

    night_id: str
    seq: int
    at: str
    by: str | None
    device_id: int | None
    key: str | None
    event: str


class NightVersion(NamedTuple):
    """The version of a night: its counts of changes and of rewritten entries, and the number of its last entry."""

    members_version: int
    rewritten: int
    seq: int = 0
    preferences_version: int = 0


class Raced(Exception):
    """Another writer was quicker: a number or key is taken, or the log has changed. Read the log and validate again."""


night = Night.__table__
FIELDS = tuple(NewEntry.__dataclass_fields__)
VALUES = attrgetter(*FIELDS)
COLUMNS = tuple(entry.c[name] for name in FIELDS)
ADD = insert(entry)
ADD_TO_FILE = str(ADD.compile(dialect=sqlite.dialect(), column_keys=FIELDS))
BY_SEQ = select(*COLUMNS).order_by(entry.c.seq)
LAST = select(func.max(entry.c.seq)).where(entry.c.night_id == night.c.id).scalar_subquery()
VERSIONS = select(Night.id, Night.members_version, Night.rewritten, func.coalesce(LAST, 0), Night.preferences_version)


def append(database: Database, *entries: NewEntry, rewritten: int | None = None) -> None:
    """Writes all these entries, or raises `Raced` and writes none if the number or the phone's key of one is taken.

    It also raises `Raced` if the count `rewritten` has changed: the entries could name a player who has been erased.
    """

    def work(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":  # only this process writes this file, so the end needs no check
            driver: Any = connection.connection.dbapi_connection
            driver.executemany(ADD_TO_FILE, map(VALUES, entries))  # takes a third of SQLAlchemy's time for a row
            return
        _check_end(connection, entries[0].night_id, entries[0].seq, rewritten)
        connection.execute(ADD, [dict(zip(FIELDS, VALUES(new), strict=True)) for new in entries])

    try:
        database.write_plain(work)
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Raced(f"Night {entries[0].night_id} cannot take this log.") from error


def after(database: Database, night_id: str, seq: int = 0) -> list[NewEntry]:
    """The night's entries with numbers above `seq`, in order; with 0 all of them."""
    wanted = BY_SEQ.where(entry.c.night_id == night_id, entry.c.seq > seq)
    return database.read_plain(lambda connection: [NewEntry(*row) for row in connection.execute(wanted)])


def last_entry(session: Session, night_id: str) -> int:
    """The number of the night's last entry, read in a transaction that is already open; 0 if there is none."""
    return session.scalar(select(func.max(entry.c.seq)).where(entry.c.night_id == night_id)) or 0


def versions(database: Database, nights: Collection[str]) -> dict[str, NightVersion]:
    """The versions of these nights, without those that were deleted."""
    wanted = VERSIONS.where(Night.id.in_(nights))

    def work(connection: Connection) -> dict[str, NightVersion]:
        return {row[0]: NightVersion(*row[1:]) for row in connection.execute(wanted)}

    return database.read_plain(work)


def version(database: Database, night_id: str) -> NightVersion | None:
    """The version of one night; None if it was deleted."""
    return versions(database, [night_id]).get(night_id)


def _check_end(connection: Connection, night_id: str, seq: int, rewritten: int | None) -> None:
    """Raises Raced if the log has changed since the writer read it: it was rewritten, or a failover lost its end."""
    # This locks the row, so that nobody rewrites the log before this entry is committed.
    wanted = select(night.c.rewritten, func.coalesce(LAST, 0)).where(night.c.id == night_id)
    for found, end in connection.execute(wanted.with_for_update(read=True, key_share=True, of=night)):
        if rewritten not in (None, found):
            raise Raced("The log was rewritten.")
        if end < seq - 1:
            raise Raced(f"Entry {seq} would leave a gap after entry {end}.")
