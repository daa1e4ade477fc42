"""Looking over all nights at once: what has changed, what another process did, and which nights have grown old."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, exists, func, select

from companion.store.disk import Disk
from companion.store.phones import REWRITTEN
from companion.store.schema import entry, night


class Standing(NamedTuple):
    """How often a night's door has changed, and how often its log was rewritten."""

    door: int
    rewritten: int


def standings(disk: Disk, nights: Collection[str]) -> dict[str, Standing]:
    """Where these nights stand on the disk; one that was deleted is not among them."""
    rewritten = REWRITTEN.where(entry.c.night_id == night.c.id).scalar_subquery()
    wanted = select(night.c.id, night.c.door, func.coalesce(rewritten, 0)).where(night.c.id.in_(nights))

    def work(connection: Connection) -> dict[str, Standing]:
        return {row[0]: Standing(row[1], row[2]) for row in connection.execute(wanted)}

    return disk.read(work)


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
