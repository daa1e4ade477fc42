"""What happens in Yak: dice are thrown, a box is filled (night format, Events of games)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ...dice import NONE_HELD, Dice, Held
from ...events import Count, Event, Id

Box = Literal[
    "1s", "2s", "3s", "4s", "5s", "6s", "all", "run-1-5", "run-2-6",
    "3-same", "2-pairs", "2+3-same", "4-same", "5-same",
]  # fmt: skip


class DiceThrown(Event, frozen=True, tag="dice.thrown"):
    """Somebody threw the dice that were not `held`; `dice` is what all five show now."""

    slot = ("round", "throw", "player")
    player: Id
    round: Count
    throw: Annotated[int, Meta(ge=1, le=3)]
    dice: Dice
    held: Held | UnsetType = UNSET

    @property
    def keeps(self) -> Held:
        """Which dice stayed as they were."""
        return NONE_HELD if isinstance(self.held, UnsetType) else self.held

    @property
    def fresh(self) -> tuple[int, ...]:
        """The dice that were thrown, from left to right."""
        return tuple(die for die, held in zip(self.dice, self.keeps, strict=True) if not held)

    def same_as(self, other: Event) -> bool:
        """The same dice shown and held; to hold none is the same as to say nothing about it."""
        if not isinstance(other, DiceThrown) or self.place() != other.place():
            return False
        return (self.dice, self.keeps) == (other.dice, other.keeps)


class ThrowScored(Event, frozen=True, tag="throw.scored"):
    """Somebody filled a box with their last throw; `dice` says what it showed."""

    slot = ("round", "player")
    player: Id
    round: Count
    box: Box
    dice: Dice | UnsetType = UNSET

    def same_as(self, other: Event) -> bool:
        """The same box, unless both name their dice and these differ."""
        if not isinstance(other, ThrowScored) or self.place() != other.place():
            return False
        return self.box == other.box and (UNSET in (self.dice, other.dice) or self.dice == other.dice)


Said = DiceThrown | ThrowScored
