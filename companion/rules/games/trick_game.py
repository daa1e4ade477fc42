"""What the three trick games share."""

import msgspec
from msgspec import UnsetType

from ..deals import DealStarted
from ..seating import Circle


class TrickScreen(msgspec.Struct, frozen=True, kw_only=True):
    """The deal and trick to record next; `between` deals nothing is dealt yet.

    `order` are the hands of the next trick, clockwise from who leads, with their `names`; `seen` are the cards that
    none of them can lay. `joker`: the pack has one. `judges`: the cards alone say who takes the trick. `opener` is the
    card that leads while nobody knows whose it is, `beside` one that those `pairing` may lay together with another.
    `tricks` counts what everybody took, `notes` says something of each player, `dealing` names the players when
    newcomers join.
    """

    deal: int
    trick: int = 1
    between: bool = False
    dealer: str | None = None
    leader: str | None = None
    dealt: Circle = ()
    order: Circle = ()
    names: dict[str, str] = {}
    seen: frozenset[str] = frozenset()
    joker: bool = False
    judges: bool = True
    opener: str = ""
    beside: str = ""
    pairing: Circle = ()
    tricks: dict[str, int] = {}
    notes: dict[str, str] = {}
    dealing: Circle = ()


def named_players(started: DealStarted | None) -> Circle:
    """Whom a deal names."""
    return () if started is None or isinstance(started.players, UnsetType) else started.players
