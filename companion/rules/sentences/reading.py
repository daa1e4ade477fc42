"""A sentence read: understood whole and in one way only, or left to people, who are told why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .composing import TOO_MANY
from .costing import costs_alone
from .effort import Effort, TooMuch
from .facts import Doubt, Draft
from .kinds import Kinds, always_text, kinds, opened, with_names
from .meaning import Mark, Reading
from .parsing import Parse, parse
from .saying import said
from .splitting import Piece, split

LONGEST = 280
MOST_WORDS = 70
MOST_BOXES = 6
NO_SENTENCE = f"A rule is a sentence of at most {LONGEST} letters and {MOST_WORDS} words."
TOO_MUCH = "This could mean too many things. Say it more simply."
PEOPLE = "People watch for this rule."


def read(text: str) -> Reading:
    """What a sentence means; never a guess: every word was used, and all ways to read it mean the same rule."""
    return _remembered(text) if len(text) <= LONGEST else Reading(text, why=NO_SENTENCE)


@lru_cache(maxsize=512)
def _remembered(text: str) -> Reading:
    return within(text, Effort())


def within(text: str, effort: Effort) -> Reading:
    """What a sentence means, as far as that takes no more steps than it may."""
    try:
        return _read(text, effort)
    except TooMuch:
        return Reading(text, why=f"{TOO_MUCH} {PEOPLE}")


def _read(text: str, effort: Effort) -> Reading:
    pieces = split(text)
    if not pieces or len(pieces) > MOST_WORDS:
        return Reading(text, why=NO_SENTENCE)
    ways = list(_ways(pieces))
    if len(ways) > MOST_BOXES + 1:
        return Reading(text, why=f"It may name too many boxes. {PEOPLE}")
    if strange := _strange(ways, text):
        parts, doubts = costs_alone(ways[0], effort)
        return Reading(text, unknown=strange[0], why=strange[1], parts=parts, over=_over(doubts, text))
    parses = [parse(words, effort) for words in ways if all(word.kind for word in words)]
    drafts = [draft for one in parses for draft in one.drafts]
    meanings = tuple(dict.fromkeys(draft.meaning for draft in drafts))
    if len(meanings) == 1:
        return Reading(text, meanings[0], marks=_trimmed(drafts[0], text))
    if meanings:
        return Reading(text, why=f"It could mean “{said(meanings[0])}” or “{said(meanings[1])}” {PEOPLE}")
    doubts = tuple(doubt for one in parses for doubt in one.doubts)
    parts, unsure = ((), doubts) if doubts else costs_alone(ways[0], effort)
    return Reading(text, why=_why(parses, text), parts=parts, over=_over(unsure, text))


def _ways(pieces: Sequence[Piece]) -> Iterable[Kinds]:
    yield from map(opened, (kinds(pieces), *with_names(pieces)))


def _strange(ways: list[Kinds], text: str) -> tuple[tuple[str, ...], str] | None:
    """The words not known, and why the sentence stays text if that shows in its words alone."""
    unknown = min(([word for word in words if not word.kind] for words in ways), key=len)
    kept = next((word for words in ways if (word := always_text(words))), None)
    if not unknown and kept is None:
        return None
    said = [f"Not understood: {_quoted(text[word.start : word.end] for word in unknown)}."] if unknown else []
    said += [f"Rules with “{text[kept.start : kept.end]}” are for people to judge."] if kept else []
    return tuple(text[word.start : word.end] for word in unknown), " ".join((*said, PEOPLE))


def _over(doubts: Iterable[Doubt], text: str) -> str:
    """That it asks for too much, if it does."""
    return next((doubt.said(text) for doubt in doubts if doubt.why == TOO_MANY), "")


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in dict.fromkeys(words))


def _why(parses: Sequence[Parse], text: str) -> str:
    """Why a sentence of which all words are known means no rule."""
    doubts = [doubt for one in parses for doubt in one.doubts]
    if doubts:
        doubt = next((doubt for doubt in doubts if doubt.why == TOO_MANY), doubts[0])
        return f"{doubt.said(text)} {PEOPLE}"
    rest = text[max((one.stuck for one in parses), default=len(text)) :].strip(" .!")
    if not rest:
        return f"Not understood as a whole: it is not finished, or not said as the companion knows it. {PEOPLE}"
    return f"Not understood from here on: “{rest}”. {PEOPLE}"


def _trimmed(draft: Draft, text: str) -> tuple[Mark, ...]:
    """The marks side by side: who ends where what they do begins."""
    done = next(mark for mark in draft.marks if mark.part == "when")
    marks = []
    for mark in draft.marks:
        end = done.start if mark.part == "who" and mark.start < done.start < mark.end else mark.end
        marks.append(Mark(mark.start, mark.start + len(text[mark.start : end].rstrip()), mark.part))
    return tuple(marks)
