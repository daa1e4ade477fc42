"""Moving a player to another phone: a ticket that opens the seat once, within five minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion import chance
from companion.rules.refused import Refused
from companion.store.disk import Disk
from companion.store.moment import now, written
from companion.store.phones import UnknownNight, hashed, live
from companion.store.schema import device, loan
from companion.store.schema import ticket as tickets
from companion.store.threshold import Admitted, again, hold, let_in

LASTS = timedelta(minutes=5)
SPENT = "This ticket has been used or is too old. Ask the other phone for a new one."


class Moved(NamedTuple):
    """A player on a new phone; its `token` is told to it alone and kept nowhere."""

    night_id: str
    player: str
    device_id: int
    token: str


def ticket(disk: Disk, night_id: str, player: str, at: datetime | None = None) -> str:
    """A secret that moves the player to the phone that brings it: the newest one, once, for five minutes."""
    secret = chance.token()
    row = {"hash": hashed(secret), "night_id": night_id, "player": player}
    row["expires_at"] = written((at or now()) + LASTS)

    def work(connection: Connection) -> str:
        hold(connection, night_id)
        older = (tickets.c.night_id == night_id, tickets.c.player == player)
        connection.execute(delete(tickets).where(*older))
        connection.execute(insert(tickets).values(row))
        return secret

    try:
        return disk.write(work)
    except IntegrityError as error:
        raise UnknownNight(night_id) from error


def use_ticket(disk: Disk, secret: str, label: str = "", token: str | None = None, at: datetime | None = None) -> Moved:
    """The seat and its loans are on the new phone and the old one is out; a spent ticket is `Refused`.

    Unless the phone that spent it has brought this very `token` with it, as `door.admit` says: then it is that phone's.
    """

    def work(connection: Connection) -> Moved:
        found = connection.execute(select(tickets.c.night_id, tickets.c.player).where(of_secret)).first()
        if found is None:
            raise Refused(SPENT)
        night_id, player = found
        if connection.execute(spend).rowcount:
            return Moved(night_id, player, *_move(connection, night_id, player, label, token))
        moved = again(connection, night_id, player, token)
        if moved is None:
            raise Refused(SPENT)
        return Moved(night_id, player, *moved)

    of_secret, moment = tickets.c.hash == hashed(secret), written(at or now())
    unspent = (tickets.c.used_at.is_(None), tickets.c.expires_at > moment)
    spend = update(tickets).where(of_secret, *unspent).values(used_at=moment)
    return disk.write(work)


def _move(connection: Connection, night_id: str, player: str, label: str, token: str | None) -> Admitted:
    phones = [phone for phone in live(connection, night_id) if phone.player == player]
    old, since = [phone.id for phone in phones], max((phone.since for phone in phones), default=0)
    admitted = let_in(connection, night_id, player, label, token, since=since)
    connection.execute(update(loan).where(loan.c.device_id.in_(old)).values(device_id=admitted.device_id))
    connection.execute(update(device).where(device.c.id.in_(old)).values(revoked_at=written(now())))
    return admitted
