"""The form of a house rule: a sentence and chips say one thing in two ways, and the last touched of them wins."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.events import Event, RuleAmended, RuleMade
from ..domain.events import read as read_event
from ..domain.games import BOXES
from ..domain.house_rules import english
from ..domain.house_rules.english import Meaning, Reading, said
from ..domain.house_rules.model import Called, When, check_when
from ..domain.house_rules.ruling import as_amended, as_made
from ..domain.refused import Refused
from ..system.native_threads import aside

Chips = Mapping[str, tuple[str, ...]]  # the fields of a form, and which of their chips are tapped
Pairs = tuple[tuple[str, str], ...]

TRIGGERS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(When)}
NOBODY_SAID: Chips = {"when.on": ("called",), "who": ("player",), "amount": ("1",)}


def read(text: str) -> Reading:
    """What a sentence means; it may take a while, so it is read beside the server's main thread."""
    return aside(english.read, text)


def tapped(form: MultiDict[str, str]) -> Chips:
    """The chips that are tapped in a form; those that belong to another trigger do not count."""
    on = form.get("when.on", "").strip() or "called"
    names = [f"when.{field}" for field in getattr(TRIGGERS.get(on), "__struct_fields__", ())]
    given = {name: _filled(form.getlist(name)) for name in (*names, "who", "amount")}
    pairs = zip(form.getlist("also.who"), form.getlist("also.amount"), strict=False)
    also = tuple(f"{who} {amount}" for who, amount in pairs if who)
    return {
        **NOBODY_SAID,
        **{name: values for name, values in {**given, "also": also}.items() if values},
        "when.on": (on,),
    }


def _filled(values: list[str]) -> tuple[str, ...]:
    return tuple(sorted({value.strip() for value in values if value.strip()}))


def chips_of(meaning: Meaning) -> Chips:
    """The chips that say the same."""
    when: dict[str, Any] = msgspec.to_builtins(meaning.when)
    first, *also = meaning.parts
    chips = {f"when.{name}": _values(value) for name, value in when.items()}
    more = {"also": tuple(f"{part.who} {part.amount}" for part in also)} if also else {}
    return {**chips, "who": (first.who,), "amount": (str(first.amount),), **more}


def _values(value: Any) -> tuple[str, ...]:
    if value is True:
        return ("true",)
    return tuple(sorted(value)) if isinstance(value, list | tuple) else (str(value),)


def fields(chips: Chips) -> dict[str, Any]:
    """The chips as the fields of an event."""
    when = {name.removeprefix("when."): _field(values) for name, values in chips.items() if name.startswith("when.")}
    pairs = [pair.rpartition(" ") for pair in chips.get("also", ())]
    also = [{"who": who, "amount": amount} for who, _, amount in pairs]
    return {"when": when, "who": chips["who"][0], "amount": chips["amount"][0], "also": also}


def hidden_fields(chips: Chips) -> Pairs:
    """The chips as a form carries them unseen."""
    pairs = [pair.rpartition(" ") for pair in chips.get("also", ())]
    also = [part for who, _, amount in pairs for part in (("also.who", who), ("also.amount", amount))]
    return (*((name, value) for name, values in chips.items() if name != "also" for value in values), *also)


def _field(values: tuple[str, ...]) -> Any:
    if values == ("true",):
        return True
    return list(values) if len(values) > 1 else values[0]


def meaning(chips: Chips) -> Meaning:
    """What the chips mean together; raises Refused, in words, for chips that are none of ours."""
    event = of.read({"type": "rule.made", "rule": "r", "text": "-", **fields(chips)}, {}, strict=False)
    assert isinstance(event, of.RuleMade)
    rule = as_made(event)
    check_when(rule.when, BOXES)
    return Meaning(rule.when, rule.parts)


def encoded(chips: Chips) -> str:
    """The chips in one line, as an address carries them; equal chips have equal lines."""
    return urlencode(sorted(chips.items()), doseq=True)


class Draft(msgspec.Struct, frozen=True):
    """What a form says. `painted` is the sentence it came with and `stood` its chips then; None if it had none."""

    text: str
    chips: Chips
    painted: str | None = None
    stood: str | None = None

    @property
    def is_typed(self) -> bool:
        return self.painted is not None and self.text != self.painted

    @property
    def is_tapped(self) -> bool:
        return self.stood is not None and encoded(self.chips) != self.stood


class Settled(msgspec.Struct, frozen=True):
    """A draft of which both halves say the same, or whose words the companion could not read."""

    text: str
    chips: Chips
    reading: Reading


