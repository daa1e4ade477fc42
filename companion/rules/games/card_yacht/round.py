"""The state of a game of Card Yacht: its round, who deals, and the score sheet (rules, 4)."""

from collections.abc import Mapping

import msgspec
from msgspec import UnsetType

from ...cards import DECK
from ...events import GameStarted
from ...house_rules import Roles
from ...seating import Circle, Table, clockwise_from, first_of, left_of
from ...yachting import Stake
from .sheet import Sheet, grand_total

SEATS = range(2, 5)
ROUNDS = 12
HAND = 5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stake`: what each in last place is charged when the game has finished by itself."""

    stake: Stake = 0


class Round(msgspec.Struct, frozen=True):
    """One round: who is dealt in, the cards drawn, who knocked, whose last turn is over, who has shown a hand.

    `latest` is who took a turn last; `seen` are the cards shown. `harbors` holds how many cards lie in front of each by
    the turns that were entered, and `skipped` whose turns were not: what lies in front of them nobody knows.
    """

    number: int
    dealt: Circle
    dealer: str
    drawn: int = 0
    knocked: Circle = ()
    done: frozenset[str] = frozenset()
    shown: Circle = ()
    seen: frozenset[str] = frozenset()
    latest: str | None = None
    harbors: dict[str, int] = {}
    skipped: frozenset[str] = frozenset()

    @property
    def stock(self) -> int:
        """The cards that nobody was dealt or, as far as was entered, has drawn."""
        return len(DECK) - HAND * len(self.dealt) - self.drawn

    @property
    def turns(self) -> Circle:
        """Those who still have a turn, beginning with whose it is; the first is on the dealer's left."""
        after = clockwise_from(left_of(self.latest or self.dealer, self.dealt), self.dealt)
        return () if self.shown else tuple(player for player in after if player not in self.done)

    def harbor(self, player: str) -> int:
        """How many cards may be taken from in front of a player; as many as one turn takes where nobody knows."""
        return HAND if player in self.skipped else min(self.harbors.get(player, 0), HAND)

    def passed_over(self, player: str) -> frozenset[str]:
        """Those whose turn came before this player's and was not entered."""
        return frozenset(self.turns[: self.turns.index(player)] if player in self.turns else ())

    def is_complete(self, table: Table) -> bool:
        """Whether somebody has scored, and so have all dealt in who are not away."""
        return bool(self.shown) and set(table.present(self.dealt)) <= set(self.shown)


class State(msgspec.Struct, frozen=True):
    """The game: its players clockwise, who deals next, everybody's sheet, the last round, how many are over."""

    options: Options
    players: Circle
    dealer: str
    sheets: dict[str, Sheet]
    over: int = 0
    round: Round | None = None

    @property
    def on(self) -> Round | None:
        """The round that is being played."""
        return self.round if self.round is not None and self.round.number > self.over else None


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, else the first player."""
    dealer = event.players[0] if isinstance(event.dealer, UnsetType) else event.dealer
    return State(options, event.players, dealer, {player: {} for player in event.players})


def next_dealer(state: State, table: Table) -> str | None:
    """Who would deal, were the next round dealt now: who is due, or the next to the left who is there."""
    return first_of(table.present(state.players), state.dealer, state.players)


def opened(state: State, table: Table) -> Round | None:
    """The round that is on, or the next dealt now to the game's players not away; None if nobody is there."""
    if state.on is not None:
        return state.on
    dealer = next_dealer(state, table)
    return Round(state.over + 1, table.present(state.players), dealer) if dealer else None


def circle(state: State, table: Table) -> Circle:
    """House rules count among the game's players, also those who are away."""
    return state.players


def roles(state: State, table: Table) -> Roles:
    """The dealer of the round, between rounds of the next; nobody leads, and nobody takes."""
    return Roles(state.on.dealer if state.on else next_dealer(state, table))


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """The grand totals."""
    return {player: grand_total(state.sheets[player]) for player in state.players}
