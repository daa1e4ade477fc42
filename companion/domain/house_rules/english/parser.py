"""All the ways to read a sentence: lark finds them in the kinds of its words, and Drinkers has what each means.

The work for a sentence is counted in steps and limited, so that no sentence can keep the server busy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from .drinkers import Drinkers
from .meaning import Doubt, Draft, Span
from .vocabulary import Kind, Kinds

if TYPE_CHECKING:
    from lark import Token
    from lark.grammar import Rule, Symbol
    from lark.parsers.earley import Parser
    from lark.parsers.earley_forest import PackedNode, SymbolNode, TokenNode

MOST_STEPS = 8000  # people's sentences take up to 2,000, the longest that the companion itself writes 5,100
Meant = tuple[Span, tuple[Any, ...]]
NOTHING: tuple[Meant, ...] = (((0, 0), ()),)


METHODS = Drinkers()  # each is named after the rule of the grammar whose meaning it works out
KINDS = re.compile(r"\b[A-Z][A-Z_]*\b")  # the kinds of words in the grammar


class TooMuch(Exception):
    """A sentence took more steps than allowed."""


class Effort:
    """The steps that one sentence took so far, in all attempts to read it."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = most
        self.steps = 0

    def step(self) -> None:
        """Counts one step; raises TooMuch above the limit."""
        self.steps += 1
        if self.steps > self.most:
            raise TooMuch


class Parse(msgspec.Struct, frozen=True):
    """The rules and doubts that a sentence can mean; `stuck` is the index where a failed reading stopped, or -1."""

    drafts: tuple[Draft, ...]
    doubts: tuple[Doubt, ...]
    stuck: int


@cache
def _grammar() -> LookaheadParser:
    """Made when the first sentence is read, because it takes a while."""
    from lark import Lark
    from lark.lexer import Lexer

    class Words(Lexer):
        """Does nothing, because the words have their kinds already."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
            raise NotImplementedError

    rules = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    kinds = " ".join(sorted(set(KINDS.findall(rules))))
    lark = Lark(f"{rules}\n%declare {kinds}\n", parser="earley", lexer=Words, ambiguity="forest")
    return LookaheadParser(lark.parser.parser)


def parse(ways: Iterable[Kinds], effort: Effort) -> Parse:
    """Every way to read a sentence whose words are all known, in each of the kinds that its words can be of.

    Raises TooMuch if that takes too many steps.
    """
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    facts: list[Any] = []
    stuck = -1
    for words in filter(None, ways):
        try:
            forest = _grammar().read(words, effort)
        except UnexpectedToken as at:
            stuck = max(stuck, getattr(at.token, "start_pos", -1))
        except UnexpectedInput:
            stuck = max(stuck, words[-1].end)
        else:
            facts += [fact for _, meant in _Meanings(effort).of(forest) for fact in meant]
    drafts = tuple(fact for fact in facts if isinstance(fact, Draft))
    return Parse(drafts, tuple(fact for fact in facts if isinstance(fact, Doubt)), stuck)


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
            yield from self._of(way, _method(way))

    def _of(self, way: PackedNode, means: Any) -> Iterator[Meant]:
        """One way to read a part: every meaning of its beginning, combined with every meaning of its end."""
        ends = self.of(way.right)
        for beginning in self.of(way.left):
            for end in ends:
                self.effort.step()
                at, facts = _joined(beginning, end)
                if means is None:
                    yield at, facts
                elif (fact := means(at, *facts)) is not None:
                    yield at, (fact,)


def _method(way: PackedNode) -> Any:
    """The method for the grammar rule that was used; None for a rule that hands its parts on."""
    return None if way.parent.is_intermediate else getattr(METHODS, way.rule.alias or way.rule.origin.name, None)


def _word(token: Token) -> Meant:
    place = (token.start_pos or 0, token.end_pos or 0)
    return place, (Kind(token.type, str(token), *place),)


def _joined(beginning: Meant, end: Meant) -> Meant:
    """The two as one part; a side without facts does not count for the place."""
    (first, some), (last, more) = beginning, end
    return ((first[0], last[1]), some + more) if some and more else beginning if some else end


class LookaheadParser:
    """An Earley parser, which finds every way to read a sentence; it skips rules that the next word rules out."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.rules: dict[Symbol, list[Rule]] = {}
        for rule in parser.parser_conf.rules:
            self.rules.setdefault(rule.origin, []).append(rule)
        self.possible = cache(self._possible)

    def read(self, words: Kinds, effort: Effort) -> SymbolNode:
        """All ways to read the words, with what they share only once; raises lark's UnexpectedInput if there is none.

        Every step counts: what is expected next, and every part that was found.
        """
        parser = copy(self.parser)
        sentence = _Sentence(self, words, effort)
        parser.predictions = sentence  # type: ignore[assignment]
        parser.SymbolNode = sentence.part  # type: ignore[assignment]
        return parser.parse(sentence, "start")  # type: ignore[no-untyped-call, no-any-return]

    def _possible(self, symbol: Symbol, kind: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules[symbol] if self._can_begin(rule, kind))

    def _can_begin(self, rule: Rule, kind: str) -> bool:
        for symbol in rule.expansion:
            first = {symbol} if symbol.is_term else self.parser.FIRST[symbol]
            if any(terminal.name == kind for terminal in first):
                return True
            if symbol not in self.parser.NULLABLE:
                return False
        return True


class _Sentence:
    """The words of one sentence, and which grammar rules can go on at the word that is read next."""

    def __init__(self, grammar: LookaheadParser, words: Kinds, effort: Effort) -> None:
        self.grammar, self.words, self.effort = grammar, words, effort
        self.next = words[0].kind

    def lex(self, expects: Any) -> Iterator[Token]:
        """The words as the parser takes them, one by one."""
        from lark import Token

        for word in self.words:
            self.next = word.kind
            yield Token(word.kind, word.value, start_pos=word.start, end_pos=word.end)
        self.next = ""

    def part(self, *place: Any) -> SymbolNode:
        """Counts a part of the sentence that was found, and makes its node."""
        self.effort.step()
        return self.grammar.parser.SymbolNode(*place)  # type: ignore[no-untyped-call]

    def __getitem__(self, symbol: Symbol) -> tuple[Rule, ...]:
        self.effort.step()
        return self.grammar.possible(symbol, self.next)
