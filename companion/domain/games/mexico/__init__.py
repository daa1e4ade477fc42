"""Mexico: two dice under a cup, and whoever throws lowest drinks (docs/games/mexico.md)."""

from collections.abc import Callable, Iterator

from ...events import by_type
from ...seating import Table, clockwise_from
from ..game import Corrections, Ending, Entering, Game, Offer, Scoring
from ..phone_dice import final_throws, told_again
from ..simulation import Pick, Raw, Simulation
from . import rounds
from .screen import describe, screen, sentence
from .things import THINGS

STARTERS = {
    "Viva Mexico": "Whoever throws a Mexico hands out two.",
    "Seeing double": "When somebody throws a double, everyone else drinks.",
    "The general": "Whoever throws a double six becomes the general.",
    "So close": "Whoever throws a 65 drinks.",
    "Shared sorrow": "When somebody is lowest in the round, the player to their right drinks.",
    "Lucky seven": "When the dice add up to seven, the player across drinks.",
    "Rock bottom": "Whoever throws a 31 drinks two.",
    "Snake bite": "When somebody throws snake eyes, both neighbours drink.",
    "Bad loser": "Whoever comes last in the game drinks three.",
    "The winner’s gift": "Whoever wins the game hands out two.",
    "The runaway die": "Whoever throws a die off the table drinks.",
    "Silence, please": "Anyone who talks while the dice roll drinks.",
}


def next_round(state: rounds.State, table: Table, pick: Pick) -> Iterator[Raw]:
    """A round as a table might play it: what is lower than a double is thrown again while throws are left."""
    allowed, die = rounds.THROWS, range(1, 7)
    for place, player in enumerate(table.present(clockwise_from(state.begins, state.players))):
        turn = {"round": state.round, "player": player}
        throws = list(_turn(allowed, lambda: (pick(die), pick(die))))
        shown = [(len(throws), throws[-1])] if state.real else enumerate(throws, start=1)
        yield from ({"type": "pair.thrown", **turn, "throw": nth, "dice": pair} for nth, pair in shown)
        if not state.real and len(throws) < allowed and throws[-1] not in ((2, 1), (1, 2)):
            yield {"type": "pair.kept", **turn}
        allowed = allowed if place else len(throws)


def _turn(allowed: int, throw: Callable[[], rounds.Pair]) -> Iterator[rounds.Pair]:
    for _ in range(allowed):
        pair = throw()
        yield pair
        if rounds.worth(pair) > (1, 0):
            return


MEXICO = Game(
    id="mexico",
    name="Mexico",
    offer=Offer(
        pitch="Two dice, up to three throws, and 21 beats everything. Do not be the lowest.",
        best=range(3, 9),
        lasts="two minutes a round",
        costs="A round costs the lowest 1, twice as much for each Mexico.",
        signs=("2", "1"),
    ),
    seats=rounds.SEATS,
    options=rounds.Options,
    events=by_type(rounds.PairThrown, rounds.PairKept),
    start=rounds.start,
    check=rounds.check,
    evolve=rounds.evolve,
    left=rounds.left,
    circle=lambda state, table: table.present(state.players),
    joins=True,
    scores=lambda state, charged: rounds.scores(state),
    scoring=Scoring(counts="rounds lost", most_wins=False),
    ending=Ending(complete=lambda state: len(state.lost) == state.options.rounds),
    entering=Entering(fill=rounds.fill, told=told_again(rounds.PairThrown)),
    corrections=Corrections(
        final=final_throws(rounds.PairThrown, "dice"), unchanging=lambda state, event: () if state.real else ("dice",)
    ),
    part="round",
    first="Who begins?",
    number=lambda state: state.round,
    describe=describe,
    sentence=sentence,
    screen=screen,
    simulation=Simulation(
        next_round, minutes=lambda players: players / 2, dearest=lambda options, players: rounds.MOST
    ),
    dice=2,
    things=THINGS,
    starters=STARTERS,
)
