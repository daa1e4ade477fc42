"""The page of seats: who sits where, which seats have a phone, and what the finesmaster can change."""

import msgspec

from ..domain.office import NEW_IN_OFFICE, is_vacant, took_over_after
from ..domain.proposals import takeover as waiting_takeover
from ..storage.clock import ago
from .calls import ShownCall, to_settle
from .context import ViewContext, Who
from .fragments import Fragment

LOOKS = (  # the colours and shapes of the players, in the order of their marks (static/app.css)
    "orange circle", "blue square", "yellow triangle", "green diamond", "purple star", "pink cross",
    "turquoise hexagon", "tan pill", "lavender arrow", "lime hourglass",
)  # fmt: skip


class Seat(msgspec.Struct, frozen=True):
    """One seat: whether it has a `phone`, whose phone acts for it (`lent_to`), and the `offices` of its player."""

    who: Who
    away: bool
    phone: bool
    lent_to: Who | None
    offices: tuple[str, ...]


class Seats(msgspec.Struct, frozen=True):
    """Every seat, clockwise, and whether a program reads the `feed` of the night."""

    seq: int
    seats: tuple[Seat, ...]
    feed: bool


class Arrival(msgspec.Struct, frozen=True):
    """A player on the page for inviting, and whether they have a `phone`."""

    who: Who
    phone: bool


class Starting(msgspec.Struct, frozen=True):
    """The next step on the page for inviting: how many are `here`, and whether a game was begun tonight."""

    here: int
    begun: bool


class OwnMark(msgspec.Struct, frozen=True):
    """What a player's own phone tells them before the first game: the colour and shape by which all know them.

    If they are `away`, it offers them to come back.
    """

    seq: int
    who: Who
    look: str
    away: bool


class Office(msgspec.Struct, frozen=True):
    """What this phone can do on the page: as finesmaster (`master`), and for its own player (`me`).

    `holder` is the finesmaster. If the office is `vacant`, this phone can take it over at once. `new`: its holder took
    it over within the last hour, and cannot do everything.
    `calls` are the latest that this phone can still settle, the newest first.
    """

    seq: int
    me: Who | None
    master: bool
    away: bool
    holder: Who | None
    vacant: bool
    new: bool
    seats: tuple[Seat, ...]
    sneak: str | None
    calls: tuple[ShownCall, ...]


def seats(context: ViewContext) -> Seats:
    """Every seat, clockwise."""
    return Seats(context.log.seq, _all(context), bool(context.phones.feed))


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
        for who in context.everybody
    )


def arrivals(context: ViewContext) -> tuple[Arrival, ...]:
    """Everybody who is here, in order of joining."""
    people, away = context.people.values(), context.night.away
    return tuple(Arrival(who, who.id in context.with_phone) for who in people if who.id not in away)


def starting(context: ViewContext) -> Starting:
    """What comes after inviting."""
    return Starting(len(context.night.present()), bool(context.night.played))


def own_mark(context: ViewContext, seat: str | None) -> OwnMark | None:
    """The colour and shape of a player, until the first game begins."""
    who = context.who(seat)
    if who is None or context.night.played or context.night.closed:
        return None
    away = who.id in context.night.away
    return OwnMark(context.log.seq if away else 0, who, LOOKS[who.mark - 1], away)


def office(context: ViewContext, seat: str | None) -> Office:
    """The finesmaster's controls; for everybody else, the button that takes the office over."""
    master = seat is not None and context.night.finesmaster == seat
    return Office(
        seq=context.log.seq,
        me=context.who(seat),
        master=master,
        away=seat in context.night.away,
        holder=context.who(context.night.finesmaster),
        vacant=is_vacant(context),
        new=took_over_after(context.log, ago(NEW_IN_OFFICE)),
        seats=_all(context) if master else (),
        sneak=context.night.sneak,
        calls=to_settle(context, seat),
    )


def takeover(context: ViewContext) -> tuple[Who, Who] | None:
    """Who is about to take the finesmaster's office over, and from whom; None if nobody is."""
    found = waiting_takeover(context)
    return found and (context.people[found.maker], context.people[found.asked])


ARRIVALS = Fragment("arrivals", "share/_arrivals.html", arrivals)
STARTING = Fragment("starting", "share/_starting.html", starting)
SEATS = Fragment("seats", "seats/_seats.html", seats)
TAKEOVER = Fragment("takeover", "seats/_takeover.html", takeover)
OFFICE = Fragment("office", "seats/_office.html", office, own=True)
