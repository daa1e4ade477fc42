"""Shared by the two yacht games: boxes and their scores, the score sheet, and the fine for last place."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..events import Count, Event, Id
from ..fines import Fine
from ..measure import titled
from .game import Changes

AVERAGE = "These are the totals of those who have filled the most boxes; the tick is their average."
Stake = Annotated[int, Meta(ge=0, le=20)]


class RoundEvent(Event, frozen=True):
    """An event that a player can make only once in a round."""

    slot: ClassVar[tuple[str, ...]] = ("round", "player")
    round: Count
    player: Id

    def place_in_words(self, name: Callable[[str], str]) -> str:
        return f"round {self.round} of {name(self.player)}" if self.type.endswith(".scored") else ""


class Scoring(NamedTuple):
    """What a box would score now, and the most it can score."""

    box: str
    points: int
    most: int


class Place(msgspec.Struct, frozen=True):
    """A box at its place on a player's card: what it `needs`, and what it is `filled` with or would score.

    `points` is None once it is filled, and before there are five cards or dice. Of all open boxes `best` scores most.
    """

    box: str
    name: str
    needs: str
    most: int
    filled: int | None = None
    points: int | None = None
    best: bool = False


Columns = tuple[tuple[Place, ...], tuple[Place, ...]]


class Line(msgspec.Struct, frozen=True):
    """A line of the score sheet: its name, what it needs and scores, and the text of each column.

    `filled` is the field and value of the events that fill it, as in `box=low`; "" for a sum.
    """

    name: str
    needs: str
    cells: tuple[str, ...]
    filled: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A score sheet: its columns (players' ids, or "" to write a name by hand), its boxes, and the sums below.

    `heads` is what the first column has.
    """

    title: str
    columns: tuple[str, ...]
    boxes: tuple[Line, ...]
    sums: tuple[Line, ...]
    heads: str = "Box"


class Box(NamedTuple):
    """A box: its highest score, what it needs in words, the test of five cards or dice, and other names for it."""

    most: int
    needs: str
    fits: Callable[[Any], bool] | None = None
    also_called: tuple[str, ...] = ()


class Boxes:
    """The boxes of a game in the order of its sheet: highest scores, names in a sentence, and further names.

    `points` is the score of five cards or dice in a box; the card of a player has the first boxes in its `left` column.
    """

    def __init__(
        self, boxes: Mapping[str, Box], spoken: dict[str, str], points: Callable[[str, Any], int], left: int
    ) -> None:
        self.needs = {name: box.needs for name, box in boxes.items()}
        self.most = {name: box.most for name, box in boxes.items()}
        self.also_called = {name: box.also_called for name, box in boxes.items() if box.also_called}
        self.spoken, self.points, self.left = spoken, points, left
        self.titles = {name: titled(spoken) for name, spoken in spoken.items()}

    def open(self, filled: Collection[str]) -> list[str]:
        """The boxes not filled yet."""
        return [box for box in self.most if box not in filled]

    def best(self, laid: Sequence[Any], among: Collection[str]) -> list[Scoring]:
        """What each of these boxes would score, best first; among equal scores the lowest maximum first."""
        found = [Scoring(box, self.points(box, laid), self.most[box]) for box in self.most if box in among]
        return sorted(found, key=lambda scoring: (-scoring.points, scoring.most))

    def wisest(self, laid: Sequence[Any], among: Collection[str]) -> Scoring:
        """The box that gains most over its usual score, which is about a third of its highest."""
        return max(self.best(laid, among), key=lambda box: box.points - box.most / 3)

    def card(self, laid: Sequence[Any], filled: Mapping[str, int]) -> Columns:
        """All boxes at their places, left and right; once there are five cards or dice, with what each would score."""
        now = self.best(laid, self.open(filled)) if len(laid) == 5 else []
        points = {scoring.box: scoring.points for scoring in now}
        best = now[0].box if now and now[0].points else None
        places = tuple(
            Place(box, name, self.needs[box], self.most[box], filled.get(box), points.get(box), box == best)
            for box, name in self.titles.items()
        )
        return places[: self.left], places[self.left :]

    def sheet(
        self, title: str, columns: Sequence[str], filled: Sequence[Mapping[str, int] | None], *sums: Line
    ) -> Sheet:
        """The score sheet with the boxes that everybody filled; None for a column that is hidden or empty."""
        instead = "?" if any(columns) else ""
        boxes = []
        for box, name in self.titles.items():
            cells = tuple(instead if column is None else str(column.get(box, "")) for column in filled)
            boxes.append(Line(name, self.needs[box], cells, f"box={box}"))
        return Sheet(title, tuple(columns), tuple(boxes), sums)


def alike(these: Iterable[Any]) -> list[int]:
    """How many dice show the same number, or cards the same rank, the most first: 2 5 2 5 2 is 3, 2."""
    return sorted(Counter(these).values(), reverse=True)


def lost(scores: Mapping[str, int], stake: int, game: str) -> tuple[Fine, ...]:
    """The stake for everybody in last place, when a game has finished by itself; nobody is charged if all tie."""
    lowest, highest = min(scores.values()), max(scores.values())
    last = (player for player, score in scores.items() if score == lowest < highest)
    return tuple(Fine(player, stake, "lost game", f"last in {game}: {lowest}") for player in last)


def swapped(old: Any, new: Any, others: Sequence[tuple[int, Any]], boxes: Iterable[str]) -> Iterator[Changes]:
    """The orders of changes by which two hands or throws of a player swap their boxes.

    The first of `others` is the entry that is changed; a box that the player has not filled lends itself in between.
    """
    (seq, _), *rest = others
    filled = {event.box: (at, event) for at, event in rest if event.type == old.type and event.player == old.player}
    if new.box == old.box or new.box not in filled:
        return
    at, event = filled[new.box]
    for free in boxes:
        if free not in filled and free != old.box:
            yield (at, replace(event, box=free)), (seq, new), (at, replace(event, box=old.box))
