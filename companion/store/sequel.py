"""The night after a night: opened once, with its first entries, and found again by the night before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from string import ascii_lowercase

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from companion import chance
from companion.rules.refused import Refused
from companion.store import door
from companion.store.disk import Disk
from companion.store.ledger import NewEntry
from companion.store.moment import now, written
from companion.store.phones import NightDoor
from companion.store.schema import entry, night


def next_id(before: NightDoor) -> str:
    """The id of the night after this one: always the same, so that it needs no note and there is never a second."""
    digest = sha256(f"{before.id} {before.created_at}".encode()).digest()
    return "".join(ascii_lowercase[number % 26] for number in digest[:8])


def night_after(disk: Disk, before: NightDoor) -> NightDoor | None:
    """The night after this one, if it was opened."""
    return door.by_id(disk, next_id(before))


def open_after(disk: Disk, before: NightDoor, first: Sequence[NewEntry]) -> NightDoor:
    """The night after this one, opened with its first entries, unless there is one already: then that."""
    rows = [asdict(row) for row in first]

    def work(connection: Connection) -> NightDoor:
        found = connection.execute(door.DOOR.where(night.c.id == next_id(before))).first()
        if found:
            return NightDoor(*found)
        opened = NightDoor(next_id(before), chance.code(), chance.token(), 0, written(now()), chance.token())
        connection.execute(insert(night).values(opened._asdict()))
        connection.execute(insert(entry), rows)
        return opened

    for _ in range(door.CODE_TRIES):
        try:
            return disk.write(work)
        except IntegrityError:  # the code is taken, or another process was quicker
            continue
    raise Refused("No free code was found for this night. Try once more.")
