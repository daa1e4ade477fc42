"""Five dice on the table: their numbers from left to right."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

Die = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Die, Die, Die, Die, Die]
Held = tuple[bool, bool, bool, bool, bool]
NONE_HELD: Held = (False, False, False, False, False)


def alike(dice: Sequence[int]) -> list[int]:
    """How many dice show the same, the most first: 2 5 2 5 2 is 3, 2."""
    return sorted((dice.count(number) for number in set(dice)), reverse=True)


def shown(dice: Sequence[int]) -> str:
    """The dice as people read them, from left to right."""
    return " ".join(map(str, dice))
