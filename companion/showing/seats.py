"""Seats: who sits where, which seats have a phone, and what the finesmaster may do about it."""

from __future__ import annotations

import msgspec

from .calls import Heard, heard, latest_calls
from .fragments import Fragment
from .scene import Scene, Who


class Seat(msgspec.Struct, frozen=True):
    """One seat: `phone` it has one, `lent_to` whose phone acts for it, `offices` what its player is."""

    who: Who
    away: bool
    phone: bool
    lent_to: Who | None
    offices: tuple[str, ...]
    owed: int


class Seats(msgspec.Struct, frozen=True):
    night_id: str
    seq: int
    seats: tuple[Seat, ...]
    playing: bool


class Office(msgspec.Struct, frozen=True):
    """What one's own phone may do: `master` for the finesmaster, `me` for one's own seat.

    `calls` are the latest that the finesmaster may still settle, the newest first; `sneak` is who that is.
    """

    night_id: str
    seq: int
    me: Who | None
    master: bool
    away: bool
    seats: tuple[Seat, ...]
    game: str | None
    closed: bool
    sneak: str | None
    calls: tuple[Heard, ...]


def seats(scene: Scene) -> Seats:
    """Every seat, clockwise."""
    return Seats(scene.night_id, scene.log.seq, _all(scene), scene.game is not None)


def _all(scene: Scene) -> tuple[Seat, ...]:
    return tuple(_seat(scene, who) for who in scene.seated)


def _seat(scene: Scene, who: Who) -> Seat:
    night = scene.night
    lent = scene.phones.lent_to(who.id)
    offices = (("finesmaster", night.finesmaster), ("sneak", night.sneak))
    return Seat(
        who=who,
        away=who.id in night.away,
        phone=scene.phones.has_phone(who.id),
        lent_to=scene.who(lent),
        offices=tuple(name for name, holder in offices if holder == who.id),
        owed=night.players[who.id].owed,
    )


def office(scene: Scene, seat: str | None) -> Office:
    """The finesmaster's desk, and what everybody may do with their own seat."""
    master = seat is not None and scene.night.finesmaster == seat
    calls = reversed(latest_calls(scene)) if master else ()
    return Office(
        night_id=scene.night_id,
        seq=scene.log.seq,
        me=scene.who(seat),
        master=master,
        away=seat in scene.night.away,
        seats=_all(scene),
        game=scene.game.name if scene.game else None,
        closed=scene.night.closed,
        sneak=scene.night.sneak,
        calls=tuple(heard(scene, entry, seat, seat) for entry in calls),
    )


SEATS = Fragment("seats", "seats/_seats.html", seats)
OFFICE = Fragment("office", "seats/_office.html", office, own=True)
