"""Fines over time, a line for each player: told apart by colour, dash and shape, and named where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from ...rules.recap import Fined, Sums, added
from ..scene import Scene, Who
from .frame import WIDTH, Behind, Frame
from .lettering import fitted

LEFT, RIGHT, TOP, AXIS = 26.0, WIDTH - 106, 8.0, 24.0  # the paper on which lines are drawn, and what is below it
LABEL, SPACING, NAME = 12.0, 15.0, 78.0
APART = 15.0  # between two words on the axis
MOST_STOPS = 40
TOKENS = "tokens"
NOT_COUNTED = "Not counted: what was taken over from somebody else, and being caught where it fell."
Point = tuple[float, float]


class FineLine(msgspec.Struct, frozen=True):
    """One player's line: its path, where their shape stands on it, and its name with the line that leads there."""

    who: Who
    name: str
    total: int
    path: str
    dots: tuple[Point, ...]
    label: float
    leads: str


class FinePlot(msgspec.Struct, frozen=True):
    """The lines on their paper: heights with their numbers, and where each game or deal begins and is named."""

    frame: Frame
    left: float
    right: float
    bottom: float
    heights: tuple[tuple[float, int], ...]
    edges: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    axis: str
    lines: tuple[FineLine, ...]


def fine_plots(scene: Scene, sums: Sums, per: str, units: str) -> tuple[FinePlot, ...]:
    """The lines of everybody who was fined, and those in tokens for themselves.

    `per` is what the axis counts: games of the night, deals or rounds.
    """
    note = NOT_COUNTED if sums.apart else ""
    kinds = ((sums.fines, "fines", units, note), (sums.paid, "tokens", TOKENS, ""))
    return tuple(_plot(scene, fines, per, *kind) for fines, *kind in kinds if fines)


def _plot(scene: Scene, fines: Sequence[Fined], per: str, name: str, units: str, note: str) -> FinePlot:
    """The lines of everybody who got one of these fines."""
    fined = added(fines)
    people = [who for who in scene.seated if who.id in fined]
    bottom = max(170.0, SPACING * len(people) + 20)
    top = max(fined.values())
    heights = tuple((_y(value, top, bottom), value) for value in _heights(top))
    parts = tuple(_parts(fines, per))
    return FinePlot(
        frame=Frame(
            id=name,
            title=f"Fines over time, in {units}",
            told=f"A line for each player that goes up with every fine. In the end: {_sums(people, fined)}.",
            height=bottom + AXIS,
            behind=Behind((per.capitalize(), "Fines"), tuple(_rows(scene, fines, per))),
            note=note,
        ),
        left=LEFT,
        right=RIGHT,
        bottom=bottom,
        heights=heights,
        edges=tuple(_x(start, fines) for _, start, _ in parts[1:]) if len(parts) <= MOST_STOPS else (),
        stops=tuple(_stops(parts, fines)),
        axis=per,
        lines=tuple(_lines(people, fines, bottom)),
    )


def _x(place: float, fines: Sequence[Fined]) -> float:
    return round(LEFT + (RIGHT - LEFT) * place / len(fines), 1)


def _y(value: float, top: int, bottom: float) -> float:
    return round(bottom - (bottom - TOP) * value / top, 1)


def _heights(top: int) -> range:
    """Round numbers up to the top, five at most."""
    step = next(part * 10**power for power in range(12) for part in (1, 2, 5) if top <= 4 * part * 10**power)
    return range(0, top + 1, step)


def _parts(fines: Sequence[Fined], per: str) -> Iterator[tuple[int, int, int]]:
    """The games, or deals, in which there were fines: their number, and from which place to which."""
    start = 0
    for number, some in groupby(fines, lambda fined: fined.game if per == "game" else fined.deal):
        end = start + len(list(some))
        yield number, start, end
        start = end


def _stops(parts: Iterable[tuple[int, int, int]], fines: Sequence[Fined]) -> Iterator[tuple[float, str]]:
    """The numbers on the axis, as many as there is room for."""
    last = 0.0
    for number, start, end in parts:
        middle = _x((start + end) / 2, fines)
        if number and middle - last >= APART:
            last = middle
            yield middle, str(number)


def _lines(people: Sequence[Who], fines: Sequence[Fined], bottom: float) -> Iterator[FineLine]:
    fined, steps = added(fines), _steps(fines)
    top = max(fined.values())
    ends = [_y(fined[who.id], top, bottom) for who in people]
    for place, (who, label) in enumerate(zip(people, _labels(ends, bottom), strict=True)):
        corners = [(_x(at, fines), _y(value, top, bottom)) for at, value in steps[who.id]]
        path = "".join(f"H{x:g}V{y:g}" for x, y in corners)
        yield FineLine(
            who=who,
            name=fitted(who.name, LABEL, NAME),
            total=fined[who.id],
            path=f"M{LEFT:g} {bottom:g}{path}H{RIGHT:g}",
            dots=_dots(corners, bottom, place, len(people)),
            label=label,
            leads=f"M{RIGHT:g} {ends[place]:g}L{RIGHT + 8:g} {label:g}",
        )


def _steps(fines: Sequence[Fined]) -> dict[str, list[tuple[int, int]]]:
    """After how many entries each player's fines had come to what."""
    steps: dict[str, list[tuple[int, int]]] = {}
    for place, fined in enumerate(fines, start=1):
        for player, amount in fined.sums:
            so_far = steps.setdefault(player, [])
            so_far.append((place, amount + (so_far[-1][1] if so_far else 0)))
    return steps


def _dots(corners: Sequence[Point], bottom: float, place: int, lines: int) -> tuple[Point, ...]:
    """Two places on a line for its shape, elsewhere on each line."""
    found = []
    for part in (0.25, 0.6):
        x = LEFT + (RIGHT - LEFT) * (part + 0.3 * place / lines)
        y = next((y for at, y in reversed(corners) if at <= x), bottom)
        found.append((round(x, 1), y))
    return tuple(point for point in found if point[1] < bottom)


def _labels(ends: Sequence[float], bottom: float) -> list[float]:
    """Where the names stand: beside the ends of their lines, as far as they do not cover one another."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    found, lowest = [0.0] * len(ends), TOP - SPACING + 4
    for place in order:
        lowest = found[place] = max(ends[place], lowest + SPACING)
    highest = bottom + SPACING
    for place in reversed(order):
        highest = found[place] = min(found[place], highest - SPACING)
    return [round(y, 1) for y in found]


def _rows(scene: Scene, fines: Sequence[Fined], per: str) -> Iterator[tuple[str, str]]:
    for number, start, end in _parts(fines, per):
        sums = added(fines[start:end])
        people = [who for who in scene.seated if who.id in sums]
        yield str(number) if number else "between games", _sums(people, sums)


def _sums(people: Iterable[Who], sums: Mapping[str, int]) -> str:
    return ", ".join(f"{who.name} {sums[who.id]}" for who in people)
