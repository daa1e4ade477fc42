"""What every picture of the recap has: its words for who does not see it, and the table behind it."""

from __future__ import annotations

import msgspec

WIDTH = 340.0  # of every picture: a phone's, so that its letters are as large as the page's


class Behind(msgspec.Struct, frozen=True):
    """The table behind a picture, in words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Frame(msgspec.Struct, frozen=True):
    """A picture's name and size: `id` is that of its section, `told` says what is to be seen, `note` stands below."""

    id: str
    title: str
    told: str
    height: float
    behind: Behind
    note: str = ""
    width: float = WIDTH


def figure(number: float) -> str:
    """A number as people say it: one decimal below twenty, where it has any, and none above."""
    rounded = round(number, 1) if abs(number) < 20 else round(number)
    return f"{rounded:g}"