def draft_of(form: MultiDict[str, str]) -> Draft:
    """The draft in a form; one without the field `read` means what its fields say."""
    text = " ".join(form.get("text", "").split())
    return Draft(text, tapped(form), form.get("read"), form.get("chips"))


def settled(draft: Draft) -> Settled:
    """Which half counts: chips tapped under words that nobody touched, else the words as far as they are understood."""
    if draft.is_tapped and not draft.is_typed:
        return by_chips(draft)
    if draft.is_typed:
        return by_words(draft)
    return Settled(draft.text, draft.chips, read(draft.text))


def by_words(draft: Draft) -> Settled:
    """The words decide; those that are not understood are for people to call, unless the chips stood on their own.

    What such words say of who drinks and how much still counts.
    """
    reading = read(draft.text)
    if reading.meaning is not None:
        return Settled(draft.text, chips_of(reading.meaning), reading)
    if draft.is_tapped or _stood_alone(draft):
        return Settled(draft.text, draft.chips, reading)
    if reading.parts:
        return Settled(draft.text, _called(reading), reading)
    who = {name: values for name, values in draft.chips.items() if not name.startswith("when.")}
    return Settled(draft.text, {**NOBODY_SAID, **who}, reading)


def _stood_alone(draft: Draft) -> bool:
    """Whether the chips already meant something of their own under words that were not understood."""
    before = read(draft.painted or "")
    by_itself = draft.stood not in (encoded(NOBODY_SAID), encoded(_called(before)))
    return bool(draft.painted) and before.meaning is None and draft.stood == encoded(draft.chips) and by_itself


def _called(reading: Reading) -> Chips:
    """A rule that people call, with who drinks and how much as far as its words tell."""
    return chips_of(Meaning(Called(), reading.parts)) if reading.parts else NOBODY_SAID


def by_chips(draft: Draft) -> Settled:
    """The chips decide and write the sentence; what somebody is caught at can only be said in words, which stay."""
    text, reading = draft.text, read(draft.text)
    with suppress(Refused):  # chips that are none of ours write nothing
        means = meaning(draft.chips)
        text = _recalled(text, reading, means) if isinstance(means.when, Called) else said(means)
    return Settled(text, draft.chips, reading if text == draft.text else read(text))


def _recalled(text: str, reading: Reading, means: Meaning) -> str:
    """A sentence about what people call, charging what the chips say, if it can be said; else the words as they are."""
    if reading.meaning is None or not isinstance(reading.meaning.when, Called) or reading.meaning == means:
        return text
    act = " ".join(text[mark.start : mark.end] for mark in reading.marks if mark.part == "when")
    plain = said(means)
    tries = (
        plain.replace("is caught", act),
        plain.replace("somebody is caught", act).replace("Whoever is caught", f"When {act}, that player"),
    )
    return next((sentence for sentence in tries if read(sentence).meaning == means), text)


def complete(raw: dict[str, Any], form: MultiDict[str, str], log: Log) -> None:
    """Puts into a rule what its form says in either way; an amendment keeps only what it changes."""
    if "read" in form:
        rule = settled(draft_of(form))
        if not rule.text:
            raise Refused("Say the rule in words, or tap it together.")
        raw |= {"text": rule.text, **fields(rule.chips)}
    elif "also.who" in form:
        raw["also"] = fields(tapped(form))["also"]
    if raw["type"] == "rule.amended":
        _keep_changes(raw, log)


def _keep_changes(raw: dict[str, Any], log: Log) -> None:
    rule = log.night.rules.get(str(raw.get("rule")))
    if rule is None:
        return
    event = read_event(raw, {}, strict=False)
    assert isinstance(event, RuleAmended)
    new = as_amended(rule, event)
    same = {
        "text": new.text == rule.text,
        "when": chips_of(Meaning(new.when, new.parts)) == chips_of(Meaning(rule.when, new.parts)),
        "who": new.parts[0].who == rule.parts[0].who,
        "amount": new.parts[0].amount == rule.parts[0].amount,
        "also": new.parts[1:] == rule.parts[1:],
    }
    for field in [name for name, stays in same.items() if stays]:
        raw.pop(field, None)
    if not any(name in raw for name in same):
        raise Refused("Nothing of the rule is changed yet.")


def reread(raw: dict[str, Any], before: Event) -> None:
    """Other words for a rule that did what its words said are read anew: it never does what it no longer says."""
    if not isinstance(before, RuleMade) or raw.get("text") == before.text:
        return
    was = as_made(before)
    means = Meaning(was.when, was.parts)
    only_words = read_event({**raw, "text": before.text}, {}, strict=False) == before
    if only_words and read(before.text).meaning == means:
        raw |= fields(by_words(Draft(str(raw.get("text", "")), chips_of(means), before.text)).chips)
