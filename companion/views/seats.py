"""The page of seats: who sits where, which seats have a phone, and who is finesmaster; and the greeting."""

from collections.abc import Iterator

import msgspec

from ..domain.office import NEW_IN_OFFICE, is_vacant, took_over_after
from ..domain.proposals import Proposal
from ..domain.proposals import takeover as waiting_takeover
from ..storage.clock import ago
from .calls import ShownCall, in_force, to_settle
from .context import ViewContext, Who
from .drinks import own_drinks
from .fragments import Fragment

LOOKS = (  # the colours and shapes of the players, in the order of their marks (static/app.css)
    "orange circle", "blue square", "gold triangle", "green diamond", "purple star", "pink cross",
    "turquoise hexagon", "brown pill", "lavender arrow", "lime hourglass",
)  # fmt: skip


class Seats(msgspec.Struct, frozen=True):
    """Every seat, clockwise, each with its notes: offices, "away", "no phone", "lent to Bob"."""

    seq: int
    seats: tuple[tuple[Who, tuple[str, ...]], ...]


class Greeting(msgspec.Struct, frozen=True):
    """What a player's own phone tells whoever is not in a game yet, and whoever is away, whom it offers to come back.

    `away` is the newest entry if they are away, else 0. Whoever came after the `game` began is told when they play, if
    in a `deal` still to come in which, and how many `rules` are in force. What somebody owes `waits` for next time.
    """

    away: int = 0
    look: str = ""
    game: str = ""
    plays: str = ""
    deal: int | None = None
    rules: int = 0
    waits: str = ""


class Office(msgspec.Struct, frozen=True):
    """The finesmaster's office for this phone: whether its player holds it (`master`).

    If it is `vacant`, this phone can take it over at once. `new`: its holder took it over within
    the last hour, and cannot do everything. `calls` are the latest that this phone can still settle, the newest first.
    """

    master: bool
    vacant: bool
    new: bool
    calls: tuple[ShownCall, ...]


def seats(context: ViewContext) -> Seats:
    """Every seat, clockwise."""
    return Seats(context.log.seq, tuple((who, tuple(_notes(context, who.id))) for who in context.everybody))


def _notes(context: ViewContext, player: str) -> Iterator[str]:
    night, lent_to = context.night, context.phones.lent_to(player)
    if player == night.finesmaster:
        yield "finesmaster"
    if player == night.sneak:
        yield "sneak"
    if player in night.away:
        yield "away"
    if player not in context.with_phone:
        yield "no phone"
    if lent_to:
        yield f"lent to {context.name(lent_to)}"


def starting(context: ViewContext) -> str:
    """The newest game, which one goes back to from inviting; "" before the first one."""
    return context.night.played[-1].game.name if context.night.played else ""


def greeting(context: ViewContext, seat: str | None) -> Greeting | None:
    """The greeting of whoever is away, or came or came back after the last game began, until they are in one."""
    night, game, who = context.night, context.game, context.who(seat)
    if who is None:
        return None
    own, away, last = own_drinks(context, seat), who.id in night.away, night.played[-1:]
    waits = own.owed if own and (night.closed or away) else ""
    if night.closed:
        return Greeting(waits=waits) if waits else None
    if not away and any(each.knows(who.id) for each in last):
        return None
    screen, plays = context.screen, "" if game is None or game.joins else "You play in the next game."
    deal = screen.deal if screen.between and who.id in screen.due else None
    if screen.seats and len({*screen.due, *context.newcomers}) <= screen.seats[-1]:
        plays = f"You play in deal {deal}." if deal else "You play from the next deal."
    return Greeting(
        away=context.log.seq if away else 0,
        look=LOOKS[who.mark - 1],
        game=game.id if game else "",
        plays=plays,
        deal=deal,
        rules=len(in_force(context)) if last else 0,
        waits=waits,
    )


def office(context: ViewContext, seat: str | None) -> Office:
    """The finesmaster's office; for everybody else, the button that takes it over."""
    master = seat is not None and context.night.finesmaster == seat
    return Office(
        master=master,
        vacant=is_vacant(context),
        new=master and took_over_after(context.log, ago(NEW_IN_OFFICE)),  # reads the log back
        calls=to_settle(context, seat),
    )


def takeover(context: ViewContext) -> tuple[Proposal | None, str]:
    """Who is about to take the finesmaster's office over, and from whom; and the screen that asks to be confirmed."""
    return waiting_takeover(context), context.phones.screen


def moved(context: ViewContext) -> Who | None:
    """Whom the newest ticket has moved to a new phone."""
    return context.who(context.phones.moved)


ARRIVALS = Fragment("arrivals", "share/_arrivals.html", seats)
STARTING = Fragment("starting", "share/_starting.html", starting)
SEATS = Fragment("seats", "seats/_seats.html", seats)
MOVED = Fragment("moved", "seats/_moved.html", moved)
TAKEOVER = Fragment("takeover", "seats/_takeover.html", takeover)
GREETING = Fragment("greeting", "seats/_greeting.html", greeting, own=True)
OFFICE = Fragment("office", "seats/_office.html", office, own=True)
