"""Which cards are named, from what their words mean."""

from __future__ import annotations

from typing import Any

from .facts import Cards, Span, all_of, value
from .kinds import Kind

FACES = ("J", "Q", "K")
ARTICLES = ("A", "THE", "ANY", "EACH")


class NamedCards:
    """Each method is a rule of the grammar: it gets its place and what its parts mean, and gives None for nonsense."""

    def rank(self, at: Span, word: Kind) -> Cards | None:
        if word.kind in ("RANK", "RANKS"):
            return Cards((word.value,), many=word.kind == "RANKS")
        number = int(word.value)
        named = ("T" if number == 10 else str(number),)
        return Cards(named, many=word.kind == "PLURAL", counted=word.kind == "NUMBER") if 2 <= number <= 10 else None

    def faces(self, at: Span, *facts: Any) -> Cards:
        return Cards(FACES, many=True)

    def suit(self, at: Span, word: Kind) -> Cards:
        return Cards((), tuple(word.value), many=word.kind == "SUITS")

    def card(self, at: Span, *facts: Any) -> Cards | None:
        if code := value("CODE", facts):
            return Cards((code[0],), (code[1],))
        listed = all_of(Cards, facts)
        ranks = tuple(rank for cards in listed for rank in cards.ranks)
        suits = tuple(suit for cards in listed for suit in cards.suits)
        twice = len(set(ranks)) < len(ranks) or len(set(suits)) < len(suits)
        together = value("AND", facts) is not None and not all(cards.many for cards in listed)
        apart = bool(suits) and (_are_apart(facts) or _may_be_apart(facts, listed))
        return None if twice or together or apart or _is_bare(facts, listed) else Cards(ranks, suits)


def _are_apart(facts: tuple[Any, ...]) -> bool:
    """Whether a later rank has an article of its own: in a jack or a queen of hearts the jack may be of any suit."""
    places = [place for place, fact in enumerate(facts) if isinstance(fact, Cards) and fact.ranks]
    between = facts[places[0] : places[-1]] if places else ()
    return any(isinstance(fact, Kind) and fact.kind in ARTICLES for fact in between)


def _may_be_apart(facts: tuple[Any, ...], cards: tuple[Cards, ...]) -> bool:
    """Whether a suit may be that of one rank only: of red jacks or queens, the queens may be of any suit."""
    ranked = [one for one in cards if one.ranks]
    led_in = isinstance(facts[0], Kind) and facts[0].kind in ARTICLES
    return len(ranked) > 1 and (not led_in or any(one.many for one in ranked))


def _is_bare(facts: tuple[Any, ...], cards: tuple[Cards, ...]) -> bool:
    """Whether a number stands alone, as in plays two: that may be a two, or two cards."""
    return len(cards) == 1 and cards[0].counted and facts[0] is cards[0]
