"""Whom a rule costs what, where only that is understood: what sets it off stands for something that people see."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..house_rules import Called, Part
from .effort import Effort
from .facts import Doubt
from .kinds import Kind, Kinds, always_text
from .parsing import parse

MOST_WAYS = 6  # who may have said so many things has said none of them clearly
SIGNS = ("COMMA", "COLON")
STARTS = ("IF", "ONCE", "SHOULD")
VERBS = (
    "MUST", "SHOULD", "MAY", "DRINK", "TAKE", "HAVE", "GET", "OWE", "IS", "GIVE_OUT", "GIVE", "HAND", "CHOOSE", "MAKE",
    "ORDER",
)  # fmt: skip
SECOND_THINGS = {
    "AND", "OR", "ALSO", "SO", "ASKED", "MUST", "MAY", "MEAN", "COST", "GIVE_OUT", "GIVE", "LET", "MAKE", "ORDER",
    "CHOOSE", *SIGNS, *STARTS,
}  # fmt: skip
BEFORE_A_NOUN = ("A", "THE", "ANY", "EACH", "HIS", "HER", "OF", "NUMBER", "NEXT", "OTHER")
DOERS = [["SOMEONE"], ["EVERYONE"], ["THE_ONE"], ["THOSE"], ["PLAYERS"], ["PLAYER"]]
DOERS += [[article, "PLAYER"] for article in ("A", "ANY", "EACH", "THE")]


def costs_alone(words: Kinds, effort: Effort) -> tuple[tuple[Part, ...], tuple[Doubt, ...]]:
    """Who drinks how much in a sentence that means no rule; nobody if that, too, is in any doubt, and then which."""
    if always_text(words):
        return (), ()
    ways = list(_ways(words))
    known = [way for way in ways if all(word.kind for word in way)] if len(ways) <= MOST_WAYS else []
    parses = [parse(way, effort) for way in known]
    drafts = [draft for one in parses for draft in one.drafts]
    found = {draft.meaning.parts for draft in drafts if isinstance(draft.meaning.when, Called)}
    doubts = () if drafts else tuple(doubt for one in parses for doubt in one.doubts)
    return found.pop() if len(found) == 1 else (), doubts


def _ways(words: Kinds) -> Iterator[Kinds]:
    """The sentence with a stretch of it as something that happens, or that somebody does."""
    for place, word in enumerate(words):
        if word.kind in SIGNS and words[0].kind in STARTS:
            yield from _happening(words[:1], words[1:place], words[place:])
        elif word.kind in STARTS and place:
            yield from _happening(words[: place + 1], words[place + 1 :], ())
        elif word.kind in (*SIGNS, *VERBS) and (doer := _doer(words)):
            yield from _stretch(words[:doer], words[doer:place], words[place:])
        if word.kind in (*SIGNS, "COST", "MEAN") and _is_doing(words[0]):
            yield from _stretch((), words[:place], words[place:])


def _happening(before: Kinds, what: Kinds, after: Kinds) -> Iterator[Kinds]:
    """With whoever does it told apart: somebody, a player or you."""
    if what and (what[0].kind, what[0].value) == ("HIS", "you"):
        yield from _stretch((*before, replace(what[0], kind="HE")), what[1:], after)
    elif subject := _subject(what):
        yield from _stretch((*before, *what[:subject]), what[subject:], after)
    else:
        yield from _stretch(before, what, after, "THAT_HAPPENS")


def _stretch(before: Kinds, what: Kinds, after: Kinds, kind: str = "DOES_THAT") -> Iterator[Kinds]:
    if what and not _goes_on(what) and not any(word.kind in SECOND_THINGS or _is_name(word) for word in what):
        yield (*before, Kind(kind, "", what[0].start, what[-1].end), *after)


def _goes_on(what: Kinds) -> bool:
    """Whether the next word belongs to these, as in skips two / drinks; a six, though, is whole."""
    kinds = [word.kind for word in what[-2:]]
    return kinds[-1] in BEFORE_A_NOUN and kinds != ["A", "NUMBER"]


def _is_doing(word: Kind) -> bool:
    return word.value == "ing" or (not word.kind and word.value.endswith("ing"))


def _is_name(word: Kind) -> bool:
    """Whether this may be somebody's name: of a sentence about Bob it is not clear who drinks."""
    return not word.kind and word.start > 0 and word.value[0].isupper()


def _subject(words: Kinds) -> int:
    """How many words say that somebody, a player or you do it."""
    kinds = [word.kind for word in words[:2]]
    if kinds[:1] in (["SOMEONE"], ["HE"], ["PLAYERS"]):
        return 1
    return 2 if kinds in (["A", "PLAYER"], ["ANY", "PLAYER"]) else 0


def _doer(words: Kinds) -> int:
    """How many words say whoever does it, at the start of the sentence."""
    kinds = [word.kind for word in words[:3]]
    if kinds[:1] == ["WHOEVER"]:
        return 1
    for length, who in enumerate(kinds):
        if who in ("WHO", "THAT"):
            return length + 1 if kinds[:length] in DOERS else 0
    return 0
