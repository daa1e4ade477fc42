"""Whose turn it is: what a game with turns says of it on its screen, and how an entry out of turn is refused."""

import msgspec

from ..refused import Filled, Refused
from ..seating import Circle, Table


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whom the table waits for, the next first; nobody if all who play went home.

    `does` follows the name in the headline: "throws". `own` follows *Your* on the phones of these players, above the
    buttons of their turn: "turn: which card?" ("": they have none here). `what` others tap for them: "the card". `at`
    are two numbers, of which one rises with each turn: a phone buzzes once for each.
    """

    players: Circle = ()
    does: str = ""
    own: str = ""
    what: str = ""
    at: tuple[int, int] | None = None

    @property
    def next(self) -> str | None:
        """Who is next, if anybody."""
        return self.players[0] if self.players else None


def check_plays(player: str, players: Circle, table: Table) -> None:
    """Refuses somebody who does not play."""
    if player not in players:
        raise Refused(f"{table.name(player)} does not play")


def check_due(number: int, due: int, part: str, of: str = "", is_on: bool | None = None) -> None:
    """Refuses a part of the game that is over, and one before which another comes: "round 2 comes first".

    With `is_on` the sentence also names the part that has to wait, and whether the one due has begun.
    """
    if number < due:
        raise Filled(f"{part.capitalize()} {number}{of} is over")
    if number > due:
        waits = "" if is_on is None else f"{part.capitalize()} {number}{of} has to wait: "
        raise Refused(f"{waits}{part} {due}{of} {'is still on' if is_on else 'comes first'}")


def check_turn(player: str, due: str | None, says: str, table: Table) -> None:
    """Refuses somebody whose turn it is not, with what it `says` of the one whose turn it is: "{} draws next"."""
    if player != due:
        raise Refused(says.format(table.name(due)) if due else "everybody who plays went home")
