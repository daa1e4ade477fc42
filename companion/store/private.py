"""What only its owner sees: what somebody drinks, their forfeit, cap, pause and glass; never an entry of the log."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, update

from companion.store.disk import Disk
from companion.store.phones import UnknownNight, Wish
from companion.store.schema import night, wish


def keep(disk: Disk, night_id: str, player: str, mine: Wish) -> None:
    """The player's wishes, instead of those they had; raises `UnknownNight` where there is no such night.

    The door counter stands still: every phone shows it, and nobody is to notice that somebody wished for something.
    Another counter, which no phone shows, tells the other processes.
    """

    def work(connection: Connection) -> None:
        counted = update(night).where(night.c.id == night_id).values(whispers=night.c.whispers + 1)
        if not connection.execute(counted).rowcount:  # whoever keeps something at the same time waits here
            raise UnknownNight(night_id)
        forget(connection, night_id, player)
        connection.execute(insert(wish).values(night_id=night_id, player=player, **mine._asdict()))

    disk.write(work)


def forget(connection: Connection, night_id: str, player: str) -> None:
    """The player wishes for nothing any more, within a transaction that is already open."""
    connection.execute(delete(wish).where(wish.c.night_id == night_id, wish.c.player == player))
