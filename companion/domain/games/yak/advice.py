"""What to hold in Yak, and how likely that makes a box: worked out exactly for the rest of one turn.

A box is worth its points less its par, which is what a fresh turn played for this box alone scores on average. So a box
that is filled below its par costs more than it brings. What is held is what this makes worth most.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import msgspec

from .card import THROWS
from .events import BOXES, MOST, TABLE, points

FACES = range(1, 7)
Keep = tuple[int, ...]
Values = dict[Keep, int]
KEEPS: list[Keep] = [keep for count in range(5, -1, -1) for keep in combinations_with_replacement(FACES, count)]
THROWN: list[Keep] = [keep for keep in KEEPS if len(keep) == 5]
HOLDS: dict[Keep, list[Keep]] = {
    dice: [*{hold for count in range(6) for hold in combinations(dice, count)}] for dice in THROWN
}
SCALE = 6**5  # of the values of one throw, so that all of them are whole numbers


class Advice(msgspec.Struct, frozen=True):
    """What to `hold` (nothing: throw all; None: fill a box), for which box (`aim`), and how likely or good it gets.

    `worth` are the boxes' points above or below their par, or before the last throw how likely each pattern is.
    """

    hold: Keep | None
    aim: str
    odds: str
    worth: Mapping[str, str]


def _ahead(value: Mapping[Keep, int]) -> Values:
    """For each set of dice kept, the average value once the others are thrown, times SCALE."""
    found: Values = {}
    for keep in KEEPS:
        found[keep] = (
            value[keep] * SCALE if len(keep) == 5 else sum(found[tuple(sorted((*keep, face)))] for face in FACES) // 6
        )
    return found


def _played(value: Mapping[Keep, int], throws: int) -> Values:
    """The same for this many throws, of which each holds what is worth most."""
    found = _ahead(value)
    for _ in range(throws - 1):
        found = _ahead({dice: max(found[hold] for hold in HOLDS[dice]) for dice in THROWN})
    return found


@cache
def _chances(box: str, throws: int) -> Values:
    """How likely a box scores if all throws are played for it, or for a box of numbers its average.

    Each is multiplied by SCALE once for each throw.
    """
    fits = TABLE[box].fits
    return _played({dice: points(box, dice) if fits is None else int(fits(dice)) for dice in THROWN}, throws)


@cache
def par(box: str) -> float:
    """What a fresh turn that is played for this box alone scores on average."""
    once: float = _chances(box, THROWS)[()] / SCALE**THROWS
    return once if TABLE[box].fits is None else once * MOST[box]


@lru_cache(256)
def advised(free: tuple[str, ...], dice: Keep, throws: int) -> Advice:
    """What to do with these dice (the lowest first), the open boxes and the throws left."""
    gain = {box: points(box, dice) - par(box) for box in free}
    if not throws:
        best = max(free, key=gain.__getitem__)
        return Advice(None, BOXES.titles[best], "", {box: f"{round(gain[box]):+d}" for box in free})
    value = {end: max(round(100 * (points(box, end) - par(box))) for box in free) for end in THROWN}
    after = _played(value, throws)
    hold = max(HOLDS[dice], key=lambda keep: (after[keep], len(keep)))
    chance = {box: _chances(box, throws)[hold] / SCALE**throws for box in free}
    patterns = {box: odds(chance[box]) for box in free if TABLE[box].fits}
    if len(hold) == 5:
        best = max(free, key=gain.__getitem__)
        return Advice(None, BOXES.titles[best], "", patterns)
    expected = {box: chance[box] * (MOST[box] if TABLE[box].fits else 1) - par(box) for box in free}
    aim = max(free, key=expected.__getitem__)
    likely = patterns[aim] if aim in patterns else f"about {chance[aim]:.0f}"
    return Advice(hold, BOXES.titles[aim], likely, patterns)


def odds(chance: float) -> str:
    """A probability as people say it: whole percents, and nothing between them and never or always."""
    if chance in (0, 1):
        return "sure" if chance else "never"
    percent = round(100 * chance)
    return "under 1 %" if percent < 1 else "over 99 %" if percent > 99 else f"{percent} %"
