"""A sentence split into its words as typed, each with its place and in plain letters."""

from __future__ import annotations

import re

import msgspec

_DOUBLE, _SINGLE = '"“”„‟«»', "'‘’‚‛‹›`´"
_PIECES = re.compile(
    rf"""
    (?P<quoted> [{_DOUBLE}][^{_DOUBLE}]*\w[^{_DOUBLE}]*[{_DOUBLE}]
        | (?<!\w)[{_SINGLE}](?=\S)(?:[^{_SINGLE}{_DOUBLE}]|(?<=\w)['’](?=\w))+[{_SINGLE}](?!\w) )
    | (?P<wrong> (?<!\S)[-−–]\d\S* | \d+[.,:/]\d\S* | \d+[%x]\S* )
    | (?P<code> (?<!\w)(?:10|[2-9AKQJTakqjt])[♠♥♦♣] | (?<!\w)(?-i:(?:10|[2-9AKQJT])[HDC]|[KQJT]S)(?!\w) )
    | (?P<number> \d+(?:st|nd|rd|th|['’]?s)?(?![^\W_]) (?:\+(?!\d))? )
    | (?P<not> [^\W\d_]+n['’]t\b )
    | (?P<part> (?<=\w)['’](?:s|re|ve|ll)\b )
    | (?P<bare> (?<![^\W_])(?:(?:there|who|he|she)(?=s\b)|(?:you|they)(?=re\b))
        | (?:(?<=\bthere)|(?<=\bwho)|(?<=\bhe)|(?<=\bshe))s\b | (?:(?<=\byou)|(?<=\bthey))re\b )
    | (?P<word> no\.(?=\s?\d) | [^\W_]+ )
    | (?P<joint> (?<=\w)[-‐‑–](?=\w) )
    | (?P<sign> ->|=>|\S )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_END = re.compile(r"[\s.!…]+\Z")
_STRAIGHT = str.maketrans("’−", "'-")


class Piece(msgspec.Struct, frozen=True):
    """A word, number, sign or quoted text: as typed from `start` to `end`, and in plain letters ("" if quoted)."""

    typed: str
    start: int
    end: int
    plain: str
    quoted: bool = False


def split(text: str) -> tuple[Piece, ...]:
    """The pieces of a sentence, without blanks, hyphens inside words, and what ends it."""
    found = _PIECES.finditer(text, 0, len(_END.sub("", text)))
    return tuple(
        Piece(one[0], *one.span(), _plain(one), one.lastgroup == "quoted") for one in found if one.lastgroup != "joint"
    )


def _plain(one: re.Match[str]) -> str:
    if one.lastgroup == "quoted":
        return ""
    plain = one[0].translate(_STRAIGHT).casefold()
    if one.lastgroup == "not":
        return "n't"
    return f"'{plain}" if one.lastgroup == "bare" and plain in ("s", "re") else plain
