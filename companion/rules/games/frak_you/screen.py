"""What the phones show of a game of Frak You: nothing here tells a newcomer of the rules or of a card."""

import msgspec

from ...deals import DealStarted
from ...seating import Circle, Table, clockwise_from
from ..trick_game import TrickScreen, named_players
from .deal import LAST, SEATS, Deal, State, next_dealt, opened
from .holding import passing
from .judging import ACE, OPENER


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
    started = with_newcomers(state, table, newcomers)
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
        dealing=named_players(started),
    )


def losers(state: State, table: Table) -> tuple[str, ...]:
    """The names of those who lost the deal just over; nobody while one is on, or after a misdeal."""
    last = state.deal if state.on is None else None
    return tuple(map(table.name, last.still_in)) if last and len(last.holdings) <= LAST else ()


def with_newcomers(state: State, table: Table, newcomers: Circle) -> DealStarted | None:
    """The next deal with those who joined since; None when there are none, or no room for them."""
    together = table.present(state.players) + newcomers
    if state.on is not None or not newcomers or len(together) not in SEATS:
        return None
    return DealStarted(deal=state.over + 1, players=together)


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
