"""Ballots: votes that lie beside the log until they make an entry of it; only their outcome is a fact of the night."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert

from companion.store.disk import Disk
from companion.store.schema import ballot
from companion.store.threshold import bump


def cast(disk: Disk, night_id: str, entry: int, player: str, favours: bool) -> None:
    """The player's vote about what an entry proposes, instead of any they cast before.

    Raises `UnknownNight` where there is no such night.
    """

    def work(connection: Connection) -> None:
        bump(connection, night_id)
        mine = (ballot.c.night_id == night_id) & (ballot.c.entry == entry) & (ballot.c.player == player)
        connection.execute(delete(ballot).where(mine))
        connection.execute(insert(ballot).values(night_id=night_id, entry=entry, player=player, favours=favours))

    disk.write(work)
