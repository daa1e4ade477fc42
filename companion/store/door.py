"""The door of a night: opening it, finding it, letting phones in and sending them out.

Every change bumps the night's `door` counter in the same transaction, so that what a phone may do
can be kept in memory for as long as the counter stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from companion import chance
from companion.rules.refused import Refused
from companion.store.disk import Disk
from companion.store.ledger import NewEntry
from companion.store.line import T, Work
from companion.store.moment import now, written
from companion.store.moving import Moved, ticket, use_ticket
from companion.store.phones import NightDoor, Phone, Phones, UnknownNight, live, phones
from companion.store.private import forget
from companion.store.schema import device, entry, loan, night
from companion.store.threshold import Admitted, again, bump, end_loan, hold, last_entry, let_in, send_out

__all__ = [
    "Admitted", "Moved", "NightDoor", "Phone", "Phones", "UnknownNight",
    "admit", "by_code", "by_id", "by_token", "by_watch", "confirm", "delete_night", "lend", "open_night", "phones",
    "remove", "renew_watch", "take_back", "take_over", "ticket", "use_ticket",
]  # fmt: skip

CODE_TRIES = 20
TAKEN = "That seat has a phone already. Ask its player to move it to yours."
SENT_BEFORE = "This page was sent before. Try once more."
DOOR = select(night.c.id, night.c.code, night.c.token, night.c.door, night.c.created_at, night.c.watch)


def open_night(disk: Disk, first: Sequence[NewEntry] = ()) -> NightDoor:
    """A new night with its own id, code and token, no phone in it yet, and these entries or none in its log."""
    rows = [asdict(row) for row in first]

    def work(connection: Connection) -> NightDoor:
        opened = _open(connection)
        if rows:
            connection.execute(insert(entry), [row | {"night_id": opened.id} for row in rows])
        return opened

    return _with_fresh_code(disk, work)


def by_code(disk: Disk, code: str) -> NightDoor | None:
    """The night of a typed code, however its letters are cased, dashed or spaced."""
    return _find(disk, night.c.code == "".join(filter(str.isalnum, code)).upper())


def by_token(disk: Disk, token: str) -> NightDoor | None:
    """The night whose QR carries this token."""
    return _find(disk, night.c.token == token)


def by_watch(disk: Disk, secret: str) -> NightDoor | None:
    """The night that the big screen's link with this secret shows."""
    return _find(disk, night.c.watch == secret)


def renew_watch(disk: Disk, night_id: str) -> None:
    """The big screen has a new link, and screens that hold the old one are out."""

    def work(connection: Connection) -> None:
        connection.execute(update(night).where(night.c.id == night_id).values(watch=chance.token()))
        bump(connection, night_id)

    disk.write(work)


def by_id(disk: Disk, night_id: str) -> NightDoor | None:
    """The night of a link."""
    return _find(disk, night.c.id == night_id)


def delete_night(disk: Disk, night_id: str) -> None:
    """Forgets a night with its log, phones, loans and tickets."""
    disk.write(lambda connection: _delete(connection, night_id))


def admit(disk: Disk, night_id: str, player: str, label: str = "", token: str | None = None) -> Admitted:
    """A phone becomes the player's, who has none (or `Refused`); the answer alone knows its token.

    A phone may bring a `token` that was made of the form it sent. Brought again within five minutes, since a form came
    twice or an answer was lost, it lets in the very same phone.
    """

    def work(connection: Connection) -> Admitted:
        known = _known(connection, night_id, player, token)
        return known or let_in(connection, night_id, player, label, token)

    return _with_own_token(disk, work)


def take_over(disk: Disk, night_id: str, player: str, label: str = "", token: str | None = None) -> Admitted:
    """The same for a seat that was there before: it is lent no longer, and what its player kept private is forgotten.

    What is hidden of the seat until then stays hidden from its new phone.

    Where other phones are at the table, the finesmaster is to say that it is the right one.
    """

    def work(connection: Connection) -> Admitted:
        known = _known(connection, night_id, player, token)
        if known is not None:
            return known
        end_loan(connection, night_id, player)
        forget(connection, night_id, player)  # whoever takes a seat over need not learn what its player kept private
        picked, since = bool(live(connection, night_id)), last_entry(connection, night_id)
        return let_in(connection, night_id, player, label, token, picked, since)

    return _with_own_token(disk, work)


