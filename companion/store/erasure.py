"""Erasing a player from a night: the one time that entries of a log are rewritten (decision 0014)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, Connection, Table, delete, func, select, update

from companion.store.disk import Disk
from companion.store.ledger import Raced
from companion.store.schema import ballot, device, entry, night, proposal, ticket, wish
from companion.store.threshold import bump, end_loan, hold


def rewrite(
    disk: Disk,
    night_id: str,
    last: int,
    events: Mapping[int, str],
    player: str,
    new_id: str,
    without: Callable[[str], str],
) -> None:
    """In one transaction: entries say what `events` says by seq, and of the player nothing is left beside the log.

    `new_id` takes the place of their id; `without` is a text without their names, for what others keep to themselves.
    Raises `Raced` where the log has gone on beyond its `last` entry, `UnknownNight` where there is no such night.
    """

    def work(connection: Connection) -> None:
        hold(connection, night_id, log=True)
        bump(connection, night_id)
        if connection.scalar(select(func.max(entry.c.seq)).where(entry.c.night_id == night_id)) != last:
            raise Raced(f"Entry {last} is no longer the last one.")
        _rewrite(connection, night_id, events)
        _forget(connection, night_id, player)
        _forget_in_others_words(connection, night_id, player, without)
        if new_id != player:
            _rename(connection, night_id, player, new_id)
        counted = select(func.sum(entry.c.version - 1)).where(entry.c.night_id == night_id).scalar_subquery()
        connection.execute(update(night).where(night.c.id == night_id).values(rewritten=func.coalesce(counted, 0)))

    disk.write(work)


def _rewrite(connection: Connection, night_id: str, events: Mapping[int, str]) -> None:
    """The key of a tap goes too: it may hold a digest of what was typed, and a name can be guessed from that."""
    for seq, event in events.items():
        which = (entry.c.night_id == night_id, entry.c.seq == seq)
        new = {"event": event, "version": entry.c.version + 1, "key": None}
        connection.execute(update(entry).where(*which).values(new))


def _forget(connection: Connection, night_id: str, player: str) -> None:
    end_loan(connection, night_id, player)
    for table in (device, ticket, wish):
        connection.execute(delete(table).where(*_of(table, night_id, player)))


def _forget_in_others_words(connection: Connection, night_id: str, player: str, without: Callable[[str], str]) -> None:
    """Questions that name the player are not asked any more; a name in another's private forfeit is replaced unseen."""
    for row in connection.execute(select(proposal).where(proposal.c.night_id == night_id)).all():
        names_them = f'"{player}"' in row.event or without(row.event) != row.event
        if player in (row.maker, row.asked) or names_them:
            connection.execute(delete(proposal).where(proposal.c.id == row.id))
    for row in connection.execute(select(wish).where(wish.c.night_id == night_id)).all():
        if without(row.forfeit) != row.forfeit:
            which = _of(wish, night_id, row.player)
            connection.execute(update(wish).where(*which).values(forfeit=without(row.forfeit)))


def _rename(connection: Connection, night_id: str, player: str, new_id: str) -> None:
    connection.execute(update(ballot).where(*_of(ballot, night_id, player)).values(player=new_id))
    said = (entry.c.night_id == night_id, entry.c.by == player)
    connection.execute(update(entry).where(*said).values(by=new_id, version=entry.c.version + 1))


def _of(table: Table, night_id: str, player: str) -> tuple[ColumnElement[bool], ...]:
    return table.c.night_id == night_id, table.c.player == player
