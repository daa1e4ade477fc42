"""The limit somebody set themselves for the night, in whatever unit they set it."""

from __future__ import annotations

from math import floor

from ..rules.fines import PINT
from ..store.preferences import Wish
from .pace import taken
from .scene import Scene


def most(wish: Wish, unit: str) -> float | None:
    """The limit in the night's unit; None where there is none, or none that can be told in it."""
    return None if wish.cap is None else counted(wish.cap, wish.unit or unit, unit)


def room(scene: Scene, seat: str, wish: Wish) -> int | None:
    """How many more of the night's unit reach the limit, if there is one."""
    unit, limit = scene.night.unit, most(wish, scene.night.unit)
    if limit is None:
        return None
    drunk = sum(counted(amount, old, unit) or 0 for old, amount in taken(scene, seat).items())
    return max(floor(limit - drunk), 0)


def counted(amount: int, old: str, new: str) -> float | None:
    """So many of one unit in another; None unless both are the same or parts of the pint."""
    if old == new:
        return amount
    return amount * PINT[new] / PINT[old] if old in PINT and new in PINT else None
