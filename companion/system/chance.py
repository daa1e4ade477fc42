"""The only room with randomness: dice, lots, codes and tokens; the server throws, never a form."""

import string
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from random import Random
from secrets import SystemRandom
from typing import TypeVar

Lot = TypeVar("Lot")

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The 31 letters and digits that nobody mistakes for another: without I, L, O, 0 and 1."""

CODE_LENGTH = 8

SOURCE: Random = SystemRandom()
"""Where all chance comes from unless a caller brings its own source, as tests do."""


def code(source: Random | None = None) -> str:
    """A night's code to be typed: 8 of the 31 letters, written without a dash."""
    return _letters(CODE_LETTERS, source)


def night_id(source: Random | None = None) -> str:
    """A night's lasting name in links: 8 small letters; it opens nothing."""
    return _letters(string.ascii_lowercase, source)


def token(size: int = 16, source: Random | None = None) -> str:
    """A secret of so many random bytes (16 are 128 bits) as base64url without padding."""
    return urlsafe_b64encode((source or SOURCE).randbytes(size)).decode().rstrip("=")


def draw(lots: Sequence[Lot], source: Random | None = None) -> Lot:
    """One of the lots, each as likely as any other; of no lots none can be drawn (`IndexError`)."""
    return (source or SOURCE).choice(lots)


def dice(number: int, source: Random | None = None) -> tuple[int, ...]:
    """A throw of so many dice, each 1 to 6."""
    return tuple((source or SOURCE).randint(1, 6) for _ in range(number))


def _letters(alphabet: str, source: Random | None) -> str:
    return "".join((source or SOURCE).choice(alphabet) for _ in range(CODE_LENGTH))
