"""Looking over all nights at once: what has changed, what another process did, and which nights have grown old."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, func, select

from companion.store.address import is_sqlite
from companion.store.disk import Disk
from companion.store.schema import entry, night

HOUSEKEEPING = 0x59414B02  # a number of our own among PostgreSQL's advisory locks


class Standing(NamedTuple):
    """How often a night's door has changed and its log was rewritten, its last entry, and how often somebody kept
    something to themselves."""

    door: int
    rewritten: int
    seq: int = 0
    whispers: int = 0


LAST = select(func.max(entry.c.seq)).where(entry.c.night_id == night.c.id).scalar_subquery()
STANDING = select(night.c.id, night.c.door, night.c.rewritten, func.coalesce(LAST, 0), night.c.whispers)


def standings(disk: Disk, nights: Collection[str]) -> dict[str, Standing]:
    """Where these nights stand on the disk; one that was deleted is not among them."""
    wanted = STANDING.where(night.c.id.in_(nights))

    def work(connection: Connection) -> dict[str, Standing]:
        return {row[0]: Standing(*row[1:]) for row in connection.execute(wanted)}

    return disk.read(work)


def standing(disk: Disk, night_id: str) -> Standing | None:
    """Where one night stands: a single look at two indexes; None where it was deleted."""

    def work(connection: Connection) -> Standing | None:
        row = connection.execute(ONE, {"night": night_id}).first()
        return Standing(*row[1:]) if row else None

    return disk.read(work)


ONE = STANDING.where(night.c.id == bindparam("night"))


def keeps_house(disk: Disk) -> bool:
    """Whether this process does what only one of all may do; it does so for as long as its connection lives."""
    turn = select(func.pg_try_advisory_lock(HOUSEKEEPING))
    return is_sqlite(disk.url) or disk.write(lambda connection: bool(connection.scalar(turn)))


def newest(disk: Disk, until: str) -> str:
    """When a night was last opened or written to, "" if never; what claims to come `until` later does not count."""
    entered = select(func.max(entry.c.at)).where(entry.c.at <= until)
    opened = select(func.max(night.c.created_at)).where(night.c.created_at <= until)
    return disk.read(lambda connection: max(connection.scalar(entered) or "", connection.scalar(opened) or ""))


def untouched(disk: Disk, since: str, until: str) -> list[str]:
    """The nights that were opened before `since`, and in which nobody entered anything since then."""
    touched = exists().where(entry.c.night_id == night.c.id, entry.c.at >= since, entry.c.at <= until)
    wanted = select(night.c.id).where(night.c.created_at < since, ~touched)
    return disk.read(lambda connection: list(connection.scalars(wanted)))
