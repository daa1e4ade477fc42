"""The boxes of a yacht game: what everybody got in each, as a part of the most it can have."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...rules.games import GAMES
from ...rules.recap import Chapter
from ...rules.yachting import titled
from ..scene import Scene, Who
from .frame import WIDTH, Behind, Frame
from .lettering import fitted

NAMES, HEAD, HIGH, LETTERS, GAP = 96.0, 26.0, 26.0, 12.0, 8.0


class BoxCell(msgspec.Struct, frozen=True):
    """A box that was filled: its points, and how wide its bar is."""

    x: float
    y: float
    points: int
    bar: float


class BoxColumn(msgspec.Struct, frozen=True):
    """A player's column, `x` being its left edge."""

    who: Who
    name: str
    x: float
    cells: tuple[BoxCell, ...]


class BoxPlot(msgspec.Struct, frozen=True):
    """The boxes one below the other, a column for each player; `broad` is the width of a full bar."""

    frame: Frame
    boxes: tuple[tuple[float, str], ...]
    columns: tuple[BoxColumn, ...]
    broad: float


def box_plot(scene: Scene, chapter: Chapter) -> BoxPlot | None:
    """The boxes of a game; None where none was filled, or none may be seen."""
    game, players = GAMES[chapter.kind], tuple(chapter.boxes)
    if not players:
        return None
    wide = (WIDTH - NAMES) / len(players)
    columns = tuple(_column(scene, chapter, player, place, wide) for place, player in enumerate(players))
    names = {box: titled(name) for box, name in game.boxes.items()}
    told = "; ".join(f"{scene.name(player)} filled {len(boxes)} boxes" for player, boxes in chapter.boxes.items())
    frame = Frame(
        id="boxes",
        title="Boxes filled",
        told=f"A bar for each box, as long as the points are of the most it can have: {told}.",
        height=HEAD + HIGH * len(names),
        behind=Behind(("Box", "Points"), tuple(_rows(scene, chapter, names))),
        note="A full bar is the most that box can have.",
    )
    boxes = tuple((HEAD + HIGH * place, fitted(name, LETTERS, NAMES - 4)) for place, name in enumerate(names.values()))
    return BoxPlot(frame, boxes, columns, round(min(wide - GAP, 90.0), 1))


def _column(scene: Scene, chapter: Chapter, player: str, place: int, wide: float) -> BoxColumn:
    x, who = NAMES + place * wide, scene.people[player]
    order = tuple(GAMES[chapter.kind].boxes)
    cells = (
        BoxCell(
            x=round(x, 1),
            y=HEAD + HIGH * order.index(box),
            points=filled.points,
            bar=round(min(wide - GAP, 90.0) * filled.points / filled.most, 1),
        )
        for box, filled in chapter.boxes[player].items()
    )
    return BoxColumn(who, fitted(who.name, LETTERS, wide - 18), round(x, 1), tuple(cells))


def _rows(scene: Scene, chapter: Chapter, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    for box, name in names.items():
        got = (f"{scene.name(player)} {boxes[box].points}" for player, boxes in chapter.boxes.items() if box in boxes)
        yield name, ", ".join(got) or "nobody"
