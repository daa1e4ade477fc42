"""All the ways to read a sentence: lark finds them in the kinds of its words, Sense says what each means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from .composing import Composing
from .drinking import Drinking
from .effort import Effort
from .facts import Doubt, Draft, Span
from .foreseeing import Foreseeing
from .grammar import DRINKERS, SENTENCE
from .happened import Happened
from .happenings import HAPPENINGS
from .kinds import Kind, Kinds
from .words import ALWAYS_TEXT, KINDS

if TYPE_CHECKING:
    from lark import Token
    from lark.parsers.earley_forest import PackedNode, SymbolNode, TokenNode

Meant = tuple[Span, tuple[Any, ...]]
NOTHING: tuple[Meant, ...] = (((0, 0), ()),)


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
    lark = Lark(text, parser="earley", lexer=Words, ambiguity="forest")
    return Foreseeing(lark.parser.parser)


def parse(words: Kinds, effort: Effort) -> Parse:
    """Every way to read a sentence of which all words are known; raises TooMuch where that takes too many steps."""
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    if not words:
        return Parse()
    try:
        forest = _grammar().read(words, effort)
    except UnexpectedToken as stuck:
        return Parse(stuck=getattr(stuck.token, "start_pos", -1))
    except UnexpectedInput:
        return Parse(stuck=words[-1].end)
    facts = [fact for _, meant in _Meanings(effort).of(forest) for fact in meant]
    drafts = tuple(fact for fact in facts if isinstance(fact, Draft))
    return Parse(drafts, tuple(fact for fact in facts if isinstance(fact, Doubt)))


class _Meanings:
    """What the parts of a sentence mean, each part worked out once, though many ways to read it share the part."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.known: dict[int, tuple[Meant, ...]] = {}

    def of(self, node: SymbolNode | TokenNode | None) -> tuple[Meant, ...]:
        """Every meaning of a part: its place in the sentence, and its facts."""
        if node is None:
            return NOTHING
        if id(node) not in self.known:
            self.known[id(node)] = tuple(dict.fromkeys(self._all(node)))
        return self.known[id(node)]

    def _all(self, node: SymbolNode | TokenNode) -> Iterator[Meant]:
        if not hasattr(node, "children"):
            yield _word(node.token)
            return
        for way in node.children:
            self.effort.step()
            yield from self._of(way, _sense(way))

    def _of(self, way: PackedNode, means: Any) -> Iterator[Meant]:
        """One way to read a part: what its beginning and its end may mean, each with each."""
        ends = self.of(way.right)
        for beginning in self.of(way.left):
            for end in ends:
                self.effort.step()
                at, facts = _joined(beginning, end)
                if means is None:
                    yield at, facts
                elif (fact := means(at, *facts)) is not None:
                    yield at, (fact,)


def _sense(way: PackedNode) -> Any:
    """What the grammar's rule means that this is a way to read by; None for a rule that hands its parts on."""
    return None if way.parent.is_intermediate else getattr(SENSE, way.rule.alias or way.rule.origin.name, None)


def _word(token: Token) -> Meant:
    place = (token.start_pos or 0, token.end_pos or 0)
    return place, (Kind(token.type, str(token), *place),)


def _joined(beginning: Meant, end: Meant) -> Meant:
    """The two as one part; what has no facts has no place either."""
    (first, some), (last, more) = beginning, end
    return ((first[0], last[1]), some + more) if some and more else beginning if some else end
