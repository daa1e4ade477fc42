"""The events of Yak, and its fourteen boxes: what five dice score in each."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from msgspec import UNSET, Meta, UnsetType

from ...events import Facts
from ..yacht_game import Box, Boxes, RoundEvent, alike

Die = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Die, Die, Die, Die, Die]
Held = tuple[bool, bool, bool, bool, bool]
NONE_HELD: Held = (False, False, False, False, False)

TABLE = {
    **{f"{face}s": Box(5 * face, f"sum of your {face}s, up to {5 * face}") for face in range(1, 7)},
    "all": Box(30, "sum of all dice, up to 30"),
    "run-1-5": Box(
        15, "1 2 3 4 5: 15", lambda dice: set(dice) == {1, 2, 3, 4, 5},
        ("run 1 to 5", "low straight", "little straight", "low run"),
    ),
    "run-2-6": Box(
        20, "2 3 4 5 6: 20", lambda dice: set(dice) == {2, 3, 4, 5, 6},
        ("run 2 to 6", "high straight", "big straight", "high run"),
    ),
    "3-same": Box(
        15, "three alike: 15", lambda dice: alike(dice)[0] >= 3, ("three alike", "three of a kind", "three the same")
    ),
    "2-pairs": Box(
        20, "two and two alike: 20", lambda dice: sum(count // 2 for count in alike(dice)) >= 2, ("two pair",)
    ),
    "2+3-same": Box(
        25, "two and three alike: 25", lambda dice: alike(dice) in ([3, 2], [5]),
        ("2 3 same", "2 and 3 same", "full house"),
    ),
    "4-same": Box(
        30, "four alike: 30", lambda dice: alike(dice)[0] >= 4, ("four alike", "four of a kind", "four the same")
    ),
    "5-same": Box(
        50, "a yak: 50", lambda dice: alike(dice)[0] == 5, ("five alike", "five of a kind", "five the same", "yak")
    ),
}  # fmt: skip


def points(box: str, dice: Sequence[int]) -> int:
    """What five dice score in a box; zero if they do not qualify."""
    fits = TABLE[box].fits
    if fits is not None:
        return MOST[box] if fits(dice) else 0
    return sum(dice) if box == "all" else int(box[0]) * dice.count(int(box[0]))


BOXES = Boxes(TABLE, {box: box.replace("-", " ", 1) for box in TABLE} | {"2+3-same": "2+3 same"}, points, left=7)
MOST = BOXES.most

BoxName = Literal[
    "1s", "2s", "3s", "4s", "5s", "6s", "all", "run-1-5", "run-2-6",
    "3-same", "2-pairs", "2+3-same", "4-same", "5-same",
]  # fmt: skip


def ticked(values: Any) -> Any:
    """The held dice from checkboxes: a form sends `false` for every die, and `true` after it if it is ticked."""
    if not isinstance(values, list) or len(values) <= len(NONE_HELD):
        return values
    return " ".join(map(str, values)).replace("false true", "true").split()


class DiceThrown(RoundEvent, frozen=True, tag="dice.thrown"):
    """Somebody threw the dice that were not `held`; `dice` is what all five show now."""

    slot = ("round", "throw", "player")
    throw: Annotated[int, Meta(ge=1, le=3)]
    dice: Dice
    held: Held | UnsetType = UNSET

    @property
    def keeps(self) -> Held:
        """Which dice stayed as they were."""
        return self.held or NONE_HELD

    @property
    def fresh(self) -> tuple[int, ...]:
        """The dice that were thrown, from left to right."""
        return tuple(die for die, held in zip(self.dice, self.keeps, strict=True) if not held)

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """The dice that were held are read from their checkboxes."""
        return super().put_right({**said, "held": ticked(said["held"])} if "held" in said else said, altered)

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same dice, and the same held; `held` left out is the same as none held."""
        return (self.dice, self.keeps) == (other.dice, other.keeps)


class ThrowScored(RoundEvent, frozen=True, tag="throw.scored"):
    """Somebody filled a box with their last throw, which showed `dice`."""

    box: BoxName
    dice: Dice | UnsetType = UNSET

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same box, unless both name their dice and these differ."""
        return self.box == other.box and (UNSET in (self.dice, other.dice) or self.dice == other.dice)


Played = DiceThrown | ThrowScored
