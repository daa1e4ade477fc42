"""What a sentence says, as the night format writes it, and what became of a sentence that was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ..house_rules import Part, TrickNobody, TrickWon, When, Who


class Mark(msgspec.Struct, frozen=True):
    """The letters `start` to `end` (not included) of the sentence as typed say this part of the rule."""

    start: int
    end: int
    part: Literal["when", "who", "amount"]


class Meaning(msgspec.Struct, frozen=True):
    """When a rule strikes, and the one to three parts it charges, in the order said."""

    when: When
    parts: tuple[Part, ...]


class Reading(msgspec.Struct, frozen=True):
    """A sentence and what was understood of it: all, or nothing (`meaning` None: people call this rule).

    `unknown` are the words it does not know, as typed; `why` says to people what stands in the way, "" if nothing.
    `parts`: whom it costs what where only that is understood, so that who calls the rule need not say it again.
    `over`: its words ask for more than a rule may, and how much.
    """

    text: str
    meaning: Meaning | None = None
    unknown: tuple[str, ...] = ()
    why: str = ""
    marks: tuple[Mark, ...] = ()
    parts: tuple[Part, ...] = ()
    over: str = ""


def as_json(meaning: Meaning) -> dict[str, Any]:
    """The rule as the night format writes it: when, who, amount, and also if there is more than one part."""
    written = msgspec.json.decode(msgspec.json.encode(meaning))
    first, *further = written["parts"]
    return {"when": written["when"], **first, **({"also": further} if further else {})}


def others_are_clear(before: Sequence[Who], when: When) -> bool:
    """Whether everybody else, said after these, is all but the player whom the rule strikes."""
    if isinstance(when, TrickNobody):
        return bool(before) and set(before) <= {"player", "leader"}
    return set(before) <= ({"player", "taker"} if isinstance(when, TrickWon) else {"player"})