def confirm(disk: Disk, night_id: str, player: str) -> None:
    """The phone that picked this seat is the right one."""

    def work(connection: Connection) -> None:
        theirs = (device.c.night_id == night_id, device.c.player == player)
        connection.execute(update(device).where(*theirs).values(picked=False))
        bump(connection, night_id)

    disk.write(work)


def remove(disk: Disk, night_id: str, device_id: int) -> NightDoor:
    """A phone is out at once, with its loans and tickets, and the old code and QR open nothing more.

    Nor does the big screen's old link: it would show the new code to whoever has just been shown out.
    """

    def work(connection: Connection) -> NightDoor:
        hold(connection, night_id)
        for phone in live(connection, night_id):
            if phone.id == device_id:
                send_out(connection, night_id, phone.player, device.c.id == device_id)
        renewed = {"code": chance.code(), "token": chance.token(), "watch": chance.token()}
        connection.execute(update(night).where(night.c.id == night_id).values(renewed))
        bump(connection, night_id)
        return NightDoor(*connection.execute(DOOR.where(night.c.id == night_id)).one())

    return _with_fresh_code(disk, work)


def lend(disk: Disk, night_id: str, player: str, device_id: int) -> None:
    """A seat is lent to one phone of the night, instead of any other it was lent to before.

    What is hidden of the seat until then stays hidden from that phone.
    """

    def work(connection: Connection) -> None:
        hold(connection, night_id)
        if all(phone.id != device_id for phone in live(connection, night_id)):
            raise Refused("That phone is no longer at this table.")
        end_loan(connection, night_id, player)
        row = {"night_id": night_id, "player": player, "device_id": device_id}
        connection.execute(insert(loan).values(row | {"since": last_entry(connection, night_id)}))
        bump(connection, night_id)

    disk.write(work)


def take_back(disk: Disk, night_id: str, player: str) -> None:
    """A lent seat is nobody's but its player's again."""

    def work(connection: Connection) -> None:
        end_loan(connection, night_id, player)
        bump(connection, night_id)

    disk.write(work)


def _open(connection: Connection) -> NightDoor:
    opened = NightDoor(chance.night_id(), chance.code(), chance.token(), 0, written(now()), chance.token())
    connection.execute(insert(night).values(opened._asdict()))
    return opened


def _known(connection: Connection, night_id: str, player: str, token: str | None) -> Admitted | None:
    """The phone that brings its token again, or None for a new one to a seat that is free."""
    hold(connection, night_id)
    known = again(connection, night_id, player, token)
    if known is None and any(phone.player == player for phone in live(connection, night_id)):
        raise Refused(TAKEN)
    return known


def _with_own_token(disk: Disk, work: Work[Admitted]) -> Admitted:
    try:
        return disk.write(work)
    except IntegrityError as error:  # it let in a phone that is out, or too long ago
        raise Refused(SENT_BEFORE) from error


def _with_fresh_code(disk: Disk, work: Work[T]) -> T:
    for _ in range(CODE_TRIES):
        try:
            return disk.write(work)
        except IntegrityError:
            continue
    raise Refused("No free code was found for this night. Try once more.")


def _find(disk: Disk, which: ColumnElement[bool]) -> NightDoor | None:
    def work(connection: Connection) -> NightDoor | None:
        row = connection.execute(DOOR.where(which)).first()
        return NightDoor(*row) if row else None

    with suppress(DataError):  # what PostgreSQL cannot even be asked for is nowhere
        return disk.read(work)
    return None


def _delete(connection: Connection, night_id: str) -> None:
    connection.execute(delete(night).where(night.c.id == night_id))
