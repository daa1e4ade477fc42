"""What the yacht games share: what each open box would score, the score sheet, and what last place costs."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from .fines import Fine

Stake = Annotated[int, Meta(ge=0, le=20)]


class Scoring(NamedTuple):
    """What a box would score now, beside the most it can."""

    box: str
    points: int
    most: int


def ranked(most: Mapping[str, int], points: Callable[[str], int], open_boxes: Collection[str]) -> list[Scoring]:
    """The open boxes by what they would score, best first; of equals first the one that gives least away."""
    found = [Scoring(box, points(box), most[box]) for box in most if box in open_boxes]
    return sorted(found, key=lambda scoring: (-scoring.points, scoring.most))


def last_of(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Those in last place; nobody if all tie."""
    lowest = min(scores.values())
    if lowest == max(scores.values()):
        return ()
    return tuple(player for player, score in scores.items() if score == lowest)


def lost(scores: Mapping[str, int], stake: int, game: str) -> tuple[Fine, ...]:
    """The stake for each in last place, when a game has finished by itself."""
    return tuple(Fine(player, stake, "lost game", f"last in {game}: {scores[player]}") for player in last_of(scores))


class Offer(msgspec.Struct, frozen=True):
    """An open box as a phone shows it: what it would score (None while nothing lies there), beside the most it can."""

    box: str
    name: str
    points: int | None
    most: int


def offered(
    most: Mapping[str, int],
    open_boxes: Collection[str],
    spoken: Mapping[str, str],
    points: Callable[[str, Any], int],
    laid: Sequence[Any],
    full: int = 5,
) -> tuple[Offer, ...]:
    """The open boxes with their names: once all is laid the best first, before that in the order of the sheet."""
    if len(laid) < full:
        return tuple(Offer(box, titled(spoken[box]), None, most[box]) for box in most if box in open_boxes)
    best = ranked(most, lambda box: points(box, laid), open_boxes)
    return tuple(Offer(box, titled(spoken[box]), points, most) for box, points, most in best)


def titled(name: str) -> str:
    """The name of a box at the beginning of a line."""
    return name[:1].upper() + name[1:]


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
