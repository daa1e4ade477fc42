"""Seats around the table: a circle is a tuple of players, clockwise, so the next player sits on the left."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from .measure import listed

Circle = tuple[str, ...]


class Table(NamedTuple):
    """The part of a night that a game knows: everybody in clockwise order, who is away, and the names."""

    order: Circle
    away: Collection[str]
    names: Mapping[str, str]

    def present(self, players: Circle) -> Circle:
        """Those of the players who are not away, in the order given."""
        return tuple(player for player in players if player not in self.away)

    def name(self, hand: str | None) -> str:
        """The name of the player of a hand, "Ann's dummy" for a dummy, and "nobody" for no hand."""
        if hand is None:
            return "nobody"
        player = controller(hand)
        name = self.names.get(player, player)
        return name if player == hand else f"{name}’s dummy"

    def named(self, players: Iterable[str]) -> str:
        """The names of these players in a list."""
        return listed([self.name(player) for player in players])


def controller(hand: str) -> str:
    """The player who plays this hand: themselves, or for a dummy (`ann:dummy`) its controller."""
    return hand.partition(":")[0]


def left_of(player: str, circle: Circle) -> str:
    """The next player clockwise."""
    return circle[(circle.index(player) + 1) % len(circle)]


def right_of(player: str, circle: Circle) -> str:
    """The next player counterclockwise."""
    return circle[circle.index(player) - 1]


def across_from(player: str, circle: Circle) -> str | None:
    """The player opposite, or None if the number of players is odd."""
    half, odd = divmod(len(circle), 2)
    return None if odd else circle[(circle.index(player) + half) % len(circle)]


def clockwise_from(player: str, circle: Circle) -> Circle:
    """The whole circle, beginning with this player."""
    start = circle.index(player)
    return circle[start:] + circle[:start]


def first_of(wanted: Collection[str], start: str, circle: Circle) -> str | None:
    """The first wanted player clockwise from `start`, who counts too; None if nobody is wanted."""
    return next((player for player in clockwise_from(start, circle) if player in wanted), None)
