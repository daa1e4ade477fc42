"""Who takes a trick of Yogi's Whist: trumps, the joker, and the nines out of their suits (rules, 2)."""

from ...cards import JOKER, height
from ...tricks import Judged, Plays
from .bid import BLOBS
from .deal import State

NINES = "9"


def nines_out(turned: str) -> bool:
    """Whether the four nines are a suit of their own, and trump: under a turned-up nine or joker."""
    return turned == JOKER or turned[0] == "9"


def trump(turned: str) -> str:
    """The suit that is trump: the turned-up card's, or the nines."""
    return NINES if nines_out(turned) else turned[1]


def standing_for(card: str, turned: str | None) -> str | None:
    """The card that this one counts as: the joker is the turned-up card, or nothing while that is unknown."""
    return turned if card == JOKER else card


def suit_of(card: str, turned: str) -> str:
    """The suit to which a card belongs while it is played in this deal."""
    card = standing_for(card, turned) or card
    return NINES if card[0] == "9" and nines_out(turned) else card[1]


def rank_of(card: str, turned: str) -> int:
    """How high a card is within its suit: aces high; the nines by themselves in the order of their blobs."""
    card = standing_for(card, turned) or card
    return BLOBS[card[1]] if suit_of(card, turned) == NINES else height(card)


def taker(plays: Plays, turned: str) -> str:
    """The highest trump takes the trick, else the highest card of the suit led."""
    led = suit_of(plays[0][1], turned)

    def strength(play: tuple[str, str]) -> tuple[bool, bool, int]:
        suit = suit_of(play[1], turned)
        return suit == trump(turned), suit == led, rank_of(play[1], turned)

    return max(plays, key=strength)[0]


def judged(state: State, plays: Plays) -> Judged | None:
    """Who takes the trick that is being played; None while the turned-up card is unknown."""
    turned = state.on.turned if state.on else None
    return Judged(taker(plays, turned)) if turned and plays else None
