"""What is final and what is told where the phones throw the dice; `dice` is `real` where the table throws its own."""

from collections.abc import Callable, Iterable
from typing import Any

from ..events import Event, GameStarted
from ..refused import Refused

WHY = "the phones threw these dice"


def final_throws(kind: type[Event], *shows: str) -> Callable[[Any, Event, Event | None, Iterable[Event]], str]:
    """`Corrections.final` of a game whose throws are events of this kind, with the dice in the fields that it `shows`.

    A throw of the phones is final, and once there is one also who plays: nobody takes the others out to be alone.
    Nobody changes its dice, or which dice a game has.
    """

    def final(state: Any, event: Event, changed: Event | None, written: Iterable[Event]) -> str:
        is_real = state.options.dice == "real"
        if isinstance(event, GameStarted) and isinstance(changed, GameStarted):
            if _dice_of(event) != _dice_of(changed):
                raise Refused("A game keeps its dice. End it, and start another one.")
            thrown = not is_real and any(isinstance(one, kind) for one in written)
            return WHY if thrown and {*event.players} != {*changed.players} else ""
        if is_real or not isinstance(event, kind):
            return ""
        if isinstance(changed, kind) and any(getattr(event, field) != getattr(changed, field) for field in shows):
            raise Refused("Dice thrown by the phones are never changed.")
        return WHY if len(state.players) > 1 else ""

    return final


def told_again(kind: type[Event]) -> Callable[[Any, Event, Iterable[Event]], str]:
    """`Entering.told` of such a game: that these dice are those of a throw that was undone."""

    def told(state: Any, event: Event, before: Iterable[Event]) -> str:
        if state.options.dice == "real" or not isinstance(event, kind):
            return ""
        is_again = any(isinstance(one, kind) and one.place() == event.place() for one in before)
        return "These dice were thrown before: they come back as they lay." if is_again else ""

    return told


def _dice_of(event: GameStarted) -> tuple[object, object]:
    """Which dice a game is played with, and the numbers they show if these are known from the start."""
    return event.options.get("dice", "real"), event.options.get("sequence")
