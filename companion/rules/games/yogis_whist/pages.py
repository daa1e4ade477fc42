"""Pages of Yogi's Whist that one opens for a moment: a bid of BFT, and the forehead."""

from collections.abc import Mapping

import msgspec

from ...seating import Table
from .bid import gift
from .deal import State
from .own import Mine, own
from .screen import Bidder

Words = Mapping[str, list[str]]


class Laying(msgspec.Struct, frozen=True):
    """A bid of several cards: who lays it (None: nobody can), and the gift that each further card makes it."""

    whose: Bidder | None
    gifts: tuple[str, ...]


def lay(state: State, table: Table, seat: str, words: Words) -> Laying:
    """A bid of BFT by a seat, or by whoever is named in `for`."""
    named, deal = words.get("for", [seat])[0], state.on if state.options.bft else None
    whose = Bidder(named, table.name(named)) if deal and named in deal.missing else None
    return Laying(whose, tuple(gift(count) or f"{count} cards" for count in range(1, deal.cards + 1)) if deal else ())


def forehead(state: State, table: Table, seat: str, words: Words) -> Mine:
    """The suit of a bid that was made, to be worn on the forehead."""
    return own(state, table, seat)


def shown(state: State, table: Table, seat: str, words: Words) -> None:
    """Nothing but what the table's screen shows."""
