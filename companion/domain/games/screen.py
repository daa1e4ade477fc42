"""What the pages of the table can ask of any game that is on."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from ..seating import Circle
from .turns import Turn


class Went(NamedTuple):
    """How a deal went for a player: the tricks they took, and in a few words what they did."""

    player: str
    tricks: int = 0
    did: str = ""


class GameScreen(msgspec.Struct, frozen=True, kw_only=True):
    """The game that is on, as everybody sees it. A game's own screen derives from it and adds what its templates show.

    `deal` is the deal that is on, or with `between` the next one. `dealt` are the players dealt in, `out` those who are
    not dealt in any more. `due` are those that the next deal would be dealt to, who can be too few or too many for the
    game's `seats`. `order` are the hands of the next trick, clockwise from who leads; empty in a game without tricks.
    `joker`: the pack has one. `suited` are the ranks whose suit a house rule looks at. `went` is how the deal just
    over went, while the next has not begun. `turn` is whose turn it is, if the table waits for somebody.

    By player: `tricks` are those taken in this deal, `totals` points, `notes` a few words, `tallies` some for the
    big screen, and `held` the tokens. `held_word` says whether these are left or were taken. `ranks` are the players by
    their points, the best first: without it the rows of the table show no `totals`, which the big screen always does.
    """

    turn: Turn = Turn()
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
    suited: Collection[str] = ()
    went: tuple[Went, ...] = ()
    tricks: dict[str, int] = {}
    held: dict[str, int] = {}
    held_word: str = ""
    totals: dict[str, str] = {}
    ranks: Circle = ()
    notes: dict[str, str] = {}
    tallies: dict[str, str] = {}
