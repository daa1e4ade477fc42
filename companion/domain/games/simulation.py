"""What the simulated deals of all games share, for the forecast. The caller passes in the random source."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from ..seating import Table, clockwise_from, first_of

Lot = TypeVar("Lot")
Raw = dict[str, Any]
Hands = dict[str, list[str]]
Plays = list[tuple[str, str]]


class Pick(Protocol):
    """Picks one of these at random."""

    def __call__(self, lots: Sequence[Lot], /) -> Lot: ...


class Simulation(msgspec.Struct, frozen=True):
    """A game that plays itself, so that its costs can be forecast.

    `deal` plays the next deal or round from a state, as raw events: it deals the hands and picks every move. `minutes`
    is how long that takes this many players. `dearest` is the most that the game itself can charge one player at
    once, given its options and the number of players. With `plays` it plays a whole game, and not a part of one.
    """

    deal: Callable[[Any, Table, Pick], Iterator[Raw]]
    minutes: Callable[[int], float]
    dearest: Callable[[Any, int], int]
    plays: str = ""


def shuffled(cards: Iterable[str], pick: Pick) -> list[str]:
    """The cards in the order in which they are drawn."""
    left = list(cards)
    return [left.pop(pick(range(size))) for size in range(len(left), 0, -1)]


def dealt_out(deck: list[str], counts: Mapping[str, int]) -> Hands:
    """Takes this many cards from the deck for each hand."""
    return {hand: [deck.pop() for _ in range(count)] for hand, count in counts.items()}


def following(hand: Sequence[str], led: str | None, suit_of: Callable[[str], str] = lambda card: card[1]) -> list[str]:
    """The cards that can be played to the suit led (None: to lead): those that follow suit, else any."""
    return [card for card in hand if suit_of(card) == led] or list(hand)


def tricks(
    deal: int, held: Hands, leader: str, choose: Callable[[str, Plays], str], taker: Callable[[Plays], str | None]
) -> Iterator[Raw]:
    """The tricks of a deal until nobody has a card. Everybody plays the card they choose; the taker leads the next."""
    number = 0
    while playing := tuple(hand for hand, cards in held.items() if cards):
        number += 1
        plays: Plays = []
        for hand in clockwise_from(first_of(playing, leader, tuple(held)) or leader, playing):
            card = choose(hand, plays)
            held[hand].remove(card)
            plays.append((hand, card))
        yield {"type": "trick.taken", "deal": deal, "trick": number, "plays": plays}
        leader = taker(plays) or leader
