"""The last check: the rule has the same cards, numbers, ordinals, people and deeds as the sentence, each as often.

It knows nothing of shapes: it compares the words that were typed with the rule alone, so that a shape which takes
a word for another cannot make a rule of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET

from ...cards import RANKS
from ..model import When
from .meaning import Meaning
from .words import Word, boxes, several

NEEDED = {
    "trick.nobody": "nobody no without untaken cancel",
    "bid.missed": "miss not",
    "declared": "score declare declarer",
    "revealed": "reveal revealer",
    "deal.voided": "misdeal void",
    "dropped.out": "dropout outofgame",
    "call=no": "sayno",
    "call=declare": "declare declarer",
    "call=reveal": "reveal revealer",
    "led=True": "lead opens nth",
    "trick=last": "last",
    "place=last": "last lose loser",
    "tricks=none": "no nothing not without",
    "tricks=most": "most",
    "zero=True": "nothing naught scratch",
    "matches": "same match",
    "row": "row consecutive",
    "left": "left next after_him neighbour neighbours",
    "right": "right neighbour neighbours",
    "neighbours": "neighbour neighbours side beside left right",
    "across": "across neighbour",
    "everyone": "everyone youall all table each social we",
    "others": "else other rest opponents everyone all but",
    "dealer": "dealer dealt",
    "leader": "leader lead trick",
    "taker": "taker winner take trick",
    "previous": "previous before play draw",
    "chosen": "choose give giveout someone choice another other",
}
"""The words of which one must have been typed for what a rule has."""
BELONGING = {
    "card.played": "play draw put throw come card",
    "trick.taken": "take taker winner trick",
    "trick.nobody": "take taker winner trick all other lead leader",
    "bid.made": "score bid hit bidder",
    "bid.missed": "bid bidder",
    "declared": "bid bidder",
    "revealed": "bid bidder",
    "box.scored": "score put take fill scratch nothing naught no atleast ormore over all box up",
    "dice.rolled": "score roll throw atleast ormore up",
    "deal.started": "dealer dealt",
    "deal.voided": "dealer dealt",
    "deal.over": "score end dealer dealt take no nothing not all most trick",
    "game.over": "end take winner lose loser last bottom",
    "called": "caught",
    "call=no": "no",
    "led=True": "leader opens trick take taker",
    "matches": "before previous last",
    "several": "up down over under all",
    "player": "lead leader opens trick",
}
"""The guarded words of which a rule with this has something too."""
GUARDED = several(
    "across all atleast before beside bid bidder box but caught choose dealer declare declarer down draw dropout "
    "else end everyone fill giveout hit last lead leader left lose loser misdeal miss most neighbour neighbours "
    "next no nobody not nothing opponents ormore other outofgame over play previous rest reveal revealer right "
    "roll row sayno score scratch take taker throw trick under unless up winner without"
)
"""Words that may not be typed where the rule has nothing of them."""
HARMLESS = several("and make for get have is player quoted sign to")
"""A word that is also one of these may mean that alone."""


def is_kept(words: Sequence[Word], meaning: Meaning) -> bool:
    """Whether the rule has all that was typed, as often, and nothing that was not."""
    return (
        _cards_are_kept(words, meaning.when) and _numbers_are_kept(words, meaning) and _words_are_kept(words, meaning)
    )


def _signs(named: object) -> tuple[str, ...]:
    return named if isinstance(named, tuple) else (named,) if isinstance(named, str) else ()


def _ranks(when: When) -> tuple[str, ...]:
    return _signs(when.detail("rank")) + _signs(when.detail("with_rank"))


def _suits(when: When) -> tuple[str, ...]:
    return _signs(when.detail("suit")) + _signs(when.detail("with_suit"))


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
    rule_ranks, rule_suits = Counter(_ranks(when)), Counter(_suits(when)) + in_box
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
    rule = Counter([*asked, *amounts, *_of_ranks(when), *_in_box(when)])
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


def _of_ranks(when: When) -> Iterator[int]:
    """The numbers on the cards of the rule."""
    yield from (RANKS.index(rank) + 2 for rank in _ranks(when) if rank in "23456789T")


def _in_box(when: When) -> Iterator[int]:
    """The numbers in the names of the box."""
    names = [name for name, box in boxes(None).items() if when.detail("box") in box.split("|")]
    yield from {int(bit.removesuffix("s")) for name in names for bit in name if bit.removesuffix("s").isdigit()}


def _words_are_kept(words: Sequence[Word], meaning: Meaning) -> bool:
    """All that the rule has was typed, and no word was typed of which it has nothing."""
    has = _has(meaning)
    kinds = [frozenset(word.kinds) for word in words]
    typed = frozenset[str]().union(*kinds)
    if any(typed.isdisjoint(NEEDED[one].split()) for one in has & NEEDED.keys()):
        return False
    if {"firstperson", "secondperson"} <= typed or not _is_number_of_trick(words, meaning):
        return False
    allowed = HARMLESS.union(*(table[one].split() for table in (NEEDED, BELONGING) for one in has & table.keys()))
    after = [*kinds[1:], frozenset[str]()]
    return all(
        not one & GUARDED or one & allowed or "everyone" in one and "who" in more
        for one, more in zip(kinds, after, strict=True)
    )


def _is_number_of_trick(words: Sequence[Word], meaning: Meaning) -> bool:
    """Whether the number of the trick was typed, if the rule charges that: not its value, nor that of all tricks."""
    bits = {bit for word in words for bit in word.bits}
    return all(part.amount != "trick" for part in meaning.parts) or "number" in bits and "tricks" not in bits


def _has(meaning: Meaning) -> set[str]:
    """What the rule has: its event, its details, its drinkers."""
    when = meaning.when
    details = {name: value for name, value in msgspec.structs.asdict(when).items() if value is not UNSET}
    found = {when.on, *details, *(f"{name}={value}" for name, value in details.items())}
    found |= {"several"} if any(isinstance(value, tuple) for value in details.values()) else set()
    return found | {part.who for part in meaning.parts} | {f"amount={part.amount}" for part in meaning.parts}
