"""The text of an event in the log, from a template for each type of event with field names in braces."""

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from ..cards import short, spoken
from ..events import Event
from ..measure import listed
from ..seating import Table

OPTIONAL = re.compile(r"\[([^]]*)]")
FIELD = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
AS_TEXT: dict[str, Callable[[Any, Table], str]] = {
    **dict.fromkeys(("winner", "taker"), lambda value, table: table.name(value)),
    "plays": lambda value, table: ", ".join(f"{table.name(hand)} {short(card)}" for hand, card in value),
    "card": lambda value, table: spoken(value),
    "cards": lambda value, table: str(value) if isinstance(value, int) else ", ".join(map(short, value)),
    "dice": lambda value, table: " ".join(map(str, value)),
}


def event_text(line: str, event: Event, table: Table, **words: object) -> str:
    """The line with the event's fields, or the `words`, filled in.

    An id of a player is their name. `{made|nobody}` is "nobody" if the field is empty. Text in square brackets is left
    out if a field in it is empty. A name that is neither a word nor a field is an AttributeError.
    """

    def text(name: str) -> str:
        if name in words:
            return str(words[name])
        value = getattr(event, name)
        if value is UNSET:
            return ""
        if name in AS_TEXT:
            return AS_TEXT[name](value, table)
        return listed([table.names.get(one, str(one)) for one in (value if isinstance(value, tuple) else (value,))])

    def optional(part: re.Match[str]) -> str:
        return part[1] if all(text(name) for name, _ in FIELD.findall(part[1])) else ""

    return FIELD.sub(lambda field: text(field[1]) or field[2] or "", OPTIONAL.sub(optional, line))
