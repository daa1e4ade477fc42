"""Each word of a sentence and its kind; a box of a game may be named by words that otherwise mean something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from ..cards import SUIT_SIGNS
from ..games import GAMES
from .numbers import joined, number
from .splitting import Piece, split
from .words import ALWAYS_TEXT, LONGEST, WORDS


class Kind(msgspec.Struct, frozen=True, gc=False):
    """One word or phrase: its kind ("" for a word not known), its value, and its place in the sentence as typed."""

    kind: str
    value: str
    start: int
    end: int


Kinds = tuple[Kind, ...]
ENDINGS = {"NUMBER": "", "NOTHING": "", "PLURAL": "s"}
SIGNS = dict(zip(SUIT_SIGNS.values(), SUIT_SIGNS, strict=True))
CODE = re.compile(r"(10|[2-9AKQJTakqjt])([♠♥♦♣])|(10|[2-9AKQJT])([HDC])|([KQJT])(S)")


def _code(typed: str) -> str:
    """The two signs of a card that was written short: 10♥ is TH."""
    return typed[:-1].upper().replace("10", "T") + SIGNS.get(typed[-1], typed[-1])


@cache
def names() -> dict[tuple[str, ...], str]:
    """How the boxes of all games are called, in plain words; a name that two boxes share names neither."""
    called: dict[tuple[str, ...], set[str]] = {}
    for game in GAMES.values():
        for box, spoken in game.boxes.items():
            for name in (box, spoken, *game.spoken.get(box, ())):
                called.setdefault(_plain(split(name)), set()).add(box)
    return {name: boxes.pop() for name, boxes in called.items() if len(boxes) == 1}


def _plain(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """The words with numbers in digits, so that five-same is 5 same."""
    return tuple(_in_digits(piece.plain) for piece in pieces)


def _in_digits(word: str) -> str:
    kind, digits = number(word) or ("", "")
    return digits + ENDINGS[kind] if kind in ENDINGS else word


def kinds(pieces: Sequence[Piece]) -> Kinds:
    """The words one after the other, the longest phrase first; fillers are left out."""
    found: list[Kind] = []
    at = 0
    while at < len(pieces):
        length, kind, value = _known(pieces[at:])
        found.append(Kind(kind, value, pieces[at].start, pieces[at + length - 1].end))
        at += length
    return tuple(one for one in found if one.kind != "FILLER")


def opened(words: Kinds) -> Kinds:
    """The sentence with the who that begins it as whoever: who plays a jack must drink."""
    if words and (words[0].kind, words[0].value) == ("WHO", "who"):
        return (replace(words[0], kind="WHOEVER"), *words[1:])
    return words


def _known(pieces: Sequence[Piece]) -> tuple[int, str, str]:
    """How many pieces the first word or phrase takes, its kind and its value."""
    first = pieces[0]
    if first.quoted:
        return 1, "QUOTED", first.typed
    if CODE.fullmatch(first.typed):
        return 1, "CODE", _code(first.typed)
    for length in range(min(LONGEST, len(pieces)), 0, -1):
        phrase = tuple(piece.plain for piece in pieces[:length])
        if phrase in WORDS:
            return length, *WORDS[phrase]
    if len(pieces) > 1 and (sum_of := joined(first.plain, pieces[1].plain)):
        return 2, "NUMBER", sum_of
    if first.plain.endswith("n't"):
        return 1, "NOT", ""
    return 1, *(number(first.plain) or ("", first.typed))


def with_names(pieces: Sequence[Piece]) -> Iterator[Kinds]:
    """The sentence once for each place where a box may be named: one word may be another as well (PLAIN), or not."""
    start = 0
    while start < len(pieces):
        length, box = next(_named(pieces[start:]), (1, ""))
        if box:
            first, last = pieces[start], pieces[start + length - 1]
            kind = "NAME" if length > 1 or first.quoted else "PLAIN" if _known((first,))[1] else "ONE_NAME"
            name = Kind(kind, box, first.start, last.end)
            yield (*kinds(pieces[:start]), name, *kinds(pieces[start + length :]))
        start += length


def _named(pieces: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    """The boxes that the first words name, the longest name first, with its number of words."""
    if pieces[0].quoted:
        lengths = {_plain(split(pieces[0].typed[1:-1])): 1}
    else:
        plain = _plain(pieces)
        lengths = {plain[:length]: length for length in range(len(plain), 0, -1)}
    return ((length, names()[name]) for name, length in lengths.items() if name in names())


def always_text(words: Kinds) -> Kind | None:
    """The first word with which a sentence always stays text: a negation, unless or except."""
    return next((word for word in words if word.kind in ALWAYS_TEXT), None)
