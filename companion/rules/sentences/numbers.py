"""Numbers as people write them: two, 2, twice, second, 2nd, deuces, twenty-five."""

from __future__ import annotations

import re

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = (
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_NTHS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth",
)  # fmt: skip
CARDINALS = {word: number for number, word in enumerate(_ONES + _TEENS)} | _TENS | {"dozen": 12, "hundred": 100}
ORDINALS = {word: number for number, word in enumerate(_NTHS, start=1)}
PLURALS = {"sixes" if word == "six" else f"{word}s": CARDINALS[word] for word in _ONES[1:]}
_DIGITS = re.compile(r"(\d{1,10})(|st|nd|rd|th|'?s|\+)")
_ENDINGS = {"": "NUMBER", "'s": "PLURAL", "s": "PLURAL", "+": "AT_LEAST"}


def number(word: str) -> tuple[str, str] | None:
    """The kind of a number and its value in digits; None for any other word."""
    if found := _DIGITS.fullmatch(word):
        kind = _ENDINGS.get(found[2], "NTH")
        value = str(int(found[1]))
        return ("NOTHING" if (kind, value) == ("NUMBER", "0") else kind), value
    for kind, words in (("NUMBER", CARDINALS), ("NTH", ORDINALS), ("PLURAL", PLURALS)):
        if word in words:
            return ("NOTHING" if not words[word] else kind), str(words[word])
    return None


def joined(tens: str, units: str) -> str | None:
    """Twenty and five are 25; None for words that are no such pair."""
    if tens in _TENS and 0 < CARDINALS.get(units, 0) < 10:
        return str(_TENS[tens] + CARDINALS[units])
    return str(CARDINALS[units]) if tens in ("a", "one") and units in ("hundred", "dozen") else None
