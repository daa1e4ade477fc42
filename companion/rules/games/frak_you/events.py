"""What happens in Frak You: a trick is taken, cards are counted (night format, Events of games)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from ...cards import DECK
from ...events import Count, Event, Id
from ..game import Throw
from .judging import OPENER, Play, judged

Held = Annotated[int, Meta(ge=0, le=52)]
SECRET = frozenset({"plays", "paired"})
Said = Annotated[tuple[Id, ...], Meta(min_length=2, max_length=3)]


class TrickTaken(Event, frozen=True, tag="trick.taken"):
    """Somebody took a trick: told by name (and who `paired`), or by its plays, clockwise from the leader."""

    slot = ("deal", "trick")
    deal: Count
    trick: Count
    winner: Id | UnsetType = UNSET
    plays: tuple[Said, ...] | UnsetType = UNSET
    paired: Id | UnsetType = UNSET

    def __post_init__(self) -> None:
        for _, cards in self.laid:
            for card in cards:
                if card not in DECK:
                    raise ValueError(f"names {card}, which is not a card of this game")

    @property
    def laid(self) -> tuple[Play, ...]:
        """Who laid which card or pair, clockwise from the leader; empty when no cards were named."""
        return () if isinstance(self.plays, UnsetType) else tuple((play[0], play[1:]) for play in self.plays)

    @property
    def taker(self) -> str | None:
        """Who took the trick, by its cards or, where these or the rules are silent, as the table says."""
        verdict = judged(self.laid)
        if verdict is not None:
            return verdict.player
        return None if isinstance(self.winner, UnsetType) else self.winner

    def same_as(self, other: Event) -> bool:
        """The same taker, unless both name the cards and these differ, or the other knows of a pair that this does not.

        So nobody who only says who took it hears that somebody else said more.
        """
        if not isinstance(other, TrickTaken) or self.place() != other.place() or self.taker != other.taker:
            return False
        if self.laid and other.laid:
            return self.laid == other.laid
        return bool(self.laid) or other.paired in (UNSET, self.paired)


class CardsCounted(Event, frozen=True, tag="cards.counted"):
    """Somebody's cards were counted: so many in hand, so many in the trick in front of them."""

    slot = ("deal",)
    deal: Count
    player: Id
    hand: Held
    table: Held

    @property
    def is_slotted(self) -> bool:
        """A hand may be counted again and again."""
        return False


def fill(state: Any, raw: dict[str, Any], throw: Throw) -> None:
    """A pad asks for the cards of trick 1 by the seats: whoever laid the card that opens it comes first."""
    plays = raw.get("plays")
    if raw["type"] == "trick.taken" and str(raw.get("trick")) == "1" and isinstance(plays, list):
        first = next((place for place, play in enumerate(plays) if OPENER in play[1:]), 0)
        raw["plays"] = plays[first:] + plays[:first]
