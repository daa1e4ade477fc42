"""The event log of each night: entries are only ever added, each at its own place, each tap once.

Plain SQL (decision 0028): an entry is one row of text, and a session would only copy it once more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.storage.database import Database, PlainWork
from companion.storage.models import Night, entry


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as the log keeps it; `event` is the JSON of its type and fields, `at` a written moment."""

    night_id: str
    seq: int
    at: str
    by: str | None
    device_id: int | None
    key: str | None
    event: str


class Standing(NamedTuple):
    """How new a night is: how often its members changed and its log was rewritten, its last entry, and how often a
    preference changed."""

    door: int
    rewritten: int
    seq: int = 0
    whispers: int = 0


class Raced(Exception):
    """Somebody was quicker: a place or a key is taken, or the log is not what was read. Read again and ask again."""


night = Night.__table__
FIELDS = tuple(NewEntry.__dataclass_fields__)
VALUES = attrgetter(*FIELDS)
COLUMNS = tuple(entry.c[name] for name in FIELDS)
ADD = str(insert(entry).compile(dialect=sqlite.dialect(), column_keys=FIELDS))
BY_SEQ = select(*COLUMNS).order_by(entry.c.seq)
LAST = select(func.max(entry.c.seq)).where(entry.c.night_id == night.c.id).scalar_subquery()
STANDING = select(night.c.id, night.c.door, night.c.rewritten, func.coalesce(LAST, 0), night.c.whispers)
ONE = STANDING.where(night.c.id == bindparam("night"))


def append(database: Database, *entries: NewEntry, rewritten: int | None = None) -> None:
    """Writes entries, each at its own place: every one, or none (`Raced`) if a place or a phone's key is taken.

    `Raced` too where the log was `rewritten` since whoever proposes them has read it: it may say what was erased.
    """
    try:
        database.write_plain(_adding(entries, rewritten))
    except IntegrityError as error:
        raise Raced(f"Night {entries[0].night_id} cannot take this log.") from error


def after(database: Database, night_id: str, seq: int = 0) -> list[NewEntry]:
    """The night's entries above `seq`, in their order; above 0 all of them."""
    wanted = BY_SEQ.where(entry.c.night_id == night_id, entry.c.seq > seq)
    return database.read_plain(lambda connection: [NewEntry(*row) for row in connection.execute(wanted)])


def last_entry(session: Session, night_id: str) -> int:
    """The number of the night's last entry, within a transaction that is already open; 0 where there is none."""
    return session.scalar(select(func.max(entry.c.seq)).where(entry.c.night_id == night_id)) or 0


def standings(database: Database, nights: Collection[str]) -> dict[str, Standing]:
    """How new these nights are; one that was deleted is not among them."""
    wanted = STANDING.where(night.c.id.in_(nights))

    def work(connection: Connection) -> dict[str, Standing]:
        return {row[0]: Standing(*row[1:]) for row in connection.execute(wanted)}

    return database.read_plain(work)


def standing(database: Database, night_id: str) -> Standing | None:
    """How new one night is, by a single look at two indexes; None where it was deleted."""

    def work(connection: Connection) -> Standing | None:
        row = connection.execute(ONE, {"night": night_id}).first()
        return Standing(*row[1:]) if row else None

    return database.read_plain(work)


def _adding(entries: Sequence[NewEntry], rewritten: int | None) -> PlainWork[None]:
    def work(connection: Connection) -> None:
        rows = [VALUES(new) for new in entries]
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(ADD, rows)  # what every tap does, without SQLAlchemy's share of 25 µs
            return
        # Over SQLite there is one process, and it knows.
        _check_end(connection, entries[0].night_id, entries[0].seq, rewritten)
        connection.execute(insert(entry), [dict(zip(FIELDS, row, strict=True)) for row in rows])

    return work


def _check_end(connection: Connection, night_id: str, seq: int, rewritten: int | None) -> None:
    """Raises Raced where the log is not what whoever writes has read: it was rewritten, or a failover lost its end."""
    last = select(func.max(entry.c.seq)).where(entry.c.night_id == night_id).scalar_subquery()
    # The row is held, so that nobody rewrites the log until this entry stands in it.
    wanted = select(night.c.rewritten, func.coalesce(last, 0)).where(night.c.id == night_id)
    for found, end in connection.execute(wanted.with_for_update(read=True, key_share=True, of=night)):
        if rewritten not in (None, found):
            raise Raced("The log was rewritten.")
        if end < seq - 1:
            raise Raced(f"Entry {seq} would leave a gap after entry {end}.")
