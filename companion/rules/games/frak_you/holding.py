"""What everybody holds in Frak You: cards in hand and a trick in front, counted from the tricks alone."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ...cards import DECK
from ...seating import Circle, clockwise_from, left_of

LEFT, RIGHT, ACROSS, NONE = "left", "right", "across", "none"
Known = frozenset[str] | None


class Holding(msgspec.Struct, frozen=True):
    """So many cards in hand and in the trick in front, and which the latter are (None: not known)."""

    hand: int
    front: int = 0
    cards: Known = frozenset()


Holdings = dict[str, Holding]


def passing(deal: int, players: int) -> str:
    """Which way three cards go: left, right, across, none and round again; across needs four players."""
    way = (LEFT, RIGHT, ACROSS, NONE) if players == 4 else (LEFT, RIGHT, NONE)
    return way[(deal - 1) % len(way)]


def dealt_out(dealt: Circle, dealer: str) -> Holdings:
    """The whole deck as evenly as it goes, the extra cards to those first dealt: the dealer's left on."""
    each, extra = divmod(len(DECK), len(dealt))
    first = clockwise_from(left_of(dealer, dealt), dealt)[:extra]
    return {player: Holding(each + (player in first)) for player in dealt}


def after_trick(holdings: Holdings, winner: str, spent: Mapping[str, int], cards: Known) -> Holdings:
    """All laid what they `spent`; the winner's old trick goes to hand, the new one in front; all refill."""
    left = {player: replace(held, hand=held.hand - spent[player]) for player, held in holdings.items()}
    mine = left[winner]
    left[winner] = Holding(mine.hand + mine.front, sum(spent.values()), cards)
    return refilled(left)


def refilled(holdings: Holdings) -> Holdings:
    """Who has no card in hand picks up the trick in front, and who has none there either drops out."""
    picked = {player: held if held.hand else Holding(held.front) for player, held in holdings.items()}
    return {player: held for player, held in picked.items() if held.hand}
