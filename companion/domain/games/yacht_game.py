"""What the two yacht games share: their boxes and what they score, the score sheet, and what last place costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from ..fines import Fine

Stake = Annotated[int, Meta(ge=0, le=20)]


class Scoring(NamedTuple):
    """What a box would score now, beside the most it can."""

    box: str
    points: int
    most: int


class Offer(msgspec.Struct, frozen=True):
    """An open box as a phone shows it: what it would score (None while nothing lies there), beside the most it can."""

    box: str
    name: str
    points: int | None
    most: int


class Line(msgspec.Struct, frozen=True):
    """A line of the score sheet: its name, what it needs and gives, and what stands in each column."""

    name: str
    needs: str
    cells: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A score sheet: its columns (players' ids, or nothing for a name to be written), boxes, and sums below them."""

    title: str
    columns: tuple[str, ...]
    boxes: tuple[Line, ...]
    sums: tuple[Line, ...]


class Boxes(msgspec.Struct, frozen=True):
    """The boxes of a game in the order of its sheet: what each needs in words, its most, how people say it.

    `points` says what the five cards or dice that lie there score in a box.
    """

    needs: dict[str, str]
    most: dict[str, int]
    spoken: dict[str, str]
    points: Callable[[str, Any], int]

    def open(self, filled: Collection[str]) -> list[str]:
        """The boxes not filled yet."""
        return [box for box in self.most if box not in filled]

    def best(self, laid: Sequence[Any], among: Collection[str]) -> list[Scoring]:
        """What each of these boxes would score, best first; of equals first the one that gives least away."""
        found = [Scoring(box, self.points(box, laid), self.most[box]) for box in self.most if box in among]
        return sorted(found, key=lambda scoring: (-scoring.points, scoring.most))

    def wisest(self, laid: Sequence[Any], among: Collection[str]) -> Scoring:
        """The box that gains most on what it usually comes to, which is about a third of the most it can."""
        return max(self.best(laid, among), key=lambda box: box.points - box.most / 3)

    def offers(self, laid: Sequence[Any], filled: Collection[str]) -> tuple[Offer, ...]:
        """The open boxes with their names: once five lie there the best first, before that in their order."""
        among = self.open(filled)
        if len(laid) < 5:
            return tuple(Offer(box, titled(self.spoken[box]), None, self.most[box]) for box in among)
        return tuple(Offer(box, titled(self.spoken[box]), *worth) for box, *worth in self.best(laid, among))

    def sheet(
        self, title: str, columns: Sequence[str], filled: Sequence[Mapping[str, int] | None], *sums: Line
    ) -> Sheet:
        """The score sheet with what everybody filled; None where that is hidden, or to be written."""
        instead = "?" if any(columns) else ""
        boxes = (
            Line(titled(self.spoken[box]), self.needs[box], tuple(_cell(one, box, instead) for one in filled))
            for box in self.most
        )
        return Sheet(title, tuple(columns), tuple(boxes), sums)


def alike(these: Iterable[Any]) -> list[int]:
    """How many dice show the same number, or cards the same rank, the most first: 2 5 2 5 2 is 3, 2."""
    return sorted(Counter(these).values(), reverse=True)


def _cell(filled: Mapping[str, int] | None, box: str, instead: str) -> str:
    return instead if filled is None else str(filled.get(box, ""))


def last_of(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Those in last place; nobody if all tie."""
    lowest = min(scores.values())
    if lowest == max(scores.values()):
        return ()
    return tuple(player for player, score in scores.items() if score == lowest)


def lost(scores: Mapping[str, int], stake: int, game: str) -> tuple[Fine, ...]:
    """The stake for each in last place, when a game has finished by itself."""
    return tuple(Fine(player, stake, "lost game", f"last in {game}: {scores[player]}") for player in last_of(scores))


def titled(name: str) -> str:
    """The name of a box at the beginning of a line."""
    return name[:1].upper() + name[1:]
