"""A game of Card Yacht: its rounds, who deals, and everybody's score sheet."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from ...cards import DECK
from ...events import Event, GameStarted
from ...house_rules import Happening, Roles
from ...seating import Circle, Table, clockwise_from, first_of, left_of
from ..game import Step
from ..yacht_game import Stake, lost
from .events import MOST, SUIT_BOXES, HandScored, KnockMade, Said, TurnTaken

Sheet = Mapping[str, int]
BONUS_AT = 148
BONUS = 100


class Suited(NamedTuple):
    """How far a player is with the four suit boxes: `short` of 148, and `most` that they can still come to."""

    points: int
    short: int
    most: int

    @property
    def bonus(self) -> int:
        """100 for 148 or more over the four suit boxes."""
        return BONUS if self.short == 0 else 0

    @property
    def can_come(self) -> bool:
        """Whether the bonus is earned or still to be had."""
        return self.most >= BONUS_AT


def suited(sheet: Sheet) -> Suited:
    """The way to the suited bonus."""
    points = sum(sheet.get(box, 0) for box in SUIT_BOXES)
    most = points + sum(MOST[box] for box in SUIT_BOXES if box not in sheet)
    return Suited(points, max(0, BONUS_AT - points), most)


def grand_total(sheet: Sheet) -> int:
    """All boxes and the suited bonus; boxes never filled count 0."""
    return sum(sheet.values()) + suited(sheet).bonus


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

    @property
    def phase(self) -> Literal["turns", "last", "hands"]:
        """Turns until somebody knocks, then last turns until all had theirs, or until a hand is shown."""
        if self.shown or (self.knocked and not self.turns):
            return "hands"
        return "last" if self.knocked else "turns"

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


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    assert isinstance(event, Said)
    playing = opened(state, table)
    assert playing is not None
    match event:
        case KnockMade():
            return Step(replace(state, round=_knocked(playing, event)))
        case TurnTaken():
            return Step(replace(state, round=_taken(playing, event)))
    return _scored(state, playing, event, table)


def left(state: State, table: Table) -> Step:
    """A round waits for nobody who is away, so somebody's leaving may close it."""
    return _closed(state, table)


def _knocked(playing: Round, event: KnockMade) -> Round:
    return replace(
        playing,
        knocked=(*playing.knocked, event.player),
        done=playing.done | {event.player},
        latest=event.player,
        skipped=playing.skipped | playing.passed_over(event.player),
    )


def _taken(playing: Round, event: TurnTaken) -> Round:
    done = playing.done | {event.player} if playing.knocked else playing.done
    return replace(
        playing,
        drawn=playing.drawn + event.drawn,
        done=done,
        latest=event.player,
        harbors=_laid(playing.harbors, event),
        skipped=playing.skipped | playing.passed_over(event.player),
    )


def _laid(harbors: dict[str, int], event: TurnTaken) -> dict[str, int]:
    """Whoever draws or exchanges lays as many cards in front of them, and an exchange takes them from the giver."""
    if isinstance(event.count, UnsetType):
        return harbors
    after = {**harbors, event.player: harbors.get(event.player, 0) + event.count}
    if isinstance(event.giver, str):
        after[event.giver] = max(0, after.get(event.giver, 0) - event.count)
    return after


def _scored(state: State, playing: Round, event: HandScored, table: Table) -> Step:
    sheet = {**state.sheets[event.player], event.box: event.worth}
    playing = replace(playing, shown=(*playing.shown, event.player), seen=playing.seen.union(event.hand))
    state = replace(state, sheets={**state.sheets, event.player: sheet}, round=playing)
    happened = Happening("box.scored", event.player, box=event.box, points=event.worth)
    return replace(_closed(state, table), happened=(happened,), roles=Roles(playing.dealer))


def _closed(state: State, table: Table) -> Step:
    """With its last hand the round is over and the deal moves left; with the last round the game is."""
    if state.on is None or not state.on.is_complete(table):
        return Step(state)
    state = replace(state, over=state.on.number, dealer=left_of(state.on.dealer, state.players))
    if state.over < ROUNDS:
        return Step(state)
    return Step(state, lost(scores(state, {}), state.options.stake, "Card Yacht"), over=True)
