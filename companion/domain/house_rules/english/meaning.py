"""What the words of a sentence mean one by one, the rule they make, and the result of reading a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import msgspec

from ..model import Part, Ruled, TrickNobody, TrickWon, When, Who
from .vocabulary import Kind

Span = tuple[int, int]
T = TypeVar("T")


class Mark(msgspec.Struct, frozen=True):
    """The characters `start` to `end` (exclusive) of the typed sentence, which express this part of the rule."""

    start: int
    end: int
    part: Literal["when", "who", "amount"]


class Meaning(msgspec.Struct, frozen=True):
    """When a rule fires, and the one to three parts it charges, in the order of the sentence."""

    when: When
    parts: tuple[Part, ...]


class Reading(msgspec.Struct, frozen=True):
    """A sentence and what was understood of it: all, or nothing (`meaning` None: people call this rule).

    `unknown` are the unknown words, `why` is the reason shown to people, `over` the message if it charges more than a
    rule can. If only the charge is understood, `parts` say who drinks how much when people call the rule.
    """

    text: str
    meaning: Meaning | None = None
    unknown: tuple[str, ...] = ()
    why: str = ""
    marks: tuple[Mark, ...] = ()
    parts: tuple[Part, ...] = ()
    over: str = ""


def as_json(rule: Ruled) -> dict[str, Any]:
    """The rule as the night format writes it: when, who, amount, and also if there is more than one part."""
    written = msgspec.json.decode(msgspec.json.encode({"when": rule.when, "parts": rule.parts}))
    first, *further = written["parts"]
    return {"when": written["when"], **first, **({"also": further} if further else {})}


def others_are_clear(before: Sequence[Who], when: When) -> bool:
    """Whether "everybody else", named after these, means all but the player who sets the rule off."""
    if isinstance(when, TrickNobody):
        return bool(before) and set(before) <= {"player", "leader"}
    return set(before) <= ({"player", "taker"} if isinstance(when, TrickWon) else {"player"})


class Cards(msgspec.Struct, frozen=True):
    """Cards of these ranks and suits (empty: any). `many`: in the plural; `counted`: a number, maybe of cards."""

    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    many: bool = False
    counted: bool = False


class Box(msgspec.Struct, frozen=True):
    """Any box, or the box of this name."""

    name: str | None = None


class Points(msgspec.Struct, frozen=True):
    """What is written into a box: nothing (None), or at least this many points."""

    at_least: int | None = None


class Subject(msgspec.Struct, frozen=True):
    """Who does it: `some` (anybody), `he`, `you`, `the` player, `nobody`; empty if the sentence does not name them."""

    person: str = ""


class Own(msgspec.Struct, frozen=True):
    """Whose: his, yours, the player's, the leader's; or (`clause`) of the player who does what sets the rule off.

    `needs` begins the name of the happening without which there is nobody of that name.
    """

    person: str = ""
    clause: Clause | None = None
    needs: tuple[str, ...] = ()


class Clause(msgspec.Struct, frozen=True):
    """What sets the rule off, who does it, and where in the sentence that is."""

    when: When
    person: str = ""
    at: Span = (0, 0)
    doing: bool = False


class Drinker(msgspec.Struct, frozen=True):
    """Somebody who drinks; `ref` is the person that a `he`, `your` or `the player` in it refers to.

    `needs` begins the name of the happening without which there is nobody of that name; `clause` sets the rule off.
    `of_them`: the sentence names the player whom "the others" leaves out.
    """

    who: Who
    ref: str = ""
    at: Span = (0, 0)
    needs: tuple[str, ...] = ()
    clause: Clause | None = None
    of_them: bool = False


class Amount(msgspec.Struct, frozen=True):
    """How much, and where in the sentence that is."""

    number: int
    at: Span


class Piece(msgspec.Struct, frozen=True):
    """One part of what a rule costs: the subject of the verb (None: left out), and who drinks if it is another.

    `verb`: drink, give (somebody hands out), for (an amount for them), or none (left out);
    `also`: it has "also", so as much as those before.
    """

    verb: str
    subject: tuple[Drinker, ...] | None = None
    targets: tuple[Drinker, ...] | None = None
    amount: Amount | None = None
    also: bool = False

    @property
    def named(self) -> tuple[Drinker, ...]:
        """Everybody it names, in the order of the sentence."""
        return (self.subject or ()) + (self.targets or ())


class Group(msgspec.Struct, frozen=True):
    """Those who drink the same."""

    drinkers: tuple[Drinker, ...]


class Pieces(msgspec.Struct, frozen=True):
    """All that a rule costs, in the order of the sentence."""

    pieces: tuple[Piece, ...]


class Draft(msgspec.Struct, frozen=True):
    """The rule that one way of reading the sentence gives, and where its parts are."""

    meaning: Meaning
    marks: tuple[Mark, ...]


class Doubt(msgspec.Struct, frozen=True):
    """A way of reading the sentence that makes no rule; `why` is shown to people, with the words at fault as {}."""

    why: str
    at: Span | None = None

    def message(self, text: str) -> str:
        """Why not, with the words at fault as they were typed."""
        return self.why.replace("{}", f"“{text[self.at[0] : self.at[1]]}”") if self.at else self.why


def value(kind: str, facts: Sequence[Any]) -> str | None:
    """What the first word of a kind stands for; None if there is no such word."""
    return next((fact.value for fact in facts if isinstance(fact, Kind) and fact.kind == kind), None)


def has(facts: Sequence[Any], *kinds: str) -> bool:
    """Whether a word of one of these kinds is among them."""
    return any(isinstance(fact, Kind) and fact.kind in kinds for fact in facts)


def all_of(kind: type[T], facts: Sequence[Any]) -> tuple[T, ...]:
    """The facts of one kind."""
    return tuple(fact for fact in facts if isinstance(fact, kind))


def one_of(kind: type[T], facts: Sequence[Any]) -> T | None:
    """The first fact of one kind, if there is one."""
    return next(iter(all_of(kind, facts)), None)
