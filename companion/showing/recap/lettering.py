"""How long words are when they are drawn: a picture cannot wrap or cut them by itself, and knows nothing of fonts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

NARROW, WIDE = frozenset("iljtfrI.,:;'’|!()[]1 ·-"), frozenset("mwMW@%—…")
UNDRAWN = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}  # may stand in a name, but not in XML


def width(words: str, size: float) -> float:
    """About how wide these words are at a size, in an ordinary font; rather too wide than too narrow."""
    return sum(map(_em, words)) * size


def _em(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    if letter in NARROW:
        return 0.38
    if letter in WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1.02
    return 0.72 if letter.isupper() else 0.63


def fitted(words: str, size: float, most: float) -> str:
    """The words, cut where they would be wider than `most`."""
    words = words.translate(UNDRAWN)
    if width(words, size) <= most:
        return words
    while words and width(words, size) + size > most:
        words = words[:-1]
    return f"{words.rstrip(chr(0x200D)).rstrip()}…"


def lines(words: str, size: float, most: float, number: int) -> tuple[str, ...]:
    """The words in so many lines at most, broken at blanks, and the last one cut where it must be."""
    found = list(_broken(words, size, most))
    rest = " ".join(found[number - 1 :])
    return tuple(fitted(line, size, most) for line in (*found[: number - 1], rest) if line)


def _broken(words: str, size: float, most: float) -> Iterator[str]:
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > most:
            yield line
            longer = word
        line = longer
    yield line
