"""Pages of Frak You that one opens for a moment: counting cards, how the game goes, and initiating somebody."""

from collections.abc import Mapping

import msgspec

from ...seating import Circle, Table
from .deal import State
from .screen import Screen, Seat, screen

Words = Mapping[str, list[str]]


class Count(msgspec.Struct, frozen=True):
    """Whose cards may be counted, and of whom they are being counted (None: not yet said)."""

    screen: Screen
    of: Seat | None


def count(state: State, table: Table, seat: str, words: Words) -> Count:
    """What the companion believes of everybody still in, to be corrected for the one named in `of`."""
    shown = screen(state, table)
    named = words.get("of", [""])[0]
    return Count(shown, next((each for each in shown.choices_for if each.player == named), None))


def how(state: State, table: Table, seat: str, words: Words) -> int:
    """How the game goes, for the stake that is on; the page shows it to the initiated only."""
    return state.options.stake


def initiate(state: State, table: Table, seat: str, words: Words) -> Circle:
    """Everybody at the table, to be initiated by who is."""
    return table.order
