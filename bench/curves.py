"""Curves as a small picture that a browser shows and a screen reader tells: no library, no script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from typing import NamedTuple

WIDE, HIGH, LEFT, FOOT, HEAD, GAP = 340, 220, 44, 34, 26, 150
COLOURS = ("#0b6e99", "#b45309", "#15803d", "#7e22ce", "#b91c1c")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2")
DECADES = (0.01, 0.1, 1.0, 10.0, 100.0)


class Curve(NamedTuple):
    """What something costs in milliseconds, by the size of what it depends on."""

    name: str
    points: dict[int, float]


Panel = tuple[str, Sequence[Curve]]


def drawn(panels: Sequence[Panel]) -> str:
    """The panels side by side, both axes by powers of ten."""
    wide = len(panels) * (WIDE + GAP)
    inner = "".join(_panel(panel, place * (WIDE + GAP)) for place, panel in enumerate(panels) if panel[1])
    words = escape(". ".join(_told(panel) for panel in panels if panel[1]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HIGH}" role="img" aria-labelledby="t d" '
        f'font-family="sans-serif" font-size="11">\n<title id="t">Cost against growth</title>\n'
        f'<desc id="d">{words}</desc>\n'
        f'<rect width="{wide}" height="{HIGH}" fill="#fff"/>\n{inner}</svg>\n'
    )


def _panel(panel: Panel, left: int) -> str:
    title, curves = panel
    sizes = sorted({size for curve in curves for size in curve.points})
    parts = [_text(left + LEFT, 14, f"{title}, milliseconds", "start", "bold")]
    for decade in DECADES:
        y = _y(decade)
        parts.append(f'<path d="M{left + LEFT} {y}h{WIDE - LEFT}" stroke="#ddd"/>\n')
        parts.append(_text(left + LEFT - 5, y + 4, f"{decade:g}", "end"))
    parts += [_text(left + _x(size, sizes), HIGH - 12, f"{size:,}", "middle") for size in sizes]
    parts += [_curve(curve, number, sizes, left) for number, curve in enumerate(curves)]
    return "".join(parts)


def _curve(curve: Curve, number: int, sizes: Sequence[int], left: int) -> str:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    places = [(left + _x(size, sizes), _y(ms)) for size, ms in curve.points.items()]
    line = " ".join(f"{x},{y}" for x, y in places)
    x, y = left + WIDE + 8, HEAD + 14 + number * 18
    key = f'<path d="M{x} {y - 4}h22" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>\n'
    stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
    return f'<polyline points="{line}" fill="none" {stroke}/>\n{key}' + _text(x + 27, y, curve.name, "start")


def _x(size: int, sizes: Sequence[int]) -> int:
    span = log10(sizes[-1] / sizes[0]) or 1
    return round(LEFT + 14 + (WIDE - LEFT - 40) * log10(size / sizes[0]) / span)


def _y(ms: float) -> int:
    low, high = log10(DECADES[0]), log10(DECADES[-1])
    place = (min(max(log10(max(ms, DECADES[0])), low), high) - low) / (high - low)
    return round(HIGH - FOOT - (HIGH - FOOT - HEAD) * place)


def _text(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>\n'


def _told(panel: Panel) -> str:
    title, curves = panel
    rows = (
        f"{curve.name}: " + ", ".join(f"{size:,} {ms:.2g} ms" for size, ms in curve.points.items()) for curve in curves
    )
    return f"{title}: " + "; ".join(rows)
