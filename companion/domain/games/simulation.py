"""How a game goes when nobody plays it: what simulations share. Whoever asks for one brings the random source."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from ..seating import Table

Lot = TypeVar("Lot")
Raw = dict[str, Any]
Hands = dict[str, list[str]]
Plays = list[tuple[str, str]]


class Pick(Protocol):
    """Picks one of these at random."""

    def __call__(self, lots: Sequence[Lot], /) -> Lot: ...


class Simulation(msgspec.Struct, frozen=True):
    """A game that plays itself, so that what it costs can be told beforehand.

    `deal` plays the next deal or round by the state as it stands, as the events that a night file would have: it deals
    the hands, which no state knows, and picks every move. `minutes` is how long that takes so many players, `dearest`
    (of options and players) the most that the game itself can charge anybody at once.
    """

    deal: Callable[[Any, Table, Pick], Iterator[Raw]]
    minutes: Callable[[int], float]
    dearest: Callable[[Any, int], int]


def shuffled(cards: Iterable[str], pick: Pick) -> list[str]:
    """The cards in the order in which they are drawn."""
    left = list(cards)
    return [left.pop(pick(range(size))) for size in range(len(left), 0, -1)]


def dealt_out(deck: list[str], counts: Mapping[str, int]) -> Hands:
    """So many cards from the deck for each hand; what is left stays in the deck."""
    return {hand: [deck.pop() for _ in range(count)] for hand, count in counts.items()}


def following(hand: Sequence[str], led: str | None, suit_of: Callable[[str], str] = lambda card: card[1]) -> list[str]:
    """The cards one may play to the suit led: those that follow it, else (or if one leads: None) any."""
    return [card for card in hand if suit_of(card) == led] or list(hand)


def trick(held: Hands, order: Iterable[str], choose: Callable[[str, Plays], str]) -> Plays:
    """Everybody lays the card they choose, by what lies there already."""
    plays: Plays = []
    for hand in order:
        card = choose(hand, plays)
        held[hand].remove(card)
        plays.append((hand, card))
    return plays
