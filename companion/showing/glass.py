"""The drawn glass: what somebody owes stands in it, and it empties as they settle it."""

from __future__ import annotations

from math import ceil

import msgspec

from ..rules.fines import pints

LEAST = 4


class Glass(msgspec.Struct, frozen=True):
    """`level` in percent; `more` full glasses wait behind it; `scale` whether it is a pint, with its eight fingers."""

    level: int
    more: int
    scale: bool


def glass(owed: int, taken: int, unit: str) -> Glass:
    """A pint where the unit is part of one; else a glass of all that this night has brought, drunk or still owed."""
    share = pints(owed, unit)
    if share is None:
        return Glass(_level(owed / (owed + taken)) if owed > 0 else 0, 0, False)
    more = max(ceil(share) - 1, 0)
    return Glass(_level(share - more) if owed > 0 else 0, more, True)


def _level(share: float) -> int:
    return max(round(100 * share), LEAST)
