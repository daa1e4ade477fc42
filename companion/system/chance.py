"""All randomness: dice, lots, codes and tokens. Dice are thrown by the server; a form cannot set them."""

import string
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from random import Random
from secrets import SystemRandom
from typing import TypeVar

Lot = TypeVar("Lot")

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""23 letters that are hard to confuse: no I, L or O. No digits, so that no phone has to change its keyboard."""

CODE_LENGTH = 6

SOURCE: Random = SystemRandom()
"""The source of randomness, unless the caller passes another one."""


def code() -> str:
    """A code for a night, for typing: six of the letters, without a dash."""
    return _letters(CODE_LETTERS, CODE_LENGTH)


def night_id() -> str:
    """The id of a night in links: 8 lower-case letters. It is no secret and gives no access."""
    return _letters(string.ascii_lowercase, 8)


def token(size: int = 16) -> str:
    """A secret of `size` random bytes (16 are 128 bits) as base64url without padding."""
    return urlsafe_b64encode(SOURCE.randbytes(size)).decode().rstrip("=")


def draw(lots: Sequence[Lot]) -> Lot:
    """One of the lots, each equally likely; raises `IndexError` if there are none."""
    return SOURCE.choice(lots)


def shuffled(lots: Sequence[Lot]) -> list[Lot]:
    """The lots in random order, each order equally likely."""
    return SOURCE.sample(lots, len(lots))


def dice(number: int, source: Random = SOURCE) -> tuple[int, ...]:
    """A throw of `number` dice, each 1 to 6."""
    return tuple(source.randint(1, 6) for _ in range(number))


def _letters(alphabet: str, length: int) -> str:
    return "".join(SOURCE.choice(alphabet) for _ in range(length))
