"""All the ways to read a sentence: lark finds them in the kinds of its words, Sense says what each means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from .composing import Composing
from .drinking import Drinking
from .facts import Doubt, Draft, Span
from .foreseeing import Foreseeing
from .grammar import DRINKERS, SENTENCE
from .happened import Happened
from .happenings import HAPPENINGS
from .kinds import Kind, Kinds
from .words import ALWAYS_TEXT, KINDS

if TYPE_CHECKING:
    from lark import Token, Tree


class Sense(Composing, Drinking, Happened):
    """What every rule of the grammar means."""


SENSE = Sense()
OTHER_KINDS = (
    "NUMBER", "NTH", "PLURAL", "QUOTED", "NAME", "ONE_NAME", "PLAIN", "CODE", "DOES_THAT", "THAT_HAPPENS",
)  # fmt: skip


class Parse(msgspec.Struct, frozen=True):
    """The rules and doubts that a sentence may mean; if it means nothing, `stuck` is the word where reading ended."""

    drafts: tuple[Draft, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    stuck: int = -1


@cache
def _grammar() -> Foreseeing:
    """Made when the first sentence is read, so that nothing else waits for it."""
    from lark import Lark
    from lark.lexer import Lexer

    class Words(Lexer):
        """Words have their kinds already."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
            raise NotImplementedError

    kinds = " ".join(sorted({*KINDS, *OTHER_KINDS} - {"FILLER", *ALWAYS_TEXT}))
    text = f"{SENTENCE}{DRINKERS}{HAPPENINGS}\n%declare {kinds}\n"
    lark = Lark(text, parser="earley", lexer=Words, ambiguity="explicit")
    return Foreseeing(lark.parser.parser)


def parse(words: Kinds) -> Parse:
    """Every way to read a sentence of which all words are known."""
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    if not words:
        return Parse()
    try:
        tree = _grammar().read(words)
    except UnexpectedToken as stuck:
        return Parse(stuck=getattr(stuck.token, "start_pos", -1))
    except UnexpectedInput:
        return Parse(stuck=words[-1].end)
    facts = [fact for _, meant in _Meanings().of(tree) for fact in meant]
    drafts = tuple(fact for fact in facts if isinstance(fact, Draft))
    return Parse(drafts, tuple(fact for fact in facts if isinstance(fact, Doubt)))


class _Meanings:
    """What a tree means, with what each of its branches may mean worked out once."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[tuple[Span, tuple[Any, ...]], ...]] = {}

    def of(self, node: Token | Tree[Token]) -> tuple[tuple[Span, tuple[Any, ...]], ...]:
        """Every meaning of a branch: its place in the sentence, and its facts."""
        if id(node) not in self.known:
            self.known[id(node)] = tuple(dict.fromkeys(self._of(node)))
        return self.known[id(node)]

    def _of(self, node: Token | Tree[Token]) -> Iterator[tuple[Span, tuple[Any, ...]]]:
        if isinstance(node, str):
            place = (node.start_pos or 0, node.end_pos or 0)
            yield place, (Kind(node.type, str(node), *place),)
        elif node.data == "_ambig":
            for child in node.children:
                yield from self.of(child)
        else:
            means = getattr(SENSE, node.data, None)
            for meant in product(*map(self.of, node.children)):
                yield from _meant(means, meant)


def _meant(means: Any, parts: tuple[tuple[Span, tuple[Any, ...]], ...]) -> Iterator[tuple[Span, tuple[Any, ...]]]:
    facts = tuple(fact for _, some in parts for fact in some)
    places = [place for place, some in parts if some] or [(0, 0)]
    at = (places[0][0], places[-1][1])
    if means is None:
        yield at, facts
    elif (fact := means(at, *facts)) is not None:
        yield at, (fact,)
