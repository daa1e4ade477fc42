"""Rules that people call: only what they cost is read, and what somebody is caught at stays as it was typed.

The cost stands at the end, or at the beginning before an if, a for or a whoever. Where more can be meant, it is asked.
"""

from __future__ import annotations

from typing import get_args

from ..model import MOST, Called
from .meaning import Doubt, Meaning
from .parts import Consequence, Subject, Trigger, consequences, meaning
from .shapes import Sentence
from .words import several

SIGNS = ("comma", "sign", "means")
COSTS = several("drink sip cost giveout vague")  # of what a rule costs, which a cause has only as things
THINGS = several("a the your his any no else each of quoted")
PEOPLE = ("whoever", "someone", "you")


def called(sentence: Sentence) -> Meaning:
    """The rule; raises Doubt if it is not clear what it costs whom."""
    size = len(sentence.words)
    if whole := [chain for end, chain in consequences(sentence, 0) if end == size]:
        amounts = [one.amount for one in whole[0] if one.kind != "bare"]  # a number alone can be anything
        raise Doubt("too many" if any(isinstance(one, int) and one > MOST for one in amounts) else "when")
    people = {kind for word in sentence.words for kind in word.kinds}
    if {"firstperson", "secondperson"} <= people:  # if I swear, you drink
        raise Doubt("who")
    for start, end, chain in (costs := _costs(sentence)):
        cause = (end, size) if start == 0 else (0, start)
        subject, is_if = _subject(sentence, *cause)
        if _is_apart(sentence, start, chain[0], subject, is_if) and _is_cause(sentence, *cause):
            return meaning(Trigger(0, Called(), subject, is_if, is_bare=False), chain)
    raise Doubt("who" if costs else "how many")


def fines(sentence: Sentence) -> set[int]:
    """The numbers that stand where a fine does in a sentence of which no more is read, with others that may be one."""
    found, others, last = set[int](), set[int](), 0
    for at, word in enumerate(sentence.words):
        value = int(word.kinds.get("num") or word.kinds.get("once") or 0)
        before = next((place for place in range(at - 1, -1, -1) if not sentence.kind(place, "it", "is", "you")), at)
        end = at + (3 if sentence.kind(at + 1, "or") and sentence.kind(at + 2, "num") else 1)  # 2 or 3 tricks
        is_apart = end == sentence.size or not BEHIND.isdisjoint(sentence.kinds[end])
        is_said = not BEFORE.isdisjoint(sentence.kinds[before])
        is_listed = sentence.kind(before, "or") and sentence.kind(before - 1, "num") and last not in found  # 7 or 8
        is_sips = sentence.kind(end, "sip") and sentence.words[end].typed.lower().startswith("sip")  # not four fingers
        is_fine = sentence.kind(before, "drink") or is_sips or is_apart and is_said and not is_listed
        if value and is_fine:
            found.add(value)
        elif sentence.kind(before, "means") or is_apart and (found or sentence.kind(before, *BESIDE)):
            others.add(value)
        last = value or last
    return found and found | others & set(range(1, MOST + 1))


BEFORE = several("drink pay get cost or means else otherwise fine")
BEHIND = several("drink sip vague comma sign more extra for to and or if with each too per then but times")
BESIDE = several("comma sign and dealer left right everyone player rank suit giveout")


def _costs(sentence: Sentence) -> list[tuple[int, int, tuple[Consequence, ...]]]:
    """Where the sentence says what it costs: as much of its end as can say it, and as much of its beginning."""
    size, found = len(sentence.words), []
    for start in range(1, size):
        chains = consequences(sentence, start) if not sentence.kind(start, "quoted") else ()
        found = [(start, end, chain) for end, chain in chains if end == size and _may_begin(sentence, start, chain[0])]
        if found:
            break
    opened = [
        (0, end, chain)
        for end, chain in consequences(sentence, 0)
        if end < size and (sentence.ways("opening", end) or sentence.kind(end, "whoever"))
    ]
    return [one for one in [*found, *opened[-1:]] if all(part.kind != "title" for part in one[2])]


def _may_begin(sentence: Sentence, start: int, first: Consequence) -> bool:
    """Whether it is said at a sign, or with a verb and of one person: "talk over the dealer and you drink"."""
    if first.kind == "bare":
        return first.amount is not None and sentence.kind(start - 1, *SIGNS)
    return "any" not in first.who and (sentence.kind(start - 1, *SIGNS) or len(first.who) < 2)


def _subject(sentence: Sentence, start: int, end: int) -> tuple[Subject, bool]:
    """Who is caught: whoever, somebody, you; it, if something happens; nobody, if an act alone is named."""
    at, is_if = start, False
    for stop, said in sentence.ways("opening", start):
        is_if, at = is_if or ("opening", "if") in said, max(at, stop)
    named = [dict(said)["subject"] for stop, said in sentence.ways("doer", at) if at < stop < end]
    found = [name for name in get_args(Subject) if name in named and name not in ("nobody", "he")]
    return (found[0] if found else "it" if is_if else "nobody"), is_if


def _is_apart(sentence: Sentence, start: int, first: Consequence, subject: Subject, is_if: bool) -> bool:
    """Whether what it costs can begin here: at a sign, with "and", with a person, or with the verb of whoever it is."""
    if start == 0:
        return True
    before = start - 1
    if sentence.kind(before, *SIGNS):
        return subject != "it" or bool(first.who)
    if sentence.kind(before, *NO_END) or any(sentence.kind(at, *SIGNS) for at in range(start)):
        return False
    if sentence.kind(before, "and", "then"):
        return subject != "whoever" and (bool(first.who) or subject != "it")
    if sentence.kind(start, "cost", "worth", "means"):
        return True
    if first.who:
        return subject != "whoever" or is_if
    is_many = any(sentence.kind(at, "players", "ones") for at in range(2))
    return subject in PEOPLE and not is_if and (not first.is_command or is_many)


NO_END = several("or no num nth a the but unless to not of with for on than your his")


def _is_cause(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words say something to be caught at, and nothing of what it costs, of somebody else or if."""
    while end > start and sentence.kind(end - 1, *SIGNS, "and", "then"):
        end -= 1
    while start < end and sentence.kind(start, *SIGNS):
        start += 1
    if all(sentence.kind(at, *EMPTY) for at in range(start, end)):
        return False
    for at in range(start, end):
        is_thing = sentence.kind(at - 1, *THINGS) and not sentence.kind(at - 2, "is", "cost")
        if sentence.kind(at, *COSTS) and not sentence.kind(at, "quoted") and not is_thing:
            return False
        if sentence.kind(at, "num") and sentence.kind(at - 1, *SIGNS, "and", "but", "cost") and at > start:
            return False
        if at > start + 1 and sentence.kind(at, "if", "whoever", "means") and not sentence.kind(at, "to"):
            return False
    is_out = any(sentence.kind(at, "dropout", "outofgame") for at in range(start, end))
    return not is_out and not sentence.kind(end - 1, "num", "once", "or")


EMPTY = several(
    "if whoever who someone you he player players the a any each is aux it for everyone all and then dealer leader "
    "nobody table comma sign means"
)
