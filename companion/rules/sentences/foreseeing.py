"""The grammar foreseeing the next word: of all that may follow, only what begins with that kind is tried."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from .effort import Effort
from .kinds import Kinds

if TYPE_CHECKING:
    from lark import Token
    from lark.grammar import Rule, Symbol
    from lark.parsers.earley import Parser
    from lark.parsers.earley_forest import SymbolNode


class Foreseeing:
    """An Earley grammar, which finds every way to read a sentence, without trying what the next word rules out."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.rules: dict[Symbol, list[Rule]] = {}
        for rule in parser.parser_conf.rules:
            self.rules.setdefault(rule.origin, []).append(rule)
        self.possible = cache(self._possible)

    def read(self, words: Kinds, effort: Effort) -> SymbolNode:
        """All ways to read the words, with what they share told once; raises lark's UnexpectedInput if there is none.

        Every step counts: what is expected next, and every part that was found.
        """
        parser = copy(self.parser)
        sentence = _Sentence(self, words, effort)
        parser.predictions = sentence  # type: ignore[assignment]
        parser.SymbolNode = sentence.part  # type: ignore[assignment]
        return parser.parse(sentence, "start")  # type: ignore[no-untyped-call, no-any-return]

    def _possible(self, symbol: Symbol, kind: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules[symbol] if self._may_begin(rule, kind))

    def _may_begin(self, rule: Rule, kind: str) -> bool:
        for symbol in rule.expansion:
            first = {symbol} if symbol.is_term else self.parser.FIRST[symbol]
            if any(terminal.name == kind for terminal in first):
                return True
            if symbol not in self.parser.NULLABLE:
                return False
        return True


class _Sentence:
    """The words of one sentence, and what the grammar may go on with at the word that is read next."""

    def __init__(self, grammar: Foreseeing, words: Kinds, effort: Effort) -> None:
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
        """A part of the sentence that was found."""
        self.effort.step()
        return self.grammar.parser.SymbolNode(*place)  # type: ignore[no-untyped-call]

    def __getitem__(self, symbol: Symbol) -> tuple[Rule, ...]:
        self.effort.step()
        return self.grammar.possible(symbol, self.next)
