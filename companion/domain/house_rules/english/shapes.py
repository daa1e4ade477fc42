"""Matches the ways of shapes.txt to word a rule with the words of a sentence.

The ways of a list are one tree of words, in which those that begin alike share their beginning. Nothing is left out:
every word of a way was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ...games import THINGS
from .words import Word, kinds

Values = tuple[tuple[str, Any], ...]  # the fields that were said, in the order of the sentence
Way = tuple[int, Values]
Slot = Callable[["Sentence", int], Iterator[Way]]
MOST_WAYS = 40  # of one list at one place; what people type has fewer than ten
TOKENS = re.compile(r"[\[\]()/]|\{[^}]+\}|<[^>]+>|[^\s\[\](){}<>/]+")


class Node:
    """A place in the ways of a list: what may stand next, and what was said if one ends here."""

    def __init__(self) -> None:
        self.after: dict[str, Node] = {}
        self.words: dict[str, list[Node]] = {}
        self.lists: list[tuple[str, str, Node]] = []
        self.ends: list[Values] = []

    def behind(self, token: str) -> Node:
        """The place behind this word, these words or this list."""
        if token not in self.after:
            node = self.after[token] = Node()
            if token[0] == "{":
                name, _, field = token[1:-1].partition(":")
                self.lists.append((name, field or name, node))
            else:
                for word in token.split("|"):
                    self.words.setdefault(word, []).append(node)
        return self.after[token]

    def add(self, way: str, values: Values) -> None:
        """Adds a way to say these values; what may be left out makes several ways of it."""
        for tokens in spelt_out(iter(TOKENS.findall(way))):
            place, said = self, values
            for token in tokens:
                if token[0] == "<":
                    said += _values([token[1:-1]])
                else:
                    place = place.behind(token)
            place.ends.append(said)


def spelt_out(tokens: Iterator[str]) -> list[tuple[str, ...]]:
    """The tokens of each way, up to a closing bracket."""
    found: list[tuple[str, ...]] = []
    ways: list[tuple[str, ...]] = [()]
    for token in tokens:
        if token in ("]", ")"):
            break
        if token == "/":
            found, ways = found + ways, [()]
            continue
        more = spelt_out(tokens) if token in ("[", "(") else [(token,)]
        ways = [(*one, *two) for one in ways for two in ([*more, ()] if token == "[" else more)]
    return found + ways


def _values(said: list[str]) -> Values:
    """The fields and values of "led=true"."""
    pairs = (one.split("=") for one in said)
    return tuple((name, int(value) if value.isdigit() else value == "true" or value) for name, value in pairs)


def entries() -> Iterator[tuple[str, Values, str, str]]:
    """The lines of the table: of which list, with which values, the name of the entry, and one way to say it."""
    heading = name = entry = ""
    values: Values = ()
    for line in files(__package__).joinpath("shapes.txt").read_text(encoding="utf-8").splitlines():
        body = line.strip()
        if body[:1] in ("", "#"):
            continue
        if line[0] == "[" and line[-1] == "]":
            heading = body[1:-1]
            continue
        if line[0] != " ":
            entry, _, body = body.partition(" = ")
            if heading == "parts":
                name, _, value = entry.partition(":")
                values = ((name, value),) if value else ()
            else:
                name, (shape, *fixed) = heading, entry.split()
                values = (("shape", shape), *_values(fixed))
        is_example = body.startswith("e.g. ")
        for way in filter(None, body.removeprefix("e.g. ").split(" ; ")):
            yield "e.g." if is_example else name, values, entry, way


@cache
def lists() -> dict[str, Node]:
    """The lists of shapes.txt with what games declare, read when the first sentence is."""
    found: dict[str, Node] = {}
    of_games = [
        ("triggers", (("shape", when.on), *msgspec.to_builtins(when).items()), "", way)
        for when, said in THINGS.items()
        for way in said.ways.split(" ; ")
    ]
    for name, values, _, way in [*entries(), *of_games]:
        if name != "e.g.":
            found.setdefault(name, Node()).add(way, values)
    return found


@cache
def names() -> frozenset[str]:
    """The names of the kinds, which are no words of a way."""
    return frozenset(name.partition(":")[0] for name in kinds())


class Sentence:
    """The words of a sentence, and what was found out about them."""

    def __init__(self, words: tuple[Word, ...], game: str | None, slots: Mapping[str, Slot]) -> None:
        self.words, self.game, self.slots, self.size = words, game, slots, len(words)
        self.known: dict[tuple[str, int], list[Way]] = {}
        self.kinds = [
            (*word.kinds, *(word.bits if len(word.bits) == 1 and word.bits[0] not in names() else ())) for word in words
        ]

    def kind(self, at: int, *names: str) -> bool:
        """Whether the word at this place is of one of these kinds."""
        return 0 <= at < self.size and not self.words[at].kinds.keys().isdisjoint(names)

    def ways(self, name: str, at: int) -> list[Way]:
        """Where the ways of a list or a slot end that begin here, and what they say: found once for each place."""
        key = (name, at)
        if key not in self.known:
            found = list[Way]()
            if slot := self.slots.get(name):
                found += slot(self, at)
            elif name in lists():
                self.walk(lists()[name], at, (), found)
            elif self.kind(at, name):
                value = self.words[at].kinds[name]
                found.append((at + 1, ((name, int(value) if value.isdigit() else value),)))
            self.known[key] = list(dict.fromkeys(found))[:MOST_WAYS] if len(found) > 1 else found
        return self.known[key]

    def walk(self, node: Node, at: int, said: Values, found: list[Way]) -> None:
        for values in node.ends:
            found.append((at, said + values))
        if at < self.size:
            for kind in self.kinds[at]:
                for after in node.words.get(kind, ()):
                    self.walk(after, at + 1, said, found)
        for name, field, after in node.lists:
            for end, more in self.ways(name, at):
                if field != name:
                    more = tuple((field if one == name else one, value) for one, value in more)
                self.walk(after, end, said + more, found)
