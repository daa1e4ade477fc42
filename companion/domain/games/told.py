"""What an event says in the log: one line for each type of event, in which its fields stand in braces."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from ..cards import short
from ..events import Event
from ..seating import Table

IF_SAID = re.compile(r"\[([^]]*)]")
FIELD = re.compile(r"\{(\w+)}")
SAYS: dict[str, Callable[[Any, Table], str]] = {
    **dict.fromkeys(
        ("player", "dealer", "winner", "taker", "giver", "paired", "declared", "revealed"),
        lambda said, table: table.name(said),
    ),
    **dict.fromkeys(("players", "votes", "made"), lambda said, table: ", ".join(map(table.name, said))),
    "plays": lambda said, table: ", ".join(f"{table.name(hand)} {short(card)}" for hand, card in said),
    "cards": lambda said, table: str(said) if isinstance(said, int) else ", ".join(map(short, said)),
    "dice": lambda said, table: " ".join(map(str, said)),
}


def told(line: str, event: Event, table: Table, **words: object) -> str:
    """The line about an event; `words` stand for further fields. What is in brackets is left out where a field in it
    was not said, or says nothing.
    """

    def said(name: str) -> str:
        value = words.get(name, getattr(event, name, UNSET))
        if value is UNSET:
            return ""
        return SAYS[name](value, table) if name in SAYS and name not in words else str(value)

    def optional(part: re.Match[str]) -> str:
        return part[1] if all(said(name) for name in FIELD.findall(part[1])) else ""

    return FIELD.sub(lambda field: said(field[1]), IF_SAID.sub(optional, line))
