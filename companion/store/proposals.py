"""Proposals: what one player asks another to agree to; only what was agreed becomes an entry of the log."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from companion.store.disk import Disk
from companion.store.moment import now, written
from companion.store.schema import proposal
from companion.store.threshold import bump, hold


def propose(disk: Disk, night_id: str, maker: str, asked: str, event: str) -> int:
    """Keeps what `maker` asks `asked` to agree to (an event, as the log stores it) and answers its number.

    While a question waits, the very same one is not asked again.
    """

    def work(connection: Connection) -> int:
        hold(connection, night_id)
        same = (proposal.c.night_id == night_id, proposal.c.maker == maker, proposal.c.asked == asked)
        known = connection.scalar(select(proposal.c.id).where(*same, proposal.c.event == event))
        if known is not None:
            return int(known)
        bump(connection, night_id)
        row = {"night_id": night_id, "maker": maker, "asked": asked, "event": event, "created_at": written(now())}
        added = connection.execute(insert(proposal).values(row).returning(proposal.c.id))
        return int(added.scalar_one())

    return disk.write(work)


def end(disk: Disk, night_id: str, number: int) -> bool:
    """Forgets a proposal that was answered or taken back; whether there still was one."""

    def work(connection: Connection) -> bool:
        bump(connection, night_id)
        which = (proposal.c.night_id == night_id, proposal.c.id == number)
        return bool(connection.execute(delete(proposal).where(*which)).rowcount)

    return disk.write(work)
