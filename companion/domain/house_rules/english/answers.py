"""What can be tapped where a sentence leaves one thing open: how many, who, or when, each with the rule in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...games import GAMES
from ..model import MOST, BidMissed, BoxScored, CardPlayed, DealOver, GameOver, TrickNobody, TrickWon, Who
from .meaning import Doubt, Meaning, Reading
from .parts import Consequence, Trigger, consequences, meaning, triggers, ways
from .sentences import prepared
from .writer import happens, in_words

WHENS = (
    CardPlayed(),
    TrickWon(),
    TrickWon("last"),
    TrickNobody(),
    BidMissed(),
    BoxScored(zero=True),
    DealOver(),
    GameOver(),
)
DRINKERS: dict[Who, str] = {
    "player": "that player",
    "others": "the others",
    "everyone": "everybody",
    "chosen": "somebody picks",
    "neighbours": "both neighbours",
    "left": "on their left",
    "right": "on their right",
    "across": "across from them",
    "dealer": "the dealer",
    "leader": "the leader",
}
DRINKS = Consequence("charge", 0, 0, who=("player",), amount=1)


def answers(reading: Reading, game: str | None = None) -> dict[str, str]:
    """What can be answered to the question that a sentence leaves open, each with the sentence that the rule then is;
    empty if it must be said in other words."""
    for trigger, chain in _open(reading, game):
        found: dict[str, Meaning] = {}
        for words, *said in _filled(reading.ask, trigger, chain, game):
            try:
                found[words] = meaning(*said)
            except Doubt:
                continue
        if len(found) > 1:
            return {words: in_words(one) for words, one in found.items()}
    return {}


def _open(reading: Reading, game: str | None) -> Iterator[tuple[Trigger, tuple[Consequence, ...]]]:
    """What was understood of the sentence: all of it, or the trigger or the consequences alone."""
    sentence = prepared(reading.text, game)
    if reading.ask == "when":
        nobody = Trigger(0, TrickWon(), "whoever", is_if=False, is_bare=False)
        yield from ((nobody, chain) for end, chain in consequences(sentence, 0) if end == sentence.size)
    elif reading.ask in ("how many", "too many", "who"):
        yield from ways(sentence)
        yield from ((one, (DRINKS,)) for one in triggers(sentence, 0) if one.end == sentence.size)


def _filled(ask: str, trigger: Trigger, chain: tuple[Consequence, ...], game: str | None) -> Iterator[Any]:
    """Each way to say what is open, with its words."""
    if ask == "when":
        for when in WHENS:
            if game is None or GAMES[game].hears(when):
                subject = "table" if when in (DealOver(), GameOver()) else "whoever"
                yield f"when {happens(when)}", replace(trigger, when=when, subject=subject), chain
    elif ask == "who":
        for who, words in DRINKERS.items():
            kind = "chosen" if who == "chosen" else "charge"
            first = replace(chain[0], kind=kind, who=() if who == "chosen" else (who,), refs=(), is_command=False)
            yield words, replace(trigger, subject="whoever"), (first, *chain[1:])
    else:
        for number in range(1, MOST + 1):
            yield str(number), trigger, tuple(_with(one, number) for one in chain)


def _with(one: Consequence, number: int) -> Consequence:
    """The consequence with this amount, if its own says none from 1 to 5."""
    is_open = one.amount == "vague" or isinstance(one.amount, int) and not 1 <= one.amount <= MOST
    return replace(one, amount=number) if is_open or one is DRINKS else one
