"""A round of Yak as a table might play it: runs and equal dice are kept, and the box that gains most is filled."""

from collections.abc import Collection, Iterator, Sequence
from typing import cast

from ...seating import Table
from ..simulation import Pick, Raw, Simulation
from .card import THROWS, Card, Options, State, thrown
from .events import BOXES, NONE_HELD, Dice, Held

CONTENT = 20
DIE = range(1, 7)
RUNS = {"run-1-5": range(1, 6), "run-2-6": range(2, 7)}
SETS = {"3-same", "2-pairs", "2+3-same", "4-same", "5-same", "all"}


def next_round(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """A turn for everybody who is present and whose card is not full; real dice are entered with the box alone."""
    for player in table.present(state.players):
        card = state.cards[player]
        if not card.is_full:
            yield from _turn(player, card, state.options, pick)


def _turn(player: str, card: Card, options: Options, pick: Pick) -> Iterator[Raw]:
    turn = {"player": player, "round": card.round}
    dice: Dice | None = None
    held, due = NONE_HELD, list(options.numbers[card.used :])
    for throw in range(1, THROWS + 1):
        fresh = [due.pop(0) if due else pick(DIE) for _ in range(held.count(False))]
        dice = cast(Dice, thrown(dice, held, fresh))
        if options.dice != "real":
            yield {"type": "dice.thrown", **turn, "throw": throw, "dice": dice, "held": held}
        held = cast(Held, tuple(_held(dice, card.open_boxes, pick)))
        if all(held):
            break
    assert dice is not None
    box = BOXES.wisest(dice, card.open_boxes).box
    yield {"type": "throw.scored", **turn, "box": box} | ({"dice": dice} if options.dice == "real" else {})


def _held(dice: Sequence[int], free: Collection[str], pick: Pick) -> Iterator[bool]:
    """All dice that score well; else four of an open run; else the most equal dice that an open box can use."""
    if BOXES.wisest(dice, free).points >= CONTENT:
        return (True for _ in dice)
    for box, run in RUNS.items():
        if box in free and len(set(dice).intersection(run)) == 4:
            return (die in run and die not in dice[:place] for place, die in enumerate(dice))
    wanted = [number for number in set(dice) if SETS.intersection(free) or f"{number}s" in free]
    most = max(map(dice.count, wanted), default=0)
    kept = pick([number for number in wanted if dice.count(number) == most] or [0])
    return (die == kept for die in dice)


SIMULATION = Simulation(
    next_round, minutes=lambda players: players * 3 / 4, dearest=lambda options, players: options.stake
)
