"""The last check: the rule has the same cards, numbers, ordinals, people and deeds as the sentence, each as often.

It knows nothing of shapes: it compares the words that were typed with the rule alone (readback.txt), so that a shape
which takes a word for another cannot make a rule of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec import UNSET

from ...cards import RANKS
from ...games import THINGS
from ..model import When
from .meaning import Meaning, signs
from .words import Word, boxes, listed, several

TABLES = {name: several(" ".join(lines)) for name, lines in listed("readback.txt")}


def is_kept(words: Sequence[Word], meaning: Meaning) -> bool:
    """Whether the rule has all that was typed, as often, and nothing that was not."""
    return (
        _cards_are_kept(words, meaning.when) and _numbers_are_kept(words, meaning) and _words_are_kept(words, meaning)
    )


def _signs(when: When, name: str) -> tuple[str, ...]:
    """The ranks or suits of the rule."""
    return signs(when.detail(name)) + signs(when.detail(f"with_{name}"))


def _typed(words: Sequence[Word], *kinds: str) -> list[str]:
    return [word.kinds[kind] for word in words for kind in kinds if kind in word.kinds]


def _cards_are_kept(words: Sequence[Word], when: When) -> bool:
    """Each rank and suit that was typed is in the rule, once; a colour or a face card stands for several."""
    codes = _typed(words, "code")
    ranks = Counter([*_typed(words, "rank"), *(code[0] for code in codes)])
    suits = Counter([*_typed(words, "suit"), *(code[1] for code in codes)])
    several = [set(group) for group in _typed(words, "named")]
    colours = [set(colour) for colour in _typed(words, "colour")]
    box = str(when.detail("box"))
    in_box = Counter([box[0].upper()] if box in ("spades", "hearts", "diamonds", "clubs") else [])
    rule_ranks, rule_suits = Counter(_signs(when, "rank")), Counter(_signs(when, "suit")) + in_box
    told = set(suits).union(*colours) | set(in_box)
    return (
        ranks <= rule_ranks
        and suits <= rule_suits
        and all(group <= set(rule_ranks) for group in several)
        and all(colour <= set(rule_suits) for colour in colours)
        and set(rule_suits) == told
        and len(set(map(str, several))) == len(several)
    )


def _numbers_are_kept(words: Sequence[Word], meaning: Meaning) -> bool:
    """Each number and ordinal that was typed is one of the rule, and each of the rule but 1 was typed."""
    when = meaning.when
    typed = Counter(int(value) for value in _typed(words, "num", "nums", "once"))
    typed.update(2 for word in words if "couple" in word.kinds)
    nth = Counter(int(value) for value in _typed(words, "nth"))
    details = (when.detail(name) for name in ("trick", "row", "face", "sum", "same", "at_least", "count"))
    asked = [value for value in details if isinstance(value, int)]
    amounts = [part.amount for part in meaning.parts if isinstance(part.amount, int)]
    printed = [RANKS.index(rank) + 2 for rank in _signs(when, "rank") if rank in "23456789T"]
    rule = Counter([*asked, *amounts, *printed, *_in_box(when)])
    rule += Counter({int(word): 2 for word in _declared(when) if word.isdigit()})  # 44 is a 4 and a 4
    if any({"nothing", "naught"} & word.kinds.keys() for word in words):
        rule.update([0])
    ordinals = Counter([*asked, *([1] if when.detail("led") is True or when.detail("place") == "first" else [])])
    needed = {value for value in (*asked, *amounts) if value > 1}
    said = set(typed) | set(nth)
    for word in words:
        said |= set().union(*(IMPLIED.get(kind, set()) for kind in word.kinds))
    maybe = Counter(word.number() for word in words if {"to", "for"} & word.kinds.keys() and "num" in word.kinds)
    extra = typed - Counter({1: typed[1]}) - rule
    return extra <= maybe and max(extra.values(), default=0) < 2 and nth <= ordinals and needed <= said


IMPLIED = {"double": {2}, "couple": {2}, "pair": {2}, "snake": {1, 2}, "boxcars": {2, 6}, "triple": {3}}


def _declared(when: When) -> list[str]:
    """The words and kinds of words in which a game speaks of what it declares."""
    return re.findall(r"\w+", THINGS[when].ways) if when in THINGS else []


def _in_box(when: When) -> Iterator[int]:
    """The numbers in the names of the box."""
    names = [name for name, box in boxes(None).items() if when.detail("box") in box.split("|")]
    yield from {int(bit.removesuffix("s")) for name in names for bit in name if bit.removesuffix("s").isdigit()}


def _words_are_kept(words: Sequence[Word], meaning: Meaning) -> bool:
    """All that the rule has was typed, and no word was typed of which it has nothing."""
    has, when = _has(meaning), meaning.when
    kinds = [frozenset(word.kinds) for word in words]
    typed = frozenset[str]().union(*kinds)
    if any(typed.isdisjoint(TABLES[needed]) for one in has if (needed := f"needed:{one}") in TABLES):
        return False
    if TABLES["apart:people"] <= typed or TABLES["apart:more"] <= typed or not _is_number_of_trick(words, meaning):
        return False
    lists = (TABLES.get(f"{name}:{one}", ()) for name in ("needed", "belonging") for one in has)
    allowed = TABLES["harmless"].union(_declared(when), *lists)
    after = [*kinds[1:], frozenset[str]()]
    return all(
        not one & TABLES["guarded"] or one & allowed or "everyone" in one and "who" in more
        for one, more in zip(kinds, after, strict=True)
    )


def _is_number_of_trick(words: Sequence[Word], meaning: Meaning) -> bool:
    """Whether the number of the trick was typed, if the rule charges that: not its value, nor that of all tricks."""
    bits = {bit for word in words for bit in word.bits}
    in_a_row = [word for word, after in pairwise(words) if "tricks" in word.bits and "row" in after.kinds]
    tricks = [word for word in words if "tricks" in word.bits]
    return all(part.amount != "trick" for part in meaning.parts) or "number" in bits and tricks == in_a_row


def _has(meaning: Meaning) -> set[str]:
    """What the rule has: its event, its details, its drinkers."""
    when = meaning.when
    details = {name: value for name, value in msgspec.structs.asdict(when).items() if value is not UNSET}
    found = {when.on, *details, *(f"{name}={value}" for name, value in details.items())}
    found |= {"several"} if any(isinstance(value, tuple) for value in details.values()) else set()
    return found | {part.who for part in meaning.parts} | {f"amount={part.amount}" for part in meaning.parts}
