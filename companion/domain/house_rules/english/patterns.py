"""Finds which patterns match a row of words, in a time that grows with the words alone, whatever the patterns are.

All patterns are one automaton; its states are worked out when they are first needed, and kept.

Threads share it without a lock. States are only added, or all forgotten at once, and a state depends on its places
alone: if two threads work out the same one, either can be kept, and a thread can go on with one that was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

LONGEST = 60  # words of one match
MOST_STATES = 20_000  # beyond that those kept are forgotten, so that no sentence can fill the memory
_PIECES = re.compile(r"[a-z_0-9]+|[A-Z]+|[()|?*+]")


class State:
    """Where all patterns can be after some words: which of them are complete, and where each next word leads."""

    __slots__ = ("at", "complete", "moves")

    def __init__(self, at: frozenset[int], complete: tuple[int, ...]) -> None:
        self.at, self.complete = at, complete
        self.moves: dict[str, State | None] = {}


class Patterns:
    """Patterns written in kinds of words, with the usual ( | ) ? * +, and in the named parts, which are in capitals."""

    def __init__(self, patterns: Sequence[str], parts: Mapping[str, str], several: Mapping[str, Sequence[str]]) -> None:
        self.parts, self.several = parts, several
        self.free: list[list[int]] = []  # where each place leads without a word
        self.words: list[tuple[str, int] | None] = []  # and where with one
        self.ends: dict[int, int] = {}
        self.near: dict[int, frozenset[int]] = {}
        self.known: dict[frozenset[int], State] = {}
        first = self._place()
        for number, pattern in enumerate(patterns):
            start, end = self._alternatives(self._pieces(pattern))
            self.free[first].append(start)
            self.ends[end] = number
        self.start = self._state(self._reached([first]))

    def matches(self, words: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
        """For each pattern that matches from this word on: the index after its last word, and its number."""
        state: State | None = self.start
        for end in range(at, min(at + LONGEST, len(words))):
            assert state is not None
            if words[end] not in state.moves:
                if len(self.known) > MOST_STATES:
                    self.known.clear()
                    self.start = self._state(self.start.at)
                state.moves[words[end]] = self._after(state, words[end])
            state = state.moves[words[end]]
            if state is None:
                return
            yield from ((end + 1, number) for number in state.complete)

    def _after(self, state: State, word: str) -> State | None:
        steps = [self.words[place] for place in state.at]
        reached = self._reached([step[1] for step in steps if step is not None and step[0] == word])
        return self._state(reached) if reached else None

    def _state(self, at: frozenset[int]) -> State:
        state = self.known.get(at)
        if state is None:
            made = State(at, tuple(sorted(self.ends[place] for place in at if place in self.ends)))
            state = self.known.setdefault(at, made)
        return state

    def _reached(self, places: Sequence[int]) -> frozenset[int]:
        """Everywhere that these places lead without another word."""
        return frozenset().union(*map(self._near, places))

    def _near(self, place: int) -> frozenset[int]:
        if place not in self.near:
            seen, todo = {place}, [place]
            while todo:
                new = [there for there in self.free[todo.pop()] if there not in seen]
                seen.update(new)
                todo += new
            self.near[place] = frozenset(one for one in seen if self.words[one] or one in self.ends)
        return self.near[place]

    # Building the automaton

    def _place(self, word: tuple[str, int] | None = None) -> int:
        self.free.append([])
        self.words.append(word)
        return len(self.free) - 1

    def _pieces(self, pattern: str) -> list[str]:
        return _PIECES.findall(pattern)[::-1]

    def _alternatives(self, pieces: list[str]) -> tuple[int, int]:
        start, end = self._place(), self._place()
        while True:
            here = self._place()
            self.free[start].append(here)
            while pieces and pieces[-1] not in "|)":
                here = self._repeated(here, pieces)
            self.free[here].append(end)
            if not pieces or pieces.pop() == ")":
                return start, end

    def _repeated(self, here: int, pieces: list[str]) -> int:
        """Adds the next piece, which may be there once, at most once, or again and again."""
        piece = pieces.pop()
        if piece == "(":
            start, end = self._alternatives(pieces)
        elif piece.isupper():
            start, end = self._alternatives(self._pieces(self.parts[piece]))
        else:
            start, end = self._place(), self._place()
            for word in self.several.get(piece, (piece,)):
                self.free[start].append(self._place((word, end)))
        sign = pieces.pop() if pieces and pieces[-1] in "?*+" else ""
        self.free[here].append(start)
        out = self._place()
        self.free[end].append(out)
        if sign in ("?", "*"):
            self.free[here].append(out)
        if sign in ("*", "+"):
            self.free[end].append(start)
        return out
