"""Reads a sentence: it is understood whole and in one way only, or left to people with the reason why.

If only the charge is understood, people watch for what sets the rule off.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from ..model import MOST, Called, Part
from .drinkers import TOO_MANY
from .meaning import Doubt, Draft, Mark, Reading
from .parser import Effort, Parse, TooMuch, parse
from .vocabulary import Kind, Kinds, always_text, kinds, split, with_names, with_whoever
from .writer import in_words

LONGEST = 280
MOST_WORDS = 70
MOST_BOXES = 6
NO_SENTENCE = f"A rule is a sentence of at most {LONGEST} letters and {MOST_WORDS} words."
TOO_MUCH = "This could mean too many things. Say it more simply."
PEOPLE = "People watch for this rule."
MOST_WAYS = 6  # with more ways to split it, a sentence is not clear
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
DRUNK = ("DRINK", "OWE")  # a number after these is one of drinks, after the next ones if nothing else is counted
CHARGED = ("START", "TAKE", "GET", "HAVE", "GIVE", "GIVE_OUT", "HAND", "COST", "MEAN", "COLON", "COMMA", "FINE")
BEFORE_A_NOUN = ("A", "THE", "ANY", "EACH", "HIS", "HER", "OF", "NUMBER", "NEXT", "OTHER")
DOERS = [["SOMEONE"], ["EVERYONE"], ["THE_ONE"], ["THOSE"], ["PLAYERS"], ["PLAYER"]]
DOERS += [[article, "PLAYER"] for article in ("A", "ANY", "EACH", "THE")]


def read(text: str) -> Reading:
    """What a sentence means; never a guess: every word was used, and all ways to read it mean the same rule."""
    return _remembered(text) if len(text) <= LONGEST else Reading(text, why=NO_SENTENCE)


@lru_cache(maxsize=512)
def _remembered(text: str) -> Reading:
    return read_within(text, Effort())


def read_within(text: str, effort: Effort) -> Reading:
    """What a sentence means, if that takes no more steps than allowed."""
    try:
        return _read(text, effort)
    except TooMuch:
        return Reading(text, why=f"{TOO_MUCH} {PEOPLE}")


def _read(text: str, effort: Effort) -> Reading:
    tokens = split(text)
    if not tokens or len(tokens) > MOST_WORDS:
        return Reading(text, why=NO_SENTENCE)
    ways = [with_whoever(words) for words in (kinds(tokens), *with_names(tokens))]
    if len(ways) > MOST_BOXES + 1:
        return Reading(text, why=f"It may name too many boxes. {PEOPLE}")
    unknown, why = _unreadable(ways, text)
    if why:
        parts, doubts = charges_alone(ways[0], effort)
        return Reading(
            text, unknown=unknown, why=why, parts=parts, over=_over(doubts, text) or _too_many(ways[0], text)
        )
    found = parse(filter(_is_known, ways), effort)
    meanings = tuple(dict.fromkeys(draft.meaning for draft in found.drafts))
    if len(meanings) == 1:
        return Reading(text, meanings[0], marks=_trimmed(found.drafts[0], text))
    if meanings:
        return Reading(text, why=f"It could mean “{in_words(meanings[0])}” or “{in_words(meanings[1])}” {PEOPLE}")
    parts, unsure = ((), found.doubts) if found.doubts else charges_alone(ways[0], effort)
    return Reading(text, why=_why(found, text), parts=parts, over=_over(unsure, text) or _too_many(ways[0], text))


def _is_known(words: Kinds) -> bool:
    return all(word.kind for word in words)


def _unreadable(ways: list[Kinds], text: str) -> tuple[tuple[str, ...], str]:
    """The unknown words, and why the sentence stays text, if its words alone show that."""
    fewest = min(([word for word in words if not word.kind] for words in ways), key=len)
    unknown = tuple(text[word.start : word.end] for word in fewest)
    kept = next((word for words in ways if (word := always_text(words))), None)
    quoted = ", ".join(f"“{word}”" for word in dict.fromkeys(unknown))
    reasons = [f"Not understood: {quoted}."] if unknown else []
    reasons += [f"Rules with “{text[kept.start : kept.end]}” are for people to judge."] if kept else []
    return unknown, " ".join((*reasons, PEOPLE)) if reasons else ""


def _over(doubts: Iterable[Doubt], text: str) -> str:
    """The message that it charges too much, if it does."""
    return next((doubt.message(text) for doubt in doubts if doubt.why == TOO_MANY), "")


def _too_many(words: Kinds, text: str) -> str:
    """The same message for a number of drinks in a sentence that means no rule: drinks 9, 20 sips, = 8."""
    around = ("START", *(word.kind for word in words), "END")
    for word, before, after in zip(words, around, around[2:], strict=False):
        is_charge = before in DRUNK or (before in CHARGED and after in ("END", "DRINK", "EACH", *STARTS))
        if is_charge and word.kind == "NUMBER" and int(word.value) > MOST:
            return Doubt(TOO_MANY, (word.start, word.end)).message(text)
    return ""


def _why(found: Parse, text: str) -> str:
    """Why a sentence whose words are all known means no rule."""
    if found.doubts:
        return f"{_over(found.doubts, text) or found.doubts[0].message(text)} {PEOPLE}"
    rest = text[found.stuck :].strip(" .!")
    if not rest:
        return f"Not understood as a whole: it is not finished, or not said as the companion knows it. {PEOPLE}"
    return f"Not understood from here on: “{rest}”. {PEOPLE}"


def _trimmed(draft: Draft, text: str) -> tuple[Mark, ...]:
    """The marks without overlaps: a "who" mark ends where the "when" mark inside it begins."""
    done = next(mark for mark in draft.marks if mark.part == "when")
    marks = []
    for mark in draft.marks:
        end = done.start if mark.part == "who" and mark.start < done.start < mark.end else mark.end
        marks.append(Mark(mark.start, mark.start + len(text[mark.start : end].rstrip()), mark.part))
    return tuple(marks)


def charges_alone(words: Kinds, effort: Effort) -> tuple[tuple[Part, ...], tuple[Doubt, ...]]:
    """Who drinks how much in a sentence that means no rule; if that is in doubt too, nobody, and the doubts."""
    if always_text(words):
        return (), ()
    ways = list(_stretches(words))
    found = parse(filter(_is_known, ways) if len(ways) <= MOST_WAYS else (), effort)
    charges = {draft.meaning.parts for draft in found.drafts if isinstance(draft.meaning.when, Called)}
    return charges.pop() if len(charges) == 1 else (), () if found.drafts else found.doubts


def _stretches(words: Kinds) -> Iterator[Kinds]:
    """The sentence with a stretch of its words taken as one unknown thing that happens, or that somebody does."""
    is_doing = words[0].value == "ing" or (not words[0].kind and words[0].value.endswith("ing"))
    for place, word in enumerate(words):
        if word.kind in SIGNS and words[0].kind in STARTS:
            yield from _happening(words[:1], words[1:place], words[place:])
        elif word.kind in STARTS and place:
            yield from _happening(words[: place + 1], words[place + 1 :], ())
        elif word.kind in (*SIGNS, *VERBS) and (doer := _doer(words)):
            yield from _stretch(words[:doer], words[doer:place], words[place:])
        if word.kind in (*SIGNS, "COST", "MEAN") and is_doing:
            yield from _stretch((), words[:place], words[place:])


def _happening(before: Kinds, what: Kinds, after: Kinds) -> Iterator[Kinds]:
    """The same for what happens; if it has a doer (somebody, a player or you), without the doer."""
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
    """Whether the next word belongs to these, as in `skips two` before `drinks`; `a six`, though, is complete."""
    kinds = [word.kind for word in what[-2:]]
    return kinds[-1] in BEFORE_A_NOUN and kinds != ["A", "NUMBER"]


def _is_name(word: Kind) -> bool:
    """Whether this can be somebody's name: in a sentence about Bob it is not clear who drinks."""
    return not word.kind and word.start > 0 and word.value[0].isupper()


def _subject(words: Kinds) -> int:
    """How many words name somebody, a player or you as the one who does it."""
    kinds = [word.kind for word in words[:2]]
    if kinds[:1] in (["SOMEONE"], ["HE"], ["PLAYERS"]):
        return 1
    return 2 if kinds in (["A", "PLAYER"], ["ANY", "PLAYER"]) else 0


def _doer(words: Kinds) -> int:
    """How many words at the start of the sentence name the one who does it."""
    kinds = [word.kind for word in words[:3]]
    if kinds[:1] == ["WHOEVER"]:
        return 1
    for length, who in enumerate(kinds):
        if who in ("WHO", "THAT"):
            return length + 1 if kinds[:length] in DOERS else 0
    return 0
