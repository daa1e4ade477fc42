"""A score sheet: rounds with a number for everybody, running totals, and who drinks for them."""

from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...events import Count, Event, GameStarted, Id, Name
from ...fines import Fine
from ...refused import Filled, Refused
from ...seating import Circle, Table
from ..game import Step
from ..yacht_game import Stake, lost

SEATS = range(2, 14)
MOST = 9999  # points of a player in a round
BEST: dict[str, Literal["most", "least"]] = {"wins": "most", "losses": "least"}
Number = Annotated[int, Meta(ge=-MOST, le=MOST)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`title` is what is played. `count`: a number for everybody each round, or who won or lost it. `best`: who leads.

    The game ends after so many `rounds`, or with the round in which a total reaches the `target`; without both when
    the table ends it. `fine` is what those pay who did worst in a round, `stake` what those in last place pay.
    """

    title: Name | UnsetType = UNSET
    count: Literal["points", "wins", "losses"] = "points"
    best: Literal["most", "least"] | UnsetType = UNSET
    rounds: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    target: Count | UnsetType = UNSET
    fine: Annotated[int, Meta(ge=0, le=5)] = 0
    stake: Stake = 0

    @property
    def called(self) -> str:
        """What is played."""
        return str(self.title)

    @property
    def most_wins(self) -> bool:
        """Whether the highest total leads."""
        return (self.best or BEST.get(self.count, "most")) == "most"

    @property
    def is_endless(self) -> bool:
        """Whether the table decides when it is over."""
        return self.rounds is UNSET and self.target is UNSET


class RoundScored(Event, frozen=True, tag="round.scored"):
    """A round and everybody's points in it, in any order."""

    slot = ("round",)
    round: Count
    points: tuple[tuple[Id, Number], ...]

    @property
    def scores(self) -> dict[str, int]:
        """Points by player."""
        return dict(self.points)

    @property
    def one(self) -> str | None:
        """Who alone has a point; None if the points are others."""
        lone = sorted(self.scores.values()) == [*[0] * (len(self.points) - 1), 1]
        return max(self.scores, key=self.scores.__getitem__) if lone else None

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same points, in whatever order."""
        return self.scores == other.scores


def signed(points: int) -> str:
    """The number with a minus as people write it."""
    return str(points).replace("-", "−")


class State(msgspec.Struct, frozen=True):
    """The players clockwise, and the points of every round played; a round that somebody missed has none of theirs."""

    options: Options
    players: Circle
    rounds: tuple[dict[str, int], ...] = ()

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's points so far."""
        return {player: sum(points.get(player, 0) for points in self.rounds) for player in self.players}


def start(event: GameStarted, options: Options, table: Table) -> State:
    """An empty sheet. Refuses options without a title, and some that contradict one another."""
    if options.title is UNSET:
        raise Refused("say what you play: it needs a title")
    if options.best not in (UNSET, BEST.get(options.count, options.best)):
        raise Refused(f"with {options.count} counted, the {BEST[options.count]} are best")
    if options.rounds is not UNSET and options.target is not UNSET:
        raise Refused("a number of rounds or a target, not both")
    return State(options, event.players)


def check(state: State, event: RoundScored, table: Table) -> None:
    """Refuses a round out of order, and one that does not name everybody here exactly once."""
    played = len(state.rounds)
    if event.round <= played:
        raise Filled(f"Round {event.round} is already written")
    if event.round > played + 1:
        raise Refused(f"Round {played + 1} comes first")
    here, named = table.present(state.players), [player for player, _ in event.points]
    if not here:
        raise Refused("nobody who plays is here")
    for player in named:
        if player not in state.players:
            raise Refused(f"{table.name(player) if player in table.names else player} does not play")
        if player not in here:
            raise Refused(f"{table.name(player)} is away")
        if named.count(player) > 1:
            raise Refused(f"{table.name(player)} is named twice")
    if missing := [player for player in here if player not in named]:
        raise Refused(f"{table.named(missing)} {'has' if len(missing) == 1 else 'have'} no points yet")
    if state.options.count != "points" and event.one is None:
        raise Refused(f"one player {'won' if state.options.count == 'wins' else 'lost'} the round: 1, and the others 0")


def doubts(state: State, event: Event, table: Table) -> str:
    """The question about points that equal those of the round before; "" for any others, and for who won or lost."""
    if not isinstance(event, RoundScored) or state.options.count != "points" or state.rounds[-1:] != (event.scores,):
        return ""
    return f"The same as round {len(state.rounds)}. Save it again?"


def evolve(state: State, event: RoundScored, table: Table) -> Step:
    """The round is written: whoever did worst in it is fined, and the game can be over."""
    after, options = replace(state, rounds=(*state.rounds, event.scores)), state.options
    fines = _worst(event, options)
    if over := _is_over(after):
        signed = after.totals if options.most_wins else {player: -total for player, total in after.totals.items()}
        fines += tuple(
            replace(fine, because=f"last in {options.called}: {after.totals[fine.player]}")
            for fine in lost(signed, options.stake, options.called)
        )
    return Step(after, fines, over=over)


def _worst(event: RoundScored, options: Options) -> tuple[Fine, ...]:
    """What those pay who did worst in a round; nobody if all did the same."""
    scores = event.scores
    worst, best = sorted((min(scores.values()), max(scores.values())), reverse=not options.most_wins)
    did = {"points": f"{signed(worst)} in round {event.round}", "wins": f"did not win round {event.round}"}
    because = did.get(options.count, f"lost round {event.round}")
    players = (player for player, points in scores.items() if points == worst != best)
    return tuple(Fine(player, options.fine, f"lost round {event.round}", because) for player in players)


def _is_over(state: State) -> bool:
    rounds, target = state.options.rounds, state.options.target
    if not isinstance(rounds, UnsetType):
        return len(state.rounds) >= rounds
    return not isinstance(target, UnsetType) and max(state.totals.values()) >= target
