"""Playing cards, written rank then suit: `QH` is the queen of hearts, `TD` the ten of diamonds, `JOKER` the joker."""

from typing import Annotated, Literal

from msgspec import Meta

Rank = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
Suit = Literal["S", "H", "D", "C"]
Card = Annotated[str, Meta(pattern=r"^([AKQJT98765432][SHDC]|JOKER)\Z")]

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKER = "JOKER"
DECK = tuple(rank + suit for suit in SUITS for rank in reversed(RANKS))

RANK_WORDS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight",
    "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def height(card: str) -> int:
    """How high the card ranks with aces high: a two is 0, an ace 12."""
    return RANKS.index(card[0])


def spoken(card: str) -> str:
    """The card in words: "queen of hearts"."""
    return "joker" if card == JOKER else f"{RANK_WORDS[card[0]]} of {SUIT_WORDS[card[1]]}"


def drawn(card: str) -> str:
    """A card as somebody draws it: "Q♥", or "a queen" if only its rank is known."""
    word = RANK_WORDS[card[0]]
    return short(card) if len(card) > 1 else f"{'an' if word[0] in 'ae' else 'a'} {word}"


def short(card: str) -> str:
    """The card in two signs: "Q♥", "10♦"."""
    if card == JOKER:
        return "joker"
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[card[1]]
