"""A rule book away from its night: as a file, or packed into an address; anybody may have written it."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import msgspec

from ..rules.complaints import in_words
from ..rules.events import Also, Amount, Text
from ..rules.games import BOXES
from ..rules.house_rules import Called, HouseRule, Part, When, Who, check_when
from ..rules.refused import Refused
from ..rules.sentences import Meaning, as_json

FORMAT = "companion-rules/1"
MOST_RULES = 100
LARGEST = 128 * 1024  # bytes of a book, unpacked; a file is refused unread above half of that
LONGEST = 6000  # letters of a packed book in an address, which has to fit into what servers and browsers take
NOT_A_BOOK = "That is not a rule book of a companion."


class BookRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a book, as the night format writes it."""

    text: Text
    when: When = Called()
    who: Who = "player"
    amount: Amount = 1
    also: Also = ()

    @property
    def meaning(self) -> Meaning:
        """What it does."""
        return Meaning(self.when, (Part(self.who, self.amount), *self.also))


class Book(msgspec.Struct, frozen=True):
    """The file: its format and its rules."""

    format: Literal["companion-rules/1"]
    rules: tuple[BookRule, ...]


def written(rules: Iterable[HouseRule]) -> bytes:
    """A book of the active ones of these rules, as a file."""
    return _written((rule.text, Meaning(rule.when, rule.parts)) for rule in rules if rule.active)


def written_again(rules: Iterable[BookRule]) -> bytes:
    """The same of a book that was read."""
    return _written((rule.text, rule.meaning) for rule in rules)


def _written(rules: Iterable[tuple[str, Meaning]]) -> bytes:
    rows: list[dict[str, Any]] = [{"text": text, **as_json(meaning)} for text, meaning in rules]
    return msgspec.json.encode({"format": FORMAT, "rules": rows})


def read(data: bytes) -> tuple[BookRule, ...]:
    """The rules of a file; raises Refused, in words, for anything that is not a book the table could use."""
    if len(data) > LARGEST:
        raise Refused("That is more than a rule book holds.")
    try:
        book = msgspec.json.decode(data, type=Book)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{NOT_A_BOOK} {in_words(str(wrong))}") from None
    except (msgspec.DecodeError, RecursionError):
        raise Refused(NOT_A_BOOK) from None
    if not book.rules:
        raise Refused("There is no rule in that book.")
    if len(book.rules) > MOST_RULES:
        raise Refused(f"A rule book holds {MOST_RULES} rules at most.")
    for rule in book.rules:
        check_when(rule.when, BOXES)
    return book.rules


def packed(data: bytes) -> str:
    """A file as one word for an address."""
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


def unpacked(word: str) -> bytes:
    """The file in such a word; raises Refused for any other word, and for one that would swell beyond all measure."""
    if len(word) > LARGEST:
        raise Refused("That is more than a rule book holds.")
    try:
        squeezed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(squeezed, LARGEST + 1)
    except (ValueError, binascii.Error, zlib.error):
        raise Refused(NOT_A_BOOK) from None
    if len(data) > LARGEST or not unpacking.eof:
        raise Refused(NOT_A_BOOK)
    return data


def word_in(link: str) -> str:
    """The packed book in a link that somebody pasted, or the word itself."""
    try:
        found = parse_qs(urlsplit(link.strip()).query).get("book", [])
    except ValueError:
        raise Refused(NOT_A_BOOK) from None
    return found[0] if found else link.strip()


def from_form(fields: Any) -> tuple[BookRule, ...]:
    """The one rule that the fields of an event say, or none where they say no rule."""
    try:
        rule = msgspec.convert(fields, BookRule, strict=False)
        check_when(rule.when, BOXES)
    except (msgspec.ValidationError, Refused):
        return ()
    return (rule,)
