"""What a sentence means, and what is missing where it means no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from ..model import Part, TrickNobody, TrickWon, When, Who

Ask = Literal["", "how many", "too many", "who", "when", "which", "two rules", "left over", "not allowed"]
Verdict = Literal["watches", "called", "did you mean", "question"]


class Meaning(msgspec.Struct, frozen=True):
    """When a rule fires, the one to three parts it charges in the order of the sentence, and the title it gives."""

    when: When
    parts: tuple[Part, ...] = ()
    title: str | None = None


class Reading(msgspec.Struct, frozen=True):
    """What was understood of a sentence.

    `watches` and `called` (people watch for it) have the `meaning`; `did you mean` has one or two `offers`, and a
    `question` says what it asks for, and why.
    """

    text: str
    verdict: Verdict
    meaning: Meaning | None = None
    offers: tuple[Meaning, ...] = ()
    ask: Ask = ""
    why: str = ""


class Doubt(Exception):
    """The sentence leaves something open: what to ask for."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask)
        self.ask = ask


def others_are_clear(before: Sequence[Who], when: When) -> bool:
    """Whether "everybody else", named after these, means all but the player who sets the rule off."""
    if isinstance(when, TrickNobody):
        return bool(before) and set(before) <= {"player", "leader"}
    return set(before) <= ({"player", "taker"} if isinstance(when, TrickWon) else {"player"})


def signs(named: object) -> tuple[str, ...]:
    """The ranks or suits of a detail: one, several, or none."""
    return named if isinstance(named, tuple) else (named,) if isinstance(named, str) else ()
