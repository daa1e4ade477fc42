"""What a typed sentence can become: a rule that the app watches, one of several, or one that people call."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from . import events as of
from .event_log import Log
from .house_rules.english import LONGEST, Meaning, Reading, in_words, read
from .house_rules.english.answers import answers
from .house_rules.english.calls import fines
from .house_rules.english.sentences import prepared
from .house_rules.model import MOST, Called, HouseRule, Part
from .house_rules.ruling import as_made
from .limits import bare
from .measure import in_sips, is_drunk
from .refused import Refused

HEADS = {"how many": "How many?", "too many": "How many?", "who": "Who drinks?", "when": "When?"}
TWO_RULES = "These are two rules: check one of them alone, or call them as one."
WAYS_OUT = {
    "not allowed": "Say what somebody does, and who drinks for it.",
    "too many": "Type a smaller number, and check it again.",
}
# What somebody says of the game, or does instead of a drink: "Aces are low", "The winner must sing", "Do a push-up".
STATES = re.compile(r"\b(?:are|is|must|counts?|beats?|means?|do|does)\b", re.I)
FORBIDS = re.compile(r"\b(?:no|not|never|without|forbidden|banned|allowed|drinks?|sips?)\b|n['’]t\b|\d", re.I)


class Draft(msgspec.Struct, frozen=True):
    """What a sentence can become.

    `watched` by the app, as it says; `missing` one thing: it is one of several rules, each with the `words` for it, the
    `likely` one among them, and `head` is what to ask, if not what it means; or `called` by people, with what is likely
    to be drunk.
    """

    kind: Literal["watched", "missing", "called"]
    rules: tuple[HouseRule, ...]
    words: tuple[str, ...] = ()
    head: str = ""
    why: str = ""
    likely: int = 0


def drafted(text: str, game: str | None, by_people: bool = False, unit: str = "sip") -> Draft:
    """What this sentence can become; only a rule to be called if `by_people`. Raises Refused for what is no rule."""
    said = in_sips(text, unit)
    reading = read(text if is_drunk(unit) else said, game)
    if len(text) > LONGEST or reading.ask == "not allowed":
        raise Refused(f"{reading.why} {WAYS_OUT.get(reading.ask, '')}".strip())
    if reading.verdict == "watches" and reading.meaning and not by_people:
        return Draft("watched", (_rule(text, reading.meaning),))
    offers = {} if by_people else _offers(reading, game)
    if offers:
        likely = len(offers) - 1 if reading.ask == "too many" else 0
        return Draft("missing", tuple(offers.values()), tuple(offers), HEADS.get(reading.ask, ""), reading.why, likely)
    if reading.ask == "too many":
        raise Refused(f"{reading.why} {WAYS_OUT['too many']}")
    numbers = fines(prepared(said, game))
    dear = f"One rule costs nobody more than {MOST}." if max(numbers, default=0) > MOST else ""
    why = TWO_RULES if reading.ask == "two rules" else dear
    return Draft("called", (_called(text, numbers, reading),), why=why)


def _rule(text: str, meaning: Meaning) -> HouseRule:
    parts = meaning.parts or (Part("player", 1),)
    return HouseRule("", text, meaning.when, parts, title=meaning.title, costly=bool(meaning.parts))


def _offers(reading: Reading, game: str | None) -> dict[str, HouseRule]:
    """The rules that the app would watch, had the sentence said one thing more, each with the words for that."""
    said = {(text := in_words(one)): text for one in reading.offers} or answers(reading, game)
    means = {words: (text, read(text, game)) for words, text in said.items()}
    return {
        words: _rule(text, told.meaning)
        for words, (text, told) in means.items()
        if told.meaning and told.verdict == "watches"
    }


def _called(text: str, numbers: set[int], reading: Reading) -> HouseRule:
    """The rule that people call, with who is likely to drink: nobody if it only says what is so, or gives a title."""
    parts = [part for part in reading.meaning.parts if isinstance(part.amount, int)] if reading.meaning else []
    title = reading.meaning.title if reading.meaning else None
    is_free = title or (STATES.search(text) and not FORBIDS.search(text))
    likely = 0 if is_free else next((one for one in numbers if len(numbers) == 1 and 1 <= one <= MOST), 1)
    return HouseRule("", text, Called(), tuple(parts) or (Part("player", likely),), title=title)


def check_keeps(old: HouseRule, new: HouseRule) -> None:
    """Refuses to change a rule to one without its title, or without what it costs: no entry of a log can say that."""
    losses = {"a title": old.title and not new.title, "what a rule costs": old.stated and not new.stated}
    for lost in (lost for lost, is_lost in losses.items() if is_lost):
        raise Refused(f"A change can’t take away {lost}: drop the rule, and make a new one.")


def stated(rule: HouseRule) -> dict[str, Any]:
    """The rule without its id, as the fields of the event that makes it."""
    written = {"text": rule.text, "when": msgspec.to_builtins(rule.when), "also": msgspec.to_builtins(rule.parts[1:])}
    if rule.stated:
        written |= {"who": rule.parts[0].who, "amount": rule.parts[0].amount}
    return written | ({"title": rule.title} if rule.title else {})


def last_time(log: Log) -> tuple[of.Law, ...]:
    """The laws of the last time."""
    opened = log.line(1).counts if log.seq else None
    return opened.laws if isinstance(opened, of.NightOpened) else ()


def undecided(log: Log) -> tuple[HouseRule, ...]:
    """The laws of the last time about which nobody has said here whether they are still in force."""
    made = {bare(rule.text) for rule in log.night.rules.values()}
    return tuple(as_made(law) for law in last_time(log) if bare(law.text) not in made)


def pairs(rule: HouseRule) -> Iterator[tuple[str, str]]:
    """The rule as the fields of a form."""
    fields = stated(rule)
    yield from ((f"when.{name}", one) for name, value in fields.pop("when").items() for one in _texts(value))
    further = fields.pop("also") or [{"who": "", "amount": ""}]  # an amendment can have fewer than the rule
    yield from ((f"also.{name}", str(part[name])) for part in further for name in ("who", "amount"))
    yield from ((name, str(value)) for name, value in fields.items())


def _texts(value: Any) -> list[str]:
    """A detail of a trigger as a form sends it."""
    return list(value) if isinstance(value, list | tuple) else ["true"] if value is True else [str(value)]


def in_other_words(text: str, rule: HouseRule) -> str:
    """What the companion does for a rule, in words; empty if the text of the rule has the same words."""
    plain = in_words(rule)
    return "" if bare(plain) == bare(text) else plain
