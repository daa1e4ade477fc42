"""What only one's own phone shows of Frak You: the trick in front of one, face down until one looks at it."""

from collections.abc import Mapping

import msgspec

from ...seating import Table
from .deal import State

Words = Mapping[str, list[str]]


class Mine(msgspec.Struct, frozen=True):
    """One's own trick in front: how many cards, and which if they were entered (None: not known)."""

    count: int
    cards: tuple[str, ...] | None


def in_front(state: State, player: str) -> tuple[str, ...] | None:
    """The cards of the trick in front of somebody, for their eyes only; None when they are not known."""
    held = state.on.holdings.get(player) if state.on else None
    if held is None:
        return ()
    return None if held.cards is None else tuple(sorted(held.cards))


def own(state: State, table: Table, seat: str) -> int:
    """How many cards lie in front of a seat: they lie face down, so its phone does not show them unasked."""
    held = state.on.holdings.get(seat) if state.on else None
    return held.front if held else 0


def look(state: State, table: Table, seat: str, words: Words) -> Mine:
    """The trick in front of a seat, turned up for its own phone."""
    return Mine(own(state, table, seat), in_front(state, seat))
