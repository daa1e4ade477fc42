"""Who takes a trick of Frak You by its cards, with the two special ones (rules, 3: Play)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...cards import SUIT_WORDS, height, short

OPENER, TAKER, ACE = "2C", "3C", "AS"

Cards = tuple[str, ...]
Play = tuple[str, Cards]


class Taken(NamedTuple):
    """Who takes the trick, with which card, and why, for the initiated only.

    `because` names the card, for whoever sees the trick lie open; `reason` does not, as it then lies face down.
    """

    player: str
    card: str
    because: str
    reason: str


def is_pair(cards: Cards) -> bool:
    """Whether two cards were laid together."""
    return len(cards) == 2


def trump(plays: Iterable[Play]) -> str | None:
    """The suit of the card beside the ace of spades; None without a pair."""
    return next((cards[-1][1] for _, cards in plays if is_pair(cards)), None)


def judged(plays: Sequence[Play]) -> Taken | None:
    """3♣ alone takes; else the highest other trump; else of the suit led; None: nobody can say."""
    if not plays:
        return None
    alone = [(player, cards[0]) for player, cards in plays if not is_pair(cards)]
    for player, card in alone:
        if card == TAKER:
            always = f"{short(TAKER)} takes every trick it is in"
            return Taken(player, card, always, always)
    others = [play for play in alone if play[1] != ACE]
    suit, led = trump(plays), plays[0][1][-1][1]
    if suit is not None and (best := _highest(suit, others)):
        beside = f"{short(ACE)} in a pair makes {SUIT_WORDS[suit]} trump"
        return _best(best, f"{beside}, and ", "is the highest other card of it")
    best = _highest(led, others)
    return _best(best, "", "is the highest card of the suit led") if best else None


def _best(play: tuple[str, str], before: str, after: str) -> Taken:
    return Taken(*play, f"{before}{short(play[1])} {after}", f"{before}theirs {after}")


def _highest(suit: str, plays: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    return max((play for play in plays if play[1][1] == suit), key=lambda play: height(play[1]), default=None)


def card_of(player: str, plays: Sequence[Play]) -> str | None:
    """The card somebody took a trick with: of a pair the one that is not the ace of spades."""
    return next((cards[-1] for who, cards in plays if who == player), None)
