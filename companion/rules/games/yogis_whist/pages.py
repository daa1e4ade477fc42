"""Screens of Yogi's Whist that one opens for a moment: a card to pick, a bid of BFT, the short form, the forehead."""

from collections.abc import Mapping

import msgspec

from ...cards import RANKS, SUITS
from ...seating import Table
from .bid import BLOBS, gift
from .deal import State
from .own import Mine, own
from .screen import Bidder, Screen, screen

Words = Mapping[str, list[str]]
Keys = tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]


class Pick(msgspec.Struct, frozen=True):
    """A card to be picked; those that everybody has seen in this deal cannot be."""

    screen: Screen
    mine: Mine

    @property
    def suits(self) -> Keys:
        """The keys by suit, high cards first, with whether a card was met already."""
        seen = self.screen.seen
        return tuple((suit, tuple((rank + suit, rank + suit in seen) for rank in reversed(RANKS))) for suit in SUITS)


class Laying(msgspec.Struct, frozen=True):
    """A bid of several cards in the making: `suits` are its cards' suits, `most` how many cards there are.

    `whose` is who lays it: oneself, or somebody without a phone for whom the finesmaster taps.
    """

    screen: Screen
    mine: Mine
    whose: Bidder | None
    suits: tuple[str, ...]
    most: int

    @property
    def tricks(self) -> int:
        """How many tricks the bid is for."""
        return sum(BLOBS[suit] for suit in self.suits)

    @property
    def gift(self) -> str:
        """What is said aloud."""
        return (gift(len(self.suits)) or f"{len(self.suits)} cards") if self.suits else ""


def pick(state: State, table: Table, seat: str, words: Words) -> Pick:
    """The keys for the turned-up card or for the card of one's own bid, and the short form of a deal."""
    said = words.get("dealt", ())
    new = tuple(player for player in table.order if player in said and player not in (*state.players, *table.away))
    return Pick(screen(state, table, new), own(state, table, seat))


def lay(state: State, table: Table, seat: str, words: Words) -> Laying:
    """A bid of BFT, card by card; what was laid so far travels in `words`, and `back` takes the newest away."""
    shown = screen(state, table)
    most = state.on.cards if state.on and state.options.bft else 0
    laid = [suit for suit in (*words.get("laid", ()), *words.get("suit", ())) if suit in BLOBS]
    laid = laid[:-1] if "back" in words else laid
    named = words.get("for", [seat])[0]
    whose = next((bidder for bidder in shown.missing if bidder.player == named and most), None)
    return Laying(shown, own(state, table, seat), whose, tuple(laid[:most]), most)


def forehead(state: State, table: Table, seat: str, words: Words) -> Mine:
    """The suit of a bid that was made, to be worn on the forehead."""
    return own(state, table, seat)
