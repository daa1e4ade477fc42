"""What the pages of the table can ask of any game that is on."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from ..seating import Circle


class Went(NamedTuple):
    """How a deal went for a player: the tricks they took, and in a few words what they did."""

    player: str
    tricks: int = 0
    did: str = ""


class GameScreen(msgspec.Struct, frozen=True, kw_only=True):
    """The game that is on, as everybody sees it. A game's own screen derives from it and adds what its templates show.

    `deal` is the deal that is on or comes next, `between` whether none is on. `dealt` are the players dealt in, `out`
    those who are not dealt in any more, `due` those that the next deal would be dealt to, even if they are too few or
    too many for the game's `seats`. `order` are the hands of the next trick, clockwise from who leads; empty in a game
    without tricks. `joker`: the pack has one. `went` is how the deal just over went, while the next has not begun.

    By player: `tricks` taken in this deal; what each has `held` in a game for tokens, and whether that is what is left
    or was taken (`held_word`); `totals` are points, `notes` a few words.
    """

    deal: int | None = None
    between: bool = False
    dealer: str | None = None
    leader: str | None = None
    dealt: Circle = ()
    out: Collection[str] = ()
    due: Circle = ()
    seats: range | None = None
    order: Circle = ()
    joker: bool = False
    went: tuple[Went, ...] = ()
    tricks: dict[str, int] = {}
    held: dict[str, int] = {}
    held_word: str = ""
    totals: dict[str, str] = {}
    notes: dict[str, str] = {}

    @property
    def awaited(self) -> Collection[str]:
        """Whom the table waits for, if it waits for somebody in particular."""
        return ()

    @property
    def tallies(self) -> dict[str, str]:
        """By player: how far they are in this deal, for the big screen."""
        return {}
