"""Where everybody sits on the big screen: clockwise round the table, the first at the bottom."""

from __future__ import annotations

MOST = 18  # seats round one table; more are shown in rows


def sides(players: int) -> tuple[int, int, int]:
    """How many sit below, at each side, and above."""
    beside = 0 if players < 4 else 1 if players < 9 else 2 if players < 11 else 3
    rest = players - 2 * beside
    return rest // 2 or 1, beside, rest - (rest // 2 or 1)


def places(players: int) -> tuple[tuple[str, ...], int]:
    """Each seat's place in seat order, as in `below-2-of-3` or `left-1`, and how many rows that takes (0: no table).

    Seen from above the next seat clockwise from the bottom is on the left.
    """
    if players > MOST:
        return ("",) * players, 0
    below, beside, above = sides(players)
    bottom = [f"below-{number}-of-{below}" for number in range(1, below + 1)]
    left = [f"left-{number}" for number in range(beside, 0, -1)]
    top = [f"above-{number}-of-{above}" for number in range(1, above + 1)]
    right = [f"right-{number}" for number in range(1, beside + 1)]
    first = (below + 1) // 2
    seats = [*reversed(bottom[:first]), *left, *top, *right, *reversed(bottom[first:])]
    return tuple(seats[:players]), max(beside, 1) + 2
