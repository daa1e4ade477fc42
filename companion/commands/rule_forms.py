"""The form of a house rule, as an event: its draft settled, complete, and asked about if it was not shown so."""

from collections.abc import Iterable
from typing import Any

from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.events import Event, RuleAmended, RuleMade
from ..domain.house_rules.english import Meaning, read
from ..domain.house_rules.model import Called, HouseRule
from ..domain.house_rules.ruling import as_amended, as_made, rule_after
from ..domain.limits import check_limits
from ..domain.night import Night
from ..domain.refused import Question, Refused, Unconfirmed
from ..domain.rule_drafts import (
    TRIGGERS,
    WATCHES,
    Chips,
    Draft,
    by_words,
    check_amended,
    check_complete,
    chips_of,
    encoded,
    fields,
    game_of,
    in_other_words,
    settled,
)
from ..system.native_threads import aside_text

TEXTS = ("text", "take", "title", "event.text", "event.title")  # the fields that a rule is read from


def chips_in(form: MultiDict[str, str]) -> Chips:
    """The tapped chips of a form; chips of another trigger are left out."""
    on = form.get("when.on", "").strip() or "called"
    names = [f"when.{field}" for field in (TRIGGERS[on].__struct_fields__ if on in TRIGGERS else ())]
    given = {name: _filled(form.getlist(name)) for name in (*names, "who", "amount", "title")}
    pairs = zip(form.getlist("also.who"), form.getlist("also.amount"), strict=False)
    also = zip(*(pair for pair in pairs if pair[0]), strict=True)
    given |= zip(("also.who", "also.amount"), also, strict=False)
    return {name: values for name, values in given.items() if values} | {"when.on": (on,)}


def _filled(values: list[str]) -> tuple[str, ...]:
    return tuple(sorted({value.strip() for value in values if value.strip()}))


def draft_of(form: MultiDict[str, str], night: Night) -> Draft:
    """The draft of a form; its fields `read` and `chips` have the text and chips that it was rendered with.

    `take` is a sentence that was tapped instead of being typed.
    """
    text = " ".join((form.get("take") or form.get("text", "")).split())
    return Draft(text, chips_in(form), form.get("read"), form.get("chips"), game_of(night))


def read_ahead(form: MultiDict[str, str], night: Night) -> None:
    """Reads the texts of a form about a rule, outside the main thread; the reader remembers them for what follows."""
    texts = [text for name in TEXTS for text in form.getlist(name)]
    if texts:
        aside_text(_read_all, draft_of(form, night), texts)


def _read_all(draft: Draft, texts: Iterable[str]) -> None:
    for text in (settled(draft).text, *texts):
        read(text, draft.game)


def complete(raw: dict[str, Any], form: MultiDict[str, str], log: Log) -> None:
    """Adds the text and chips of the form to a new or amended rule; an amendment keeps only changed fields."""
    if "read" in form:
        sent = draft_of(form, log.night)
        draft = settled(sent)
        if not draft.text:
            raise Refused("Type the rule, or build it with taps.")
        check_complete(draft, log.night)
        raw |= {"text": draft.text, **fields(draft.chips)}
        check_amended(raw, draft.chips, log.night)
        if sent.chips_before is not None and (sent.text_before, sent.chips_before) != (
            draft.text,
            encoded(draft.chips),
        ):
            _check_meant(raw, form, log)
    elif "also.who" in form:
        raw["also"] = fields(chips_in(form))["also"]
    rule = log.night.rules.get(str(raw.get("rule")))
    if raw["type"] == "rule.amended" and rule is not None:
        _keep_changes(raw, rule)


def _check_meant(raw: dict[str, Any], form: MultiDict[str, str], log: Log) -> None:
    """Asks whether that is the rule, with what the companion makes of it, since the form did not show it so."""
    event = of.read(raw, {}, strict=False)
    check_limits(log.night, event)
    rule = rule_after(event, log.night.rules)
    if rule is None:
        return
    does = in_other_words(rule.text, rule) or (
        "You call it." if isinstance(rule.when, Called) else f"{WATCHES} for it."
    )
    question = Question(f"“{rule.text}” {does} Is that right?", "Yes, make it")
    if not question.is_answered(form.getlist(question.field)):
        raise Unconfirmed(question)


def _keep_changes(raw: dict[str, Any], rule: HouseRule) -> None:
    event = of.read(raw, {}, strict=False)
    assert isinstance(event, RuleAmended)
    before, after = ({"text": one.text, **fields(chips_of(one))} for one in (rule, as_amended(rule, event)))
    if before == after:
        raise Refused("Nothing has changed yet.")
    for name in before:
        if before[name] == after[name]:
            raw.pop(name, None)


def reread(raw: dict[str, Any], before: Event, form: MultiDict[str, str], log: Log) -> None:
    """Reads the new text of a changed rule, if the old text alone stated the whole rule; then the new text decides.

    If that changes what the rule does, the player is asked first.
    """
    if not isinstance(before, RuleMade) or raw.get("text") == before.text:
        return
    rule = as_made(before)
    only_words = of.read({**raw, "text": before.text}, {}, strict=False) == before
    game = game_of(log.night)
    if only_words and read(before.text, game).meaning == Meaning(rule.when, rule.charges, rule.title):
        draft = by_words(Draft(str(raw.get("text", "")), chips_of(rule), before.text, game=game))
        check_complete(draft, log.night)
        chips = draft.chips
        for name in {"who", "amount", "title"}.difference(chips):
            raw.pop(name, None)
        raw |= fields(chips)
        if encoded(chips) != encoded(chips_of(rule)):
            _check_meant(raw, form, log)
