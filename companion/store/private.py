"""What only its owner sees: what somebody drinks, their forfeit, cap, pause and glass; never an entry of the log."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert
from sqlalchemy.exc import IntegrityError

from companion.store.disk import Disk
from companion.store.phones import UnknownNight, Wish
from companion.store.schema import wish


def keep(disk: Disk, night_id: str, player: str, mine: Wish) -> None:
    """The player's wishes, instead of those they had; raises `UnknownNight` where there is no such night.

    The door counter stands still: every phone shows it, and nobody is to notice that somebody wished for something.
    """

    def work(connection: Connection) -> None:
        forget(connection, night_id, player)
        connection.execute(insert(wish).values(night_id=night_id, player=player, **mine._asdict()))

    try:
        disk.write(work)
    except IntegrityError:
        raise UnknownNight(night_id) from None


def forget(connection: Connection, night_id: str, player: str) -> None:
    """The player wishes for nothing any more, within a transaction that is already open."""
    connection.execute(delete(wish).where(wish.c.night_id == night_id, wish.c.player == player))
