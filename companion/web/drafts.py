"""A rule while it is being made: a sentence and chips say one thing in two ways, and the last touched of them wins."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from ..rules.events import Event, RuleAmended, RuleMade
from ..rules.events import read as read_event
from ..rules.house_rules import Called
from ..rules.log import Log
from ..rules.refused import Refused
from ..rules.ruling import as_amended, as_made
from ..rules.sentences import Meaning, Reading, said
from .chips import NOBODY_SAID, Chips, chips_of, encoded, fields, meaning, tapped
from .reading import read


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
    if raw["type"] not in ("rule.made", "rule.amended"):
        return
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
