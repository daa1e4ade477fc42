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
    """The version of a night: its counts of changes, and the number of its last entry."""

    members_version: int
    seq: int = 0
    preferences_version: int = 0


class Raced(Exception):
    """Another writer was quicker: a number or key is taken, or the log lost its end. Read it and validate again."""


night = Night.__table__
FIELDS = tuple(NewEntry.__dataclass_fields__)
VALUES = attrgetter(*FIELDS)
COLUMNS = tuple(entry.c[name] for name in FIELDS)
ADD = insert(entry)
ADD_TO_FILE = str(ADD.compile(dialect=sqlite.dialect(), column_keys=FIELDS))
BY_SEQ = select(*COLUMNS).order_by(entry.c.seq)
LAST = select(func.max(entry.c.seq)).where(entry.c.night_id == night.c.id).scalar_subquery()
VERSIONS = select(Night.id, Night.members_version, func.coalesce(LAST, 0), Night.preferences_version)


def append(database: Database, *entries: NewEntry) -> None:
    """Writes all these entries, or raises `Raced` and writes none if the number or the phone's key of one is taken.

    It also raises `Raced` if they would leave a gap: a failover has lost the end of the log that the writer read.
    """

    def work(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":  # only this process writes this file, so the end needs no check
            driver: Any = connection.connection.dbapi_connection
            driver.executemany(ADD_TO_FILE, map(VALUES, entries))  # takes a third of SQLAlchemy's time for a row
            return
        if last_entry(connection, entries[0].night_id) < entries[0].seq - 1:
            raise Raced(f"Entry {entries[0].seq} would leave a gap.")
        connection.execute(ADD, [dict(zip(FIELDS, VALUES(new), strict=True)) for new in entries])

    try:
        database.write_plain(work)
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Raced(f"Night {entries[0].night_id} cannot take this log.") from error


def after(database: Database, night_id: str, seq: int = 0) -> list[NewEntry]:
    """The night's entries with numbers above `seq`, in order; with 0 all of them."""
    wanted = BY_SEQ.where(entry.c.night_id == night_id, entry.c.seq > seq)
    return database.read_plain(lambda connection: [NewEntry(*row) for row in connection.execute(wanted)])


def last_entry(session: Session | Connection, night_id: str) -> int:
    """The number of the night's last entry, read in a transaction that is already open; 0 if there is none."""
    return session.scalar(select(func.max(entry.c.seq)).where(entry.c.night_id == night_id)) or 0


def ends(database: Database) -> dict[str, int]:
    """The number of the last entry of every night."""
    wanted = select(entry.c.night_id, func.max(entry.c.seq)).group_by(entry.c.night_id)
    return database.read_plain(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})


def versions(database: Database, nights: Collection[str]) -> dict[str, NightVersion]:
    """The versions of these nights, without those that were deleted."""
    wanted = VERSIONS.where(Night.id.in_(nights))

    def work(connection: Connection) -> dict[str, NightVersion]:
        return {row[0]: NightVersion(*row[1:]) for row in connection.execute(wanted)}

    return database.read_plain(work)


def version(database: Database, night_id: str) -> NightVersion | None:
    """The version of one night; None if it was deleted."""
    return versions(database, [night_id]).get(night_id)
