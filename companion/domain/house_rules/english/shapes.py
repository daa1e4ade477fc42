"""Matches the shapes of shapes.txt with the words of a sentence.

A pattern is made once, into a small tree; what it says at some place of a sentence is a list of ways, each with the
place where it ends and the values that it found. Nothing is left out: every word of a way was asked for by its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from .words import Word, kinds

Values = tuple[tuple[str, Any], ...]  # the fields that were said, in the order of the sentence
Way = tuple[int, Values]
Slot = Callable[["Sentence", int], Iterator[Way]]
MOST_WAYS = 40  # of one pattern at one place; what people type has fewer than ten
SYNTAX = re.compile(
    r"(?P<open>[\[(])|(?P<close>[\])])|(?P<or>\|)|\{(?P<list>[^}]+)\}|<(?P<set>[^>]+)>|(?P<word>[^\s\[\](){}<>|]+)"
)


class Kind(msgspec.Struct, frozen=True):
    """A word of one of these kinds, or one of these very words."""

    names: frozenset[str]


class Part(msgspec.Struct, frozen=True):
    """One of the patterns in the list of this name; its value goes into the field."""

    name: str
    field: str


class Set(msgspec.Struct, frozen=True):
    """No word, but a value."""

    field: str
    value: str | int


class All(msgspec.Struct, frozen=True):
    """These patterns one after the other."""

    items: tuple[Any, ...]


class Any_(msgspec.Struct, frozen=True):
    """One of these patterns, or nothing if it may be left out."""

    items: tuple[Any, ...]
    may_be_left_out: bool = False


class Shape(msgspec.Struct, frozen=True):
    """A way to say something: under which heading and name it stands, and what must be said for it."""

    name: str
    fixed: tuple[tuple[str, ...], ...]
    pattern: Any


class Firsts(msgspec.Struct, frozen=True):
    """The kinds of words with which a pattern can begin; it can begin with any if that is not known."""

    kinds: frozenset[str]
    is_any: bool = False
    is_empty: bool = False


class Listed:
    """Patterns that may be tried at a place, found by the kinds of the word that stands there."""

    def __init__(self, patterns: Sequence[Any]) -> None:
        self.by_kind: dict[str, list[int]] = {}
        self.always: list[int] = []
        for place, pattern in enumerate(patterns):
            first = firsts(pattern)
            if first.is_any or first.is_empty:
                self.always.append(place)
            for kind in first.kinds:
                self.by_kind.setdefault(kind, []).append(place)

    def at(self, kinds: frozenset[str]) -> list[int]:
        """Which of the patterns can begin with a word of these kinds."""
        found = set(self.always)
        for kind in kinds:
            found.update(self.by_kind.get(kind, ()))
        return sorted(found)


class Table(msgspec.Struct, frozen=True):
    """All of shapes.txt: the parts of patterns, the shapes under each heading, and their examples."""

    parts: Mapping[str, tuple[tuple[Any, Values], ...]]
    shapes: Mapping[str, tuple[Shape, ...]]
    examples: tuple[tuple[str, str], ...]


def pattern_of(text: str) -> Any:
    """The tree of a pattern."""
    tokens = [(found.lastgroup, found[found.lastgroup or 0]) for found in SYNTAX.finditer(text)]
    tree, rest = _choice(tokens)
    assert not rest, text
    return tree


def _choice(tokens: list[Any]) -> tuple[Any, list[Any]]:
    """Items up to a closing bracket; a bar stands between two of them. In round brackets it parts whole patterns."""
    items: list[Any] = []
    while tokens and tokens[0][0] != "close":
        sort, text = tokens.pop(0)
        if sort == "or":
            other, tokens = _item(tokens)
            before = items.pop()
            if isinstance(before, Kind) and isinstance(other, Kind):
                items.append(Kind(before.names | other.names))
                continue
            items.append(
                Any_((*(before.items if isinstance(before, Any_) and not before.may_be_left_out else (before,)), other))
            )
        else:
            item, tokens = _item([(sort, text), *tokens])
            items.append(item)
    return (items[0] if len(items) == 1 else All(tuple(items))), tokens


def _item(tokens: list[Any]) -> tuple[Any, list[Any]]:
    """One word, list or value, or what stands in brackets."""
    (sort, text), *rest = tokens
    if sort == "open":
        if text == "[":
            inner, rest = _choice(rest)
            return Any_((inner,), may_be_left_out=True), rest[1:]
        return _group(rest)
    if sort == "list":
        name, _, field = text.partition(":")
        return Part(name, field or name), rest
    if sort == "set":
        field, _, value = text.partition("=")
        return Set(field, int(value) if value.isdigit() else value), rest
    return Kind(frozenset((text,))), rest


def _group(tokens: list[Any]) -> tuple[Any, list[Any]]:
    """What stands in round brackets: patterns with bars between them."""
    depth, end, bars = 0, 0, [-1]
    for end, (sort, _) in enumerate(tokens):
        if sort == "close" and depth == 0:
            break
        depth += {"open": 1, "close": -1}.get(sort, 0)
        if sort == "or" and depth == 0:
            bars.append(end)
    cuts = [tokens[one + 1 : two] for one, two in zip(bars, [*bars[1:], end], strict=True)]
    return Any_(tuple(_choice(cut)[0] for cut in cuts)), tokens[end + 1 :]


def _entries() -> Iterator[tuple[str, str, list[str]]]:
    """The entries of the table: under which heading, of what name, and the ways to say it."""
    heading, found = "", list[tuple[str, str, list[str]]]()
    for line in files(__package__).joinpath("shapes.txt").read_text(encoding="utf-8").splitlines():
        body = line.strip()
        if body[:1] in ("", "#"):
            continue
        if line[0] == "[" and line[-1] == "]":
            heading = body[1:-1]
            continue
        if line[0] != " ":
            name, _, body = body.partition(" = ") if heading in ("parts", "people") else (body, "", "")
            found.append((heading, name, []))
        is_example = body.startswith("e.g. ")
        ways = [way for way in body.removeprefix("e.g. ").split(" ; ") if way]
        found[-1][2].extend(f"e.g. {way}" if is_example else way for way in ways)
    yield from found


@cache
def table() -> Table:
    """The table, read when the first sentence is."""
    parts: dict[str, list[tuple[Any, Values]]] = {}
    shapes: dict[str, list[Shape]] = {}
    examples: list[tuple[str, str]] = []
    for heading, name, ways in _entries():
        if heading in ("parts", "people"):
            title, _, value = name.partition(":")
            parts.setdefault(title, []).extend((pattern_of(way), ((title, value),) if value else ()) for way in ways)
            continue
        kind, *fixed = name.split()
        fields = tuple(tuple(one.split("=")) for one in fixed)
        shapes.setdefault(heading, []).extend(Shape(kind, fields, pattern_of(way)) for way in ways if way[:4] != "e.g.")
        examples += [(name, way.removeprefix("e.g. ")) for way in ways if way[:4] == "e.g."]
    made = {list_: tuple(some) for list_, some in parts.items()}
    return Table(made, {heading: tuple(some) for heading, some in shapes.items()}, tuple(examples))


NOTHING = Firsts(frozenset(), is_empty=True)


FIRSTS: dict[int, Firsts] = {}  # of each pattern of the table, which are never made anew


def firsts(pattern: Any) -> Firsts:
    """With which words a pattern can begin, so that most need not be tried."""
    found = FIRSTS.get(id(pattern))
    if found is None:
        found = FIRSTS[id(pattern)] = _firsts(pattern)
    return found


def _firsts(pattern: Any) -> Firsts:
    match pattern:
        case Kind(names):
            return Firsts(names)
        case Set():
            return NOTHING
        case Part(name):
            return (
                _first_of([one for one, _ in table().parts[name]])
                if name in table().parts
                else BEGIN.get(name, ANYTHING)
            )
        case Any_(items, may_be_left_out):
            found = _first_of(items)
            return Firsts(found.kinds, found.is_any, is_empty=True) if may_be_left_out else found
    found = NOTHING
    for item in pattern.items:
        one = firsts(item)
        found = Firsts(found.kinds | one.kinds, found.is_any or one.is_any, one.is_empty)
        if not one.is_empty:
            return found
    return found


def _first_of(patterns: Sequence[Any]) -> Firsts:
    all_of = [firsts(one) for one in patterns]
    kinds = frozenset().union(*(one.kinds for one in all_of))
    return Firsts(kinds, any(one.is_any for one in all_of), any(one.is_empty for one in all_of))


ANYTHING = Firsts(frozenset(), is_any=True)
IN_CARDS = "a the any each rank suit colour named code num nums card"
BEGIN = {
    name: Firsts(frozenset(kinds.split()))
    for name, kinds in {
        "number": "num", "large": "num", "above": "num", "nth": "nth", "nums": "nums", "once": "once",
        "card": IN_CARDS, "surecard": IN_CARDS, "with": IN_CARDS,
    }.items()
}  # fmt: skip
"""The words with which a slot can begin; a box or a title can begin with any."""


@cache
def spoken() -> frozenset[str]:
    """The words that stand in the table themselves."""
    tree: list[Any] = [one.pattern for some in table().shapes.values() for one in some]
    tree += [pattern for some in table().parts.values() for pattern, _ in some]
    found: set[str] = set()
    while tree:
        match one := tree.pop():
            case Kind(names):
                found |= names
            case All() | Any_():
                tree += one.items
    return frozenset(found)


@cache
def names() -> frozenset[str]:
    """The names of the kinds, which are no words of a pattern."""
    return frozenset(name.partition(":")[0] for name in kinds())


class Sentence:
    """The words of a sentence, and what was found out about them."""

    def __init__(self, words: tuple[Word, ...], game: str | None, slots: Mapping[str, Slot]) -> None:
        self.words, self.game, self.slots, self.size = words, game, slots, len(words)
        self.known: dict[tuple[str, str, int], list[Way]] = {}
        self.shown: dict[tuple[str, int], list[tuple[Shape, int, Values]]] = {}
        self.kinds = [
            frozenset((*word.kinds, *({*word.bits} - names() if len(word.bits) == 1 else ()))) for word in words
        ]

    def kind(self, at: int, *names: str) -> bool:
        """Whether the word at this place is of one of these kinds."""
        return 0 <= at < len(self.words) and any(name in self.words[at].kinds for name in names)

    def ways(self, pattern: Any, at: int) -> list[Way]:
        """Where the pattern can end that begins here, and what it says."""
        sort = pattern.__class__
        if sort is Kind:
            return [(at + 1, ())] if at < self.size and not pattern.names.isdisjoint(self.kinds[at]) else []
        if sort is Part:
            return self._part(pattern.name, pattern.field, at)
        if sort is Any_:
            found = [way for item in pattern.items for way in self.ways(item, at)]
            return [*found, (at, ())] if pattern.may_be_left_out else found
        if sort is Set:
            return [(at, ((pattern.field, pattern.value),))]
        found = [(at, ())]
        for item in pattern.items:
            found = [(end, (*said, *more)) for stop, said in found for end, more in self.ways(item, stop)]
            if not found:
                return found
        return _once(found)

    def _part(self, name: str, field: str, at: int) -> list[Way]:
        """The ways of a list of patterns, or of a slot, found once for each place."""
        key = (name, field, at)
        if key not in self.known:
            if slot := self.slots.get(name):
                found = [
                    (end, tuple((field if one == name else one, value) for one, value in said))
                    for end, said in slot(self, at)
                ]
            else:
                found = []
                patterns = table().parts[name]
                for place in listed_in("parts", name).at(self.kinds[at] if at < self.size else NO_WORD):
                    pattern, value = patterns[place]
                    told = tuple((field, one) for _, one in value)
                    found += [(end, (*said, *told)) for end, said in self.ways(pattern, at)]
            self.known[key] = _once(found)
        return self.known[key]

    def part(self, name: str, at: int) -> list[Way]:
        """The ways of a list of patterns."""
        return self._part(name, name, at)

    def said(self, heading: str, at: int) -> list[tuple[Shape, int, Values]]:
        """All shapes under this heading that the sentence has here."""
        key = (heading, at)
        if key not in self.shown and at < self.size:
            shapes = table().shapes[heading]
            some = [shapes[place] for place in listed_in("shapes", heading).at(self.kinds[at])]
            self.shown[key] = [
                (shape, end, said) for shape in some for end, said in self.ways(shape.pattern, at) if end > at
            ]
        return self.shown.get(key, [])


NO_WORD = frozenset[str]()


@cache
def listed_in(where: str, name: str) -> Listed:
    """The patterns of a list or under a heading, by what they begin with."""
    if where == "parts":
        return Listed([pattern for pattern, _ in table().parts[name]])
    return Listed([shape.pattern for shape in table().shapes[name]])


def _once(ways: list[Way]) -> list[Way]:
    return list(dict.fromkeys(ways))[:MOST_WAYS] if len(ways) > 1 else ways
