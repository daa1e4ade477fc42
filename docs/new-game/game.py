"""Slowpoke: each round somebody is last, drinks, and picks who drinks along (docs/new-game/help.md)."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...asking import Ask
from ...events import Count, Event, GameStarted, Id, by_type
from ...fines import Fine
from ...house_rules.model import Happening, ThingHappened
from ...refused import Filled, Refused
from ...seating import Circle, Table
from ..event_text import event_text
from ..game import Ending, Game, Offer, Said, Scoring, Step
from ..screen import GameScreen
from ..simulation import Pick, Raw, Simulation
from ..turns import check_due, check_plays


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rounds`: after how many the game is over."""

    rounds: Annotated[int, Meta(ge=1, le=99)] = 10


# What happens: facts, in the past tense. Two phones that fill the same slot count once.


class RoundLost(Event, frozen=True, tag="round.lost"):
    """Somebody was last."""

    slot = ("round",)
    round: Count
    loser: Id


class RoundShared(Event, frozen=True, tag="round.shared"):
    """Whoever was last picked somebody who drinks along."""

    slot = ("round",)
    round: Count
    picked: Id


# What follows from it: a state that never changes, and functions that make the next one.


class State(msgspec.Struct, frozen=True):
    """Who was last in each round so far, and the rounds in which they have picked somebody."""

    options: Options
    players: Circle
    lost: tuple[str, ...] = ()
    shared: frozenset[int] = frozenset()


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The state before the first round."""
    return State(options, event.players)


def check(state: State, event: Any, table: Table) -> None:
    """Refuses whoever does not play, a round that is not the next one, and a second or senseless pick."""
    check_plays(event.loser if isinstance(event, RoundLost) else event.picked, state.players, table)
    due = len(state.lost) + 1
    if isinstance(event, RoundLost):
        if event.round < due:
            raise Filled(f"{table.name(state.lost[event.round - 1])} was last in round {event.round}")
        check_due(event.round, due, "round")
    elif event.round >= due:
        raise Refused(f"round {event.round} has not been played yet")
    elif event.round in state.shared:
        raise Filled("that was picked already")
    elif event.picked == state.lost[event.round - 1]:
        raise Refused(f"{table.name(event.picked)} has to pick somebody else")


def evolve(state: State, event: Any, table: Table) -> Step:
    """The step after a checked event: who drinks, who is asked, and whether it was the last round."""
    number = event.round
    if isinstance(event, RoundShared):
        because = f"picked by {table.name(state.lost[number - 1])} in round {number}"
        fines = (Fine(event.picked, 1, "along", because),)
        return Step(replace(state, shared=state.shared | {number}), fines)
    loser, because = event.loser, f"{table.name(event.loser)} was last in round {number}"
    after = replace(state, lost=(*state.lost, loser))
    fines = (Fine(loser, 1, f"round {number}", because),)
    others = tuple(player for player in state.players if player != loser)
    answer = {"type": "round.shared", "round": number}
    asks = (Ask(loser, "who drinks along", because, answer, fills="picked", among=others),)
    happened = (Happening("thing.happened", loser, thing="last"),)
    over = number == state.options.rounds  # the last question would never be answered
    return Step(after, fines, happened, asks=() if over else asks, over=over)


# What people see: the screen that the templates get, and each event in one sentence.


class Screen(GameScreen, frozen=True, kw_only=True):
    """The round that is on, and how many there are."""

    round: int
    rounds: int


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the next round."""
    times = {player: state.lost.count(player) for player in state.players}
    return Screen(
        round=len(state.lost) + 1,
        rounds=state.options.rounds,
        dealt=state.players,
        notes={player: f"last {count}×" for player, count in times.items() if count},
    )


LINES = {"round.lost": "{loser} was last in round {round}.", "round.shared": "{picked} was picked in round {round}."}


def next_round(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """A round at random; the questions that it asks are answered for it."""
    yield {"type": "round.lost", "round": len(state.lost) + 1, "loser": pick(state.players)}


SLOWPOKE = Game(
    id="slowpoke",
    name="Slowpoke",
    offer=Offer(
        pitch="Be quick: whoever is last is fined, and picks somebody else.",
        best=range(4, 9),
        lasts="a minute a round",
        costs="Being last costs 1, and 1 for whoever is picked.",
        signs=("2S", "2H"),
    ),
    seats=range(2, 13),
    options=Options,
    events=by_type(RoundLost, RoundShared),
    start=start,
    check=check,
    evolve=evolve,
    scores=lambda state, charged: {player: state.lost.count(player) for player in state.players},
    scoring=Scoring(counts="rounds lost", most_wins=False),
    ending=Ending(complete=lambda state: len(state.lost) == state.options.rounds),
    part="round",
    number=lambda state: len(state.lost) + 1,
    describe=lambda event, table: event_text(LINES[event.type], event, table),
    screen=screen,
    first="",
    things={ThingHappened("last"): Said("is last", "{doer} last|slowest <needs=game>")},
    simulation=Simulation(next_round, minutes=lambda players: 1, dearest=lambda options, players: 1),
)
