"""Seats: who sits where, which seats have a phone, and what the finesmaster may do about it."""

from __future__ import annotations

import msgspec

from .calls import Heard, heard, latest_calls
from .context import ViewContext, Who
from .fragments import Fragment


class Seat(msgspec.Struct, frozen=True):
    """One seat: `phone` it has one, `lent_to` whose phone acts for it, `offices` what its player is."""

    who: Who
    away: bool
    phone: bool
    lent_to: Who | None
    offices: tuple[str, ...]


class Seats(msgspec.Struct, frozen=True):
    """Every seat, clockwise; `playing`: a game is on."""

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
    closed: bool
    sneak: str | None
    calls: tuple[Heard, ...]


def seats(context: ViewContext) -> Seats:
    """Every seat, clockwise."""
    return Seats(context.night_id, context.log.seq, _all(context), context.game is not None)


def _all(context: ViewContext) -> tuple[Seat, ...]:
    night, lent = context.night, context.phones.lent_to
    offices = (("finesmaster", night.finesmaster), ("sneak", night.sneak))
    return tuple(
        Seat(
            who=who,
            away=who.id in night.away,
            phone=who.id in context.with_phone,
            lent_to=context.who(lent(who.id)),
            offices=tuple(name for name, holder in offices if holder == who.id),
        )
        for who in context.seated
    )


def office(context: ViewContext, seat: str | None) -> Office:
    """The finesmaster's desk, and what everybody may do with their own seat."""
    master = seat is not None and context.night.finesmaster == seat
    calls = reversed(latest_calls(context)) if master else ()
    return Office(
        night_id=context.night_id,
        seq=context.log.seq,
        me=context.who(seat),
        master=master,
        away=seat in context.night.away,
        seats=_all(context) if master else (),
        closed=context.night.closed,
        sneak=context.night.sneak,
        calls=tuple(heard(context, entry, seat, seat) for entry in calls),
    )


SEATS = Fragment("seats", "seats/_seats.html", seats)
OFFICE = Fragment("office", "seats/_office.html", office, own=True)
