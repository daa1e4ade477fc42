"""The page of seats: who sits where, which seats have a phone, and what the finesmaster can change."""

import msgspec

from .calls import ShownCall, latest_calls, shown
from .context import ViewContext, Who
from .fragments import Fragment


class Seat(msgspec.Struct, frozen=True):
    """One seat: whether it has a `phone`, whose phone acts for it (`lent_to`), and the `offices` of its player."""

    who: Who
    away: bool
    phone: bool
    lent_to: Who | None
    offices: tuple[str, ...]


class Seats(msgspec.Struct, frozen=True):
    """Every seat, clockwise, and whether a game is on (`playing`)."""

    night_id: str
    seq: int
    seats: tuple[Seat, ...]
    playing: bool


class Office(msgspec.Struct, frozen=True):
    """What this phone can do on the page: as finesmaster (`master`), and for its own player (`me`).

    `calls` are the latest that the finesmaster can still settle, the newest first.
    """

    night_id: str
    seq: int
    me: Who | None
    master: bool
    away: bool
    seats: tuple[Seat, ...]
    closed: bool
    sneak: str | None
    calls: tuple[ShownCall, ...]


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
    """The finesmaster's controls; for everybody else, the button that claims the office."""
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
        calls=tuple(shown(context, entry, seat, seat) for entry in calls),
    )


SEATS = Fragment("seats", "seats/_seats.html", seats)
OFFICE = Fragment("office", "seats/_office.html", office, own=True)
