"""The state of a game of Frak You: who is in the deal, what they hold, who leads, and who lost (rules, 3)."""

from collections.abc import Collection, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...deals import DealStarted, Dealt, dealt_in
from ...events import GameStarted, Id
from ...house_rules import Roles
from ...refused import Refused
from ...seating import Circle, Table
from .holding import Holdings, dealt_out

SEATS = range(3, 6)
LAST = 2


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stake`: drinks for each loser of a deal; `initiated`: who may read the rules from the start."""

    stake: Annotated[int, Meta(ge=0, le=20)] = 3
    initiated: tuple[Id, ...] = ()


class Deal(msgspec.Struct, frozen=True):
    """One deal: who was dealt in, what those still in hold, who leads next (None before trick 1)."""

    number: int
    dealt: Circle
    dealer: str
    holdings: Holdings
    leader: str | None = None
    taken: tuple[str, ...] = ()

    @property
    def still_in(self) -> Circle:
        """Those who have not dropped out, clockwise."""
        return tuple(player for player in self.dealt if player in self.holdings)


class State(msgspec.Struct, frozen=True):
    """The game: its players clockwise, who deals next, the last deal, how many are over, deals lost."""

    options: Options
    players: Circle
    dealer: str
    over: int = 0
    deal: Deal | None = None
    lost: dict[str, int] = {}

    @property
    def on(self) -> Deal | None:
        """The deal that is being played."""
        return self.deal if self.deal is not None and self.deal.number > self.over else None


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, else the first player; the initiated are people of this night."""
    for player in options.initiated:
        if player not in table.names:
            raise Refused(f"{player} has not joined this night")
    if len(set(options.initiated)) < len(options.initiated):
        raise Refused("the list of the initiated names somebody twice")
    dealer = event.players[0] if isinstance(event.dealer, UnsetType) else event.dealer
    return State(options=options, players=event.players, dealer=dealer)


def next_dealt(state: State, table: Table, started: DealStarted | None = None) -> Dealt:
    """Who would be in the next deal, were it dealt now."""
    return dealt_in(state.players, state.dealer, table, started)


def opened(state: State, table: Table, started: DealStarted | None = None) -> State:
    """The state with a deal open: the one that is on, or the next one dealt now."""
    if state.on is not None:
        return state
    players, dealt, dealer = next_dealt(state, table, started)
    assert dealer is not None
    deal = Deal(state.over + 1, dealt, dealer, dealt_out(dealt, dealer))
    return replace(state, players=players, deal=deal)


def circle(state: State, table: Table) -> Circle:
    """House rules count among the game's players, also those who are out or away."""
    return state.players


def roles(state: State, table: Table) -> Roles:
    """The dealer and who leads next; before the first trick of a deal nobody is known to lead."""
    if state.on is not None:
        return Roles(state.on.dealer, state.on.leader)
    return Roles(next_dealt(state, table).dealer)


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """Deals lost."""
    return {player: state.lost.get(player, 0) for player in state.players}


def initiated(state: State, since: Collection[str]) -> frozenset[str]:
    """Who may know the rules: those named when the game started, and whom the night initiated `since`."""
    return frozenset(since).union(state.options.initiated)
