"""Pieces: how the text of a region that a phone has becomes the text it is to have, without all that stayed."""

from __future__ import annotations

from itertools import compress, count
from operator import ne
from typing import Any

import msgspec

WORTH = 0.7  # of the whole; a piece that is not shorter than that is not worth putting together

Change = tuple[int, int, list[str]]


def piece(region: str, old: str, new: str) -> str:
    """The JSON that makes the old text of the region the new one; nothing where that is not worth it."""
    line = msgspec.json.encode([region, changes(old, new)]).decode()
    return line if len(line) < len(new) * WORTH else ""


def changes(old: str, new: str) -> list[Change]:
    """What differs between two texts cut before each tag: from which part on how many parts give way to which.

    The last one stands first, so that the places of the others stay right (`whole` in static/live.js).
    """
    was, now = old.split("<"), new.split("<")
    if len(was) == len(now):
        return _replaced(was, now)
    start = _same(zip(was, now, strict=False))
    end = _same(zip(reversed(was[start:]), reversed(now[start:]), strict=False))
    return [(start, len(was) - start - end, now[start : len(now) - end])]


def _replaced(was: list[str], now: list[str]) -> list[Change]:
    """Runs of parts that differ, where there are as many as before."""
    runs: list[tuple[int, list[str]]] = []
    for place in compress(count(), map(ne, was, now)):
        if not runs or place > runs[-1][0] + len(runs[-1][1]):
            runs.append((place, []))
        runs[-1][1].append(now[place])
    return [(start, len(parts), parts) for start, parts in reversed(runs)]


def _same(pairs: Any) -> int:
    """How many pairs are equal before the first that differ."""
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count
