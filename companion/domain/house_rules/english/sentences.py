"""Reads a house rule: as a trigger and one to three consequences, or as a rule that people call, or it asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET

from ...games import GAMES
from ..model import MOST, BoxScored, Called, CardPlayed, DiceRolled, ThingHappened, When
from .calls import SIGNS, called
from .meaning import Ask, Doubt, Meaning, Reading
from .parts import meaning, triggers, ways
from .readback import is_kept
from .shapes import Sentence
from .slots import SLOTS
from .words import Word, repairs, words_of

LONGEST = 280
MOST_WORDS = 60
MOST_TRIES = 8  # of sentences with words spelt right, and of places where a text can be parted
SEEN_BY_PEOPLE = "The app can’t see that. Tap Caught! when it happens."
WHY: dict[str, str] = {
    "how many": "It does not say how many, from 1 to 5.",
    "too many": "{} is too many: one rule costs nobody more than 5 at a time.",
    "who": "It is not clear who drinks.",
    "when": "It does not say what sets it off.",
    "which": "It can mean more than one thing.",
    "two rules": "These are two rules. Make one of each.",
    "left over": "Not understood.",
    "not allowed": "A house rule may not take drinks away, or change how rules are made or when games end.",
}
ORDER: Sequence[Ask] = ("not allowed", "too many", "how many", "who", "which", "when", "left over", "two rules", "")
PARTED = re.compile(r"[,;.:/]\s+(?:and\s+|but\s+)?|\s+(?:and|but|[&|/])\s+")


@lru_cache(maxsize=512)
def read(text: str, game: str | None = None) -> Reading:
    """What a sentence means; never a guess."""
    if len(text) > LONGEST:
        return _question(text, "left over", f"A rule is a sentence of at most {LONGEST} letters.")
    sentence = prepared(text, game)
    if not sentence.size:
        return _question(text, "left over", "Say the rule in words: who drinks when, and how many.")
    if sentence.size > MOST_WORDS:
        return _question(text, "left over", f"A rule is a sentence of at most {MOST_WORDS} words.")
    found, asks = _watched(sentence)
    if len(found) == 1 and not text.rstrip(" )").endswith("?"):
        return Reading(text, "called" if found[0].when == Called() else "watches", found[0])
    if found:
        why = WHY["which"] if len(found) > 1 else "Is that a question?"
        return Reading(text, "did you mean", offers=tuple(found[:2]), why=why)
    if not set(asks) - {"left over"} and any(sentence.ways("refused", at) for at in range(sentence.size)):
        return _question(text, "not allowed")
    if offers := tuple(islice(dict.fromkeys(_repaired(text, sentence)), 2)):
        return Reading(text, "did you mean", offers=offers)
    return _by_people(text, sentence, asks)


def prepared(text: str, game: str | None) -> Sentence:
    """The words of a text without what stands around the rule: lead-ins, tails, signs at its ends, quotes about it."""
    bare = text.strip()
    is_quoted = len(bare) > 2 and bare[0] in "\"“'" and bare[-1] in "\"”'" and not set(bare[1:-1]) & set("\"“”'")
    whole = words_of(text.replace(bare, f" {bare[1:-1]} ") if is_quoted else text)
    return Sentence(_bare(Sentence(whole, game, SLOTS)), game, SLOTS)


def _question(text: str, ask: Ask, why: str = "") -> Reading:
    return Reading(text, "question", ask=ask, why=why or WHY[ask])


def _repaired(text: str, sentence: Sentence) -> Iterator[Meaning]:
    """The rules that it is with up to three words spelt right."""
    tries = [text]
    unknown = [word for word in sentence.words if not word.kinds and repairs(word.typed.lower())]
    for word in reversed(unknown[:3]):
        spelt = repairs(word.typed.lower())[:3]
        tries = [f"{one[: word.start]}{other}{one[word.end :]}" for one in tries for other in spelt][:MOST_TRIES]
    for one in tries:
        if one != text:
            yield from _watched(prepared(one, sentence.game))[0]


def _by_people(text: str, sentence: Sentence, asks: Sequence[Ask]) -> Reading:
    """A rule that people call, or what the sentence leaves open."""
    if any(one.end == sentence.size for one in triggers(sentence, 0)):
        return _question(text, "how many")
    ask: Ask = min((one for one in asks if one != "left over"), key=ORDER.index, default="")
    if not ask:
        try:
            return Reading(text, "called", called(sentence), why=SEEN_BY_PEOPLE)
        except Doubt as doubt:
            ask = doubt.ask
    if ask != "when" and _are_two(text, sentence.game):
        ask = "two rules"
    high = dict.fromkeys(word.typed for word in sentence.words if "num" in word.kinds and word.number() > MOST)
    return _question(text, ask, WHY[ask].format(", ".join(f"“{typed}”" for typed in high) or "This"))


def _are_two(text: str, game: str | None) -> bool:
    """Whether the text parts into two rules."""
    cuts = islice(PARTED.finditer(text), MOST_TRIES)
    halves = ([prepared(half, game) for half in (text[: cut.start()], text[cut.end() :])] for cut in cuts)
    return any(all(half.size and len(_watched(half)[0]) == 1 for half in both) for both in halves)


def _watched(sentence: Sentence) -> tuple[list[Meaning], list[Ask]]:
    """Everything that the whole sentence can mean, and what is open in what it nearly means."""
    found: dict[Meaning, None] = {}
    asks: list[Ask] = []
    for trigger, chain in ways(sentence):
        try:
            made = meaning(trigger, chain)
        except Doubt as doubt:
            asks.append(doubt.ask)
            continue
        if not is_kept(sentence.words, made):
            asks.append("left over")
        elif _is_of_game(made.when, sentence.game):
            found[made] = None
    return list(found), asks


def _is_of_game(when: When, game: str | None) -> bool:
    """Whether the game on can mean this: its own things, boxes and dice, and numbers no cards where dice are."""
    if game is None:
        return True
    played = GAMES[game]
    if isinstance(when, CardPlayed) and played.dice:
        return when.suit is not UNSET or not set(when.rank or ()) <= set("23456789T")
    return not isinstance(when, DiceRolled | BoxScored | ThingHappened) or played.hears(when)


def _bare(whole: Sentence) -> tuple[Word, ...]:
    """The sentence without what stands before it (a new rule, lads:), behind it, and signs at its ends."""
    start, end, kind = 0, whole.size, whole.kind
    while (size := end - start) > 0:
        is_called = size > 1 and kind(start, "vocative") and kind(start + 1, *SIGNS)
        if kind(start, *SIGNS) or is_called or kind(start, "around") and size > 1:
            start += 1
        elif size > 2 and kind(end - 1, "around", "vocative") and kind(end - 2, *SIGNS) or kind(end - 1, *SIGNS):
            end -= 1
        else:
            break
    return whole.words[start:end]


def printed(reading: Reading) -> dict[str, Any] | None:
    """What `companion rule` prints of a sentence that was read; None if it is to be asked about (and ends with 1)."""
    if reading.meaning is None:
        return None
    first, *also = msgspec.to_builtins(reading.meaning.parts) or [{}]  # one that only gives a title has no parts
    rule = {"when": msgspec.to_builtins(reading.meaning.when), **first} | ({"also": also} if also else {})
    rule |= {"title": reading.meaning.title} if reading.meaning.title else {}
    return rule | ({"seen_by": "people"} if reading.verdict == "called" else {})
