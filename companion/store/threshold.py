"""What happens at the door within one transaction: a phone comes in, goes out, and the change is counted."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from companion import chance
from companion.store.moment import now, written
from companion.store.phones import UnknownNight, hashed
from companion.store.schema import device, entry, loan, night, ticket

AGAIN = timedelta(minutes=5)  # in which a browser may send the same form once more


class Admitted(NamedTuple):
    """A phone let in; its `token` is told to it alone and kept nowhere."""

    device_id: int
    token: str


def let_in(
    connection: Connection,
    night_id: str,
    player: str,
    label: str,
    token: str | None = None,
    picked: bool = False,
    since: int = 0,
) -> Admitted:
    """The player's new phone, with a token of its own or one it brought, in a transaction that is already open.

    What was hidden of its seat up to the entry `since` stays hidden from it.
    """
    bump(connection, night_id)
    token = token or chance.token(32)
    row = {"night_id": night_id, "player": player, "label": label, "picked": picked, "since": since}
    row |= {"token_hash": hashed(token), "created_at": written(now())}
    added = connection.execute(insert(device).values(row).returning(device.c.id))
    return Admitted(added.scalar_one(), token)


def last_entry(connection: Connection, night_id: str) -> int:
    """The number of the night's last entry; 0 where there is none."""
    found = connection.scalar(select(func.max(entry.c.seq)).where(entry.c.night_id == night_id))
    return found or 0


def again(connection: Connection, night_id: str, player: str, token: str | None) -> Admitted | None:
    """The player's phone that came in with this very token within the last minutes, if it was not removed since."""
    if token is None:
        return None
    theirs = (device.c.night_id == night_id, device.c.player == player, device.c.token_hash == hashed(token))
    lately = (device.c.revoked_at.is_(None), device.c.created_at > written(now() - AGAIN))
    found = connection.scalar(select(device.c.id).where(*theirs, *lately))
    return None if found is None else Admitted(found, token)


def send_out(connection: Connection, night_id: str, player: str, which: ColumnElement[bool]) -> None:
    """Removes those phones, ends what was lent to them, and lets no open ticket bring them back."""
    gone = (device.c.night_id == night_id, device.c.revoked_at.is_(None), which)
    connection.execute(delete(loan).where(loan.c.device_id.in_(select(device.c.id).where(*gone))))
    connection.execute(delete(ticket).where(ticket.c.night_id == night_id, ticket.c.player == player))
    connection.execute(update(device).where(*gone).values(revoked_at=written(now())))


def hold(connection: Connection, night_id: str, log: bool = False) -> None:
    """Until this transaction ends nobody else changes this night's door, nor its `log` where that is asked for.

    With SQLite that holds of every writing transaction anyway. Asked for before anything is read that decides.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(select(night.c.id).where(night.c.id == night_id).with_for_update(key_share=not log))


def bump(connection: Connection, night_id: str) -> None:
    """Counts one more change at the door; `UnknownNight` where there is no night."""
    counted = update(night).where(night.c.id == night_id).values(door=night.c.door + 1)
    if not connection.execute(counted).rowcount:
        raise UnknownNight(night_id)


def end_loan(connection: Connection, night_id: str, player: str) -> None:
    """The seat is lent to nobody."""
    connection.execute(delete(loan).where(loan.c.night_id == night_id, loan.c.player == player))
