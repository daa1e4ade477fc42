"""Wrong codes of the last minute, counted for all processes together: on PostgreSQL there may be many at one door."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, delete, func, insert, select

from companion.store.disk import Disk
from companion.store.moment import now, written
from companion.store.schema import guess

COUNTING = 0x59414B03  # a number of our own among PostgreSQL's advisory locks


def attempt(disk: Disk, address: str, each: int, altogether: int, window: float) -> bool:
    """Whether this address may try now: fewer than `each` of its own and `altogether` tries count in `window` seconds.

    It counts as wrong until `right` says otherwise; what is refused is not kept, and what is older goes.
    """

    def work(connection: Connection) -> bool:
        if connection.dialect.name != "sqlite":  # else two processes would both let the tenth in
            connection.execute(select(func.pg_advisory_xact_lock(COUNTING)))
        connection.execute(delete(guess).where(guess.c.at < written(now() - timedelta(seconds=window))))
        tries = list(connection.scalars(select(guess.c.address)))
        if len(tries) >= altogether or tries.count(address) >= each:
            return False
        connection.execute(insert(guess).values(address=address, at=written(now())))
        return True

    return disk.write(work)


def right(disk: Disk, address: str) -> None:
    """The latest try of this address was right and does not count."""
    latest = select(func.max(guess.c.id)).where(guess.c.address == address).scalar_subquery()
    disk.write(lambda connection: connection.execute(delete(guess).where(guess.c.id == latest)).rowcount)
