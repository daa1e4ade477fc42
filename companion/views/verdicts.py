"""How the form of a house rule shows what was understood: one verdict, with what can be tapped to change it."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ..domain.house_rules.english import SEEN_BY_PEOPLE, Meaning, Reading
from ..domain.house_rules.english.answers import (
    DRINKERS,
    Answer,
    Piece,
    amounts,
    answers,
    caught_at,
    drinkers,
    odd,
    offered,
    two,
)
from ..domain.house_rules.model import Called, HouseRule
from ..domain.limits import most
from ..domain.night import Night
from ..domain.refused import Refused
from ..domain.rule_drafts import UNTOUCHED, WATCHES, Settled, check_complete, in_other_words, rule_of

LEAST_PLAYERS = 2
HEADS = {
    "how many": "How many?",
    "too many": "How many?",
    "who": "Who drinks?",
    "when": "When?",
    "two rules": "Two rules",
}
MISSING = {
    "who": "Tap who drinks.",
    "how many": "Tap how many.",
    "when": "Say when it happens, or tap one.",
}


class Verdict(msgspec.Struct, frozen=True):
    """What is shown of a draft.

    `kind`: the companion `watches` for it, it is to be `called` by people, it `meant` one of the answers, it leaves a
    `question` open, or nothing was said yet (""). `rule` is the rule, if it is one, and `plain` what it does, if its
    text says it in other words. `most` is what it can cost one player at a time, if that is more than it says. `pieces`
    is the text, if some of it was not understood. `two` are the rules in it.

    `answers` are what can be tapped: of a rule that people call the amounts, with `drinkers`, and what is so `now`;
    `caught` is how such a rule is said, with its cause in the middle.
    """

    kind: Literal["", "watches", "called", "meant", "question"] = ""
    head: str = ""
    why: str = ""
    rule: HouseRule | None = None
    plain: str = ""
    most: int = 0
    pieces: tuple[Piece, ...] = ()
    answers: tuple[Answer, ...] = ()
    drinkers: tuple[Answer, ...] = ()
    now: tuple[str, ...] = ()
    caught: tuple[str, str, str] = ("", "", "")
    two: tuple[str, ...] = ()


def verdict(draft: Settled, night: Night, game: str | None) -> Verdict:
    """The verdict on a draft; raises Refused for what cannot be a rule. It reads texts, so it runs aside."""
    try:
        check_complete(draft, night)
        rule = rule_of(draft.chips)
    except Refused as why:
        if draft.text and not draft.reading.offers and str(why) != draft.reading.why:
            raise
        return _question(draft, game) if draft.text else _untyped(draft)
    high = most(rule, max(len(night.present()), LEAST_PLAYERS))
    high = 0 if high in {part.amount for part in rule.charges} else high
    if not isinstance(rule.when, Called):
        return Verdict("watches", WATCHES, rule=rule, plain=in_other_words(draft.text, rule), most=high)
    return replace(_called(draft, rule, game), rule=rule, most=high)


def _called(draft: Settled, rule: HouseRule, game: str | None) -> Verdict:
    means = Meaning(rule.when, rule.charges, rule.title)
    reading = draft.reading if draft.reading.meaning == means else Reading(draft.text, "called", means)
    first = next(iter(rule.charges), None)
    return Verdict(
        "called",
        "You call it",
        reading.why or SEEN_BY_PEOPLE,
        pieces=tuple(odd(reading, game)),
        answers=amounts(reading, game) if first else (),
        drinkers=drinkers(reading, game) if first else (),
        now=(str(first.amount), DRINKERS.get(first.who, "")) if first else (),
        caught=caught_at(reading, rule),
    )


def _question(draft: Settled, game: str | None) -> Verdict:
    reading, pieces = draft.reading, tuple(odd(draft.reading, game))
    if reading.offers:
        return Verdict("meant", "Did you mean", reading.why, pieces=pieces, answers=offered(reading))
    head = HEADS.get(reading.ask, "Almost a rule")
    found = answers(reading, game)
    why = "" if reading.ask == "who" and found else reading.why
    return Verdict("question", head, why, pieces=pieces, answers=found, two=two(reading, game))


def _untyped(draft: Settled) -> Verdict:
    """What is missing of a rule that is only tapped together."""
    if draft.chips.items() <= UNTOUCHED.items():
        return Verdict()
    missing = next((ask for ask, name in (("who", "who"), ("how many", "amount")) if name not in draft.chips), "when")
    return Verdict("question", HEADS[missing], MISSING[missing])
