"""A player's column of the score sheet: boxes filled, the suited bonus, the grand total (rules, 4)."""

from collections.abc import Mapping
from typing import NamedTuple

from .boxes import MOST, SUIT_BOXES

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


def open_boxes(sheet: Sheet) -> list[str]:
    """The boxes not filled yet, in the order of the sheet."""
    return [box for box in MOST if box not in sheet]


def suited(sheet: Sheet) -> Suited:
    """The way to the suited bonus."""
    points = sum(sheet.get(box, 0) for box in SUIT_BOXES)
    most = points + sum(MOST[box] for box in SUIT_BOXES if box not in sheet)
    return Suited(points, max(0, BONUS_AT - points), most)


def grand_total(sheet: Sheet) -> int:
    """All boxes and the suited bonus; boxes never filled count 0."""
    return sum(sheet.values()) + suited(sheet).bonus
