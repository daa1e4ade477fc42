"""What the trick games share about a trick: its event, its order of play, and the slot it fills."""

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, NamedTuple

from msgspec import UNSET, Meta, UnsetType

from .cards import Card, height, short
from .events import Count, Event
from .refused import Filled, Refused
from .seating import Circle, Table

Hand = Annotated[str, Meta(min_length=1, max_length=46)]
Plays = tuple[tuple[Hand, Card], ...]


class TrickTaken(Event, frozen=True, tag="trick.taken"):
    """Somebody took a trick (None: nobody did); with its plays, clockwise from the leader, the winner is worked out."""

    slot = ("deal", "trick")
    deal: Count
    trick: Count
    winner: Hand | None | UnsetType = UNSET
    plays: Plays | UnsetType = UNSET

    def same_as(self, other: Event) -> bool:
        """The same taker, unless both name their cards and these differ."""
        if not isinstance(other, TrickTaken) or self.place() != other.place():
            return False
        return self.winner == other.winner and (UNSET in (self.plays, other.plays) or self.plays == other.plays)


class Judged(NamedTuple):
    """What a game says of a trick that lies on the table: who takes it (None: nobody), and which cards cancel out."""

    taker: str | None
    cancelled: frozenset[str] = frozenset()


def tied(plays: Plays) -> frozenset[str]:
    """The cards whose rank another card of the trick has too."""
    ranks = [card[0] for _, card in plays]
    return frozenset(card for _, card in plays if ranks.count(card[0]) > 1)


def highest_untied(plays: Plays) -> tuple[str, str] | None:
    """The play whose card is higher than every other untied one, whatever its suit; None if all tie."""
    ranks = [card[0] for _, card in plays]
    untied = [play for play in plays if ranks.count(play[1][0]) == 1]
    return max(untied, key=lambda play: height(play[1])) if untied else None


def check_order(hands: Sequence[str], expected: Circle, table: Table) -> None:
    """Refuses plays that do not name everyone in the trick once, clockwise from the leader."""
    if tuple(hands) != expected:
        turn = ", ".join(table.name(hand) for hand in expected)
        raise Refused(f"the cards of this trick come from {turn}, in this order")


def check_new(cards: Iterable[str], seen: Collection[str]) -> None:
    """Refuses a card that was already played."""
    met = set(seen)
    for card in cards:
        if card in met:
            raise Refused(f"{short(card)} has already been played")
        met.add(card)


def check_next(trick: int, taken: Sequence[str | None], table: Table) -> None:
    """Refuses a trick that is already written, with who took it, or one that is not next."""
    if trick <= len(taken):
        raise Filled(f"Trick {trick} is already written: {table.name(taken[trick - 1])} took it")
    if trick > len(taken) + 1:
        raise Refused(f"Trick {len(taken) + 1} comes first")
