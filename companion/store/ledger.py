"""The log of a night: entries are only ever added, each at its own place, each tap once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from companion.store.disk import Disk
from companion.store.line import Rows, Work
from companion.store.phones import UnknownNight
from companion.store.schema import entry, night


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry on its way to the log; `event` is the JSON of its type and fields, `at` a written moment."""

    night_id: str
    seq: int
    at: str
    by: str | None
    device_id: int | None
    key: str | None
    event: str


@dataclass(frozen=True, slots=True)
class Written(NewEntry):
    """An entry that stands in the log."""


class Raced(Exception):
    """Another entry was quicker and stands at this place: read again and ask again."""


class Repeated(Exception):
    """This phone has sent this tap before; it stands at `seq` with `event`, `written` is the whole entry."""

    def __init__(self, written: Written) -> None:
        super().__init__(f"This tap is already written as entry {written.seq}.")
        self.written = written
        self.seq = written.seq
        self.event = written.event


FIELDS = tuple(NewEntry.__dataclass_fields__)
VALUES = attrgetter(*FIELDS)
COLUMNS = tuple(entry.c[name] for name in FIELDS)
ADD = str(insert(entry).compile(dialect=sqlite.dialect(), column_keys=FIELDS))
BY_SEQ = select(*COLUMNS).order_by(entry.c.seq)


def append(disk: Disk, new: NewEntry, rewritten: int | None = None) -> Written:
    """Writes the entry at its own place or not at all: `Raced` if that is taken, `Repeated` if known.

    `Raced` too where the log was `rewritten` since whoever proposes it has read it: it may say what was erased.
    `UnknownNight` where the night was deleted meanwhile.
    """
    values = VALUES(new)
    try:
        disk.write(_adding((values,), rewritten))
    except IntegrityError:
        _say_why(disk, new)
        raise
    return Written(*values)


def append_all(disk: Disk, entries: Sequence[NewEntry], rewritten: int | None = None) -> None:
    """Writes entries together: every one or none (`Raced`, as with `append`)."""
    if not entries:
        return
    try:
        disk.write(_adding(tuple(map(VALUES, entries)), rewritten))
    except IntegrityError as error:
        raise Raced(f"Night {entries[0].night_id} cannot take this log.") from error


def after(disk: Disk, night_id: str, seq: int = 0) -> list[Written]:
    """The night's entries above `seq`, in their order; above 0 all of them."""
    wanted = BY_SEQ.where(entry.c.night_id == night_id, entry.c.seq > seq)
    return disk.read(lambda connection: [Written(*row) for row in connection.execute(wanted)])


def known(disk: Disk, night_id: str, device_id: int | None, key: str | None) -> Written | None:
    """The entry that this phone's tap became, if it has come before; no phone or no key is never known."""
    if device_id is None or key is None:
        return None
    return disk.read(lambda connection: _known(connection, night_id, device_id, key))


def _adding(rows: tuple[tuple[Any, ...], ...], rewritten: int | None) -> Work[None]:
    def by_themselves(connection: Connection) -> None:
        _write(connection, [dict(zip(FIELDS, row, strict=True)) for row in rows], rewritten)

    return Rows(ADD, rows, by_themselves)


def _write(connection: Connection, rows: list[dict[str, Any]], rewritten: int | None) -> None:
    if connection.dialect.name != "sqlite":  # there is one process, and it knows
        _check_end(connection, rows[0]["night_id"], rows[0]["seq"], rewritten)
    connection.execute(insert(entry), rows)


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


def _known(connection: Connection, night_id: str, device_id: int, key: str) -> Written | None:
    of_tap = (entry.c.night_id == night_id, entry.c.device_id == device_id, entry.c.key == key)
    row = connection.execute(BY_SEQ.where(*of_tap)).first()
    return Written(*row) if row else None


def _say_why(disk: Disk, new: NewEntry) -> None:
    standing = known(disk, new.night_id, new.device_id, new.key)
    if standing is not None:
        raise Repeated(standing)
    place = select(entry.c.seq).where(entry.c.night_id == new.night_id, entry.c.seq == new.seq)
    if disk.read(lambda connection: connection.scalar(place)) is not None:
        raise Raced(f"Entry {new.seq} is already written.")
    if disk.read(lambda connection: connection.scalar(select(night.c.id).where(night.c.id == new.night_id))) is None:
        raise UnknownNight(new.night_id)
