"""What the phones show and say of Frak You; what newcomers read tells nothing of the rules or of a card."""

from collections.abc import Mapping

import msgspec
from msgspec import UnsetType

from ...cards import short
from ...events import Event
from ...seating import Circle, Table, clockwise_from
from ..told import told
from ..trick_game import DEAL_LINES, DealStarted, TrickScreen, with_newcomers
from .deal import LAST, SEATS, Deal, State, next_dealt, opened, passing
from .events import ACE, OPENER, TrickTaken, judged


class Seat(msgspec.Struct, frozen=True):
    """Somebody in the deal: cards in hand and in the trick in front, still in or out, and deals lost."""

    player: str
    name: str
    hand: int
    front: int
    still_in: bool
    lost: int


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The same, in which `order` are those still in, before trick 1 from the first dealt in.

    `unfit`: too few or too many are. `losers` are the names of those who lost the deal just over.
    """

    unfit: bool
    passing: str
    stake: int
    seats: tuple[Seat, ...]
    taken: tuple[str, ...]
    losers: tuple[str, ...]

    @property
    def choices_for(self) -> tuple[Seat, ...]:
        """Those who may have taken the trick, in the order they sit: buttons never change places in a deal."""
        return tuple(seat for seat in self.seats if seat.still_in)


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table now; between deals, as if the next were dealt now, newcomers included."""
    dealing = with_newcomers(state, table, newcomers, SEATS)
    started = DealStarted(deal=state.over + 1, players=dealing) if dealing else None
    unfit = state.on is None and len(next_dealt(state, table, started).dealt) not in SEATS
    deal = None if unfit else opened(state, table, started).deal
    between = state.on is None
    seats = tuple(_seat(player, deal, state, table) for player in deal.dealt) if deal else ()
    return Screen(
        deal=state.over + 1,
        trick=len(deal.taken) + 1 if deal else 1,
        between=between,
        unfit=unfit,
        dealer=deal.dealer if deal else None,
        leader=deal.leader if deal else None,
        passing=passing(deal.number, len(deal.dealt)) if deal else "",
        stake=state.options.stake,
        names={seat.player: seat.name for seat in seats},
        opener="" if deal and deal.leader else OPENER,
        beside=ACE,
        pairing=tuple(seat.player for seat in seats if seat.hand > 1),
        order=clockwise_from(deal.leader or deal.still_in[0], deal.still_in) if deal else (),
        dealt=deal.dealt if deal else (),
        seats=seats,
        taken=deal.taken if deal else (),
        losers=losers(state, table),
        notes={seat.player: _lost(seat.lost) if between else _held(seat) for seat in seats},
        dealing=dealing,
    )


def losers(state: State, table: Table) -> tuple[str, ...]:
    """The names of those who lost the deal just over; nobody while one is on, or after a misdeal."""
    last = state.deal if state.on is None else None
    return tuple(map(table.name, last.still_in)) if last and len(last.holdings) <= LAST else ()


def _seat(player: str, deal: Deal, state: State, table: Table) -> Seat:
    held = deal.holdings.get(player)
    hand, front = (held.hand, held.front) if held else (0, 0)
    return Seat(player, table.name(player), hand, front, held is not None, state.lost.get(player, 0))


def _held(seat: Seat) -> str:
    if not seat.still_in:
        return "out"
    return f"{seat.hand} in hand, {seat.front} in front" if seat.front else f"{seat.hand} in hand"


def _lost(deals: int) -> str:
    return f"lost {deals} deal{'s' * (deals > 1)}" if deals else ""


Words = Mapping[str, list[str]]


def count(state: State, table: Table, seat: str, words: Words) -> Seat | None:
    """What the companion believes of the one named in `of`, whose cards are to be counted (None: it is asked whose)."""
    named = words.get("of", [""])[0]
    return next((each for each in screen(state, table).choices_for if each.player == named), None)


def initiate(state: State, table: Table, seat: str, words: Words) -> Circle:
    """Everybody at the table, to be initiated by who is."""
    return table.order


def own(state: State, table: Table, seat: str) -> int:
    """How many cards lie in front of a seat: they lie face down, so its phone does not show them unasked."""
    held = state.on.holdings.get(seat) if state.on else None
    return held.front if held else 0


def look(state: State, table: Table, seat: str, words: Words) -> tuple[int, tuple[str, ...]]:
    """The trick in front of a seat, turned up for its own phone: how many cards, and which where they were entered."""
    held = state.on.holdings.get(seat) if state.on else None
    return own(state, table, seat), tuple(sorted(held.cards or ())) if held else ()


LINES = {
    **DEAL_LINES,
    "trick.taken": "{taker} took trick {trick} of deal {deal}.",
    "cards.counted": "{player} was counted: {hand} in hand, {table} in front.",
}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence that names no card."""
    return told(LINES[event.type], event, table)


def tell_open(event: Event, table: Table) -> str:
    """The same with why, for the initiated; the cards of a taken trick lie face down for them too."""
    said = tell(event, table)
    if not isinstance(event, TrickTaken):
        return said
    if not isinstance(event.paired, UnsetType):
        return f"{said} {table.name(event.paired)} laid {short(ACE)} with another card."
    if not event.laid:
        return said
    verdict = judged(event.laid)
    why = verdict.reason if verdict else "the rules are silent, so the table said who"
    return f"{said[:-1]}: {why}."
