"""The events of Frak You, and who takes a trick by its cards, two of which are special."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple, Self

from msgspec import UNSET, Meta, UnsetType

from ...cards import DECK, SUIT_WORDS, height, short
from ...events import Event, Facts, Id
from ..game import Throw
from ..trick_game import DealEvent, TrickEvent

OPENER, TAKER, ACE = "2C", "3C", "AS"

Play = tuple[str, tuple[str, ...]]


class Taken(NamedTuple):
    """Who takes the trick, and why, for the initiated only. The reason names no card: a taken trick lies face down."""

    player: str
    reason: str


def judged(plays: Sequence[Play]) -> Taken | None:
    """3♣ played alone takes; else the highest other trump; else the highest of the suit led; None if undecided."""
    if not plays:
        return None
    alone = [(player, cards[0]) for player, cards in plays if len(cards) == 1]
    for player, card in alone:
        if card == TAKER:
            return Taken(player, f"{short(TAKER)} takes every trick it is in")
    others = [play for play in alone if play[1] != ACE]
    trump = next((cards[-1][1] for _, cards in plays if len(cards) == 2), None)
    if trump is not None and (best := _highest(trump, others)):
        beside = f"{short(ACE)} in a pair makes {SUIT_WORDS[trump]} trump"
        return Taken(best, f"{beside}, and theirs is the highest other card of it")
    best = _highest(plays[0][1][-1][1], others)
    return Taken(best, "theirs is the highest card of the suit led") if best else None


def _highest(suit: str, plays: Sequence[tuple[str, str]]) -> str | None:
    """Who laid the highest card of a suit."""
    of_suit = (play for play in plays if play[1][1] == suit)
    return max(of_suit, key=lambda play: height(play[1]), default=(None, ""))[0]


def card_of(player: str, plays: Sequence[Play]) -> str | None:
    """The card that took a trick: of a pair, the card that is not the ace of spades."""
    return next((cards[-1] for who, cards in plays if who == player), None)


Held = Annotated[int, Meta(ge=0, le=52)]
SECRET = frozenset({"plays", "paired"})
PlayerAndCards = Annotated[tuple[Id, ...], Meta(min_length=2, max_length=3)]


class TrickTaken(TrickEvent, frozen=True, tag="trick.taken"):
    """Somebody took a trick: the `winner` and who `paired`, or the cards played, clockwise from the leader."""

    winner: Id | UnsetType = UNSET
    plays: tuple[PlayerAndCards, ...] | UnsetType = UNSET
    paired: Id | UnsetType = UNSET

    def __post_init__(self) -> None:
        for _, cards in self.laid:
            for card in cards:
                if card not in DECK:
                    raise ValueError(f"names {card}, which is not a card of this game")

    @property
    def laid(self) -> tuple[Play, ...]:
        """Who played which card or pair, clockwise from the leader; empty when no cards were named."""
        return tuple((play[0], play[1:]) for play in self.plays or ())

    @property
    def taker(self) -> str | None:
        """Who took the trick by its cards, or as the table says if no cards are named or the rules do not decide."""
        verdict = judged(self.laid)
        return verdict.player if verdict else self.winner or None

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """Cards that are named say who laid a pair, and that is kept when they are forgotten."""
        *whole, bare = super().put_right(said, altered)
        paired = next((player for player, cards in self.laid if len(cards) == 2), self.paired)
        bare["paired"] = said.get("paired", paired)
        for version in whole:
            version["paired"] = said.get("paired", UNSET)
            begin_with_opener(version)
        return [*whole, bare]

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same taker, unless the other names cards or a pair that this trick does not have.

        So a player who enters only the taker does not learn that somebody else entered more.
        """
        if self.taker != other.taker:
            return False
        if other.laid:
            return self.laid == other.laid
        return bool(self.laid) or other.paired in (UNSET, self.paired)


class CardsCounted(DealEvent, frozen=True, tag="cards.counted"):
    """Somebody's cards were counted, perhaps again: those in hand, and those in the trick in front of them."""

    repeats = True
    player: Id
    hand: Held
    table: Held


def fill(state: Any, raw: dict[str, Any], throw: Throw, written: Iterable[Event]) -> None:
    """The pad sends the cards of trick 1 by the seats."""
    begin_with_opener(raw)


def begin_with_opener(raw: Facts) -> None:
    """Puts the player of the card that opens trick 1 first, if it is one."""
    plays = raw.get("plays")
    if raw["type"] == "trick.taken" and str(raw.get("trick")) == "1" and isinstance(plays, list):
        first = next((place for place, play in enumerate(plays) if OPENER in play[1:]), 0)
        raw["plays"] = plays[first:] + plays[:first]
