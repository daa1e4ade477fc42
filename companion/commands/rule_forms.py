"""The form of a house rule, as an event."""

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.events import Event, RuleMade
from ..domain.house_rules.english import read
from ..domain.house_rules.model import Called
from ..domain.house_rules.ruling import as_made, rule_after
from ..domain.night import Night
from ..domain.refused import Confirmation, Refused, Unconfirmed
from ..domain.rule_drafts import check_keeps, drafted, in_other_words, stated
from ..system.native_threads import aside_text

TEXTS = ("text", "title")  # the fields with a text that is read


def read_ahead(form: MultiDict[str, str], night: Night) -> None:
    """Reads the texts of a form about a rule, outside the main thread; the reader remembers them for what follows."""
    texts = [" ".join(text.split()) for name in TEXTS for text in form.getlist(name)]
    if texts:
        aside_text(_read_all, texts, night.game_id, "read" in form, night.unit)


def _read_all(texts: list[str], game: str | None, is_drafted: bool, unit: str) -> None:
    for text in texts:
        read(text, game)
    with suppress(Refused):
        if is_drafted:
            drafted(texts[0], game, unit=unit)


def complete(raw: dict[str, Any], form: MultiDict[str, str], log: Log) -> None:
    """Adds the further parts of a new or amended rule; an amendment keeps only changed fields.

    With the field `read` the form has no more than the text, which says the rest.
    """
    rule = log.night.rules.get(str(raw.get("rule"))) if raw["type"] == "rule.amended" else None
    if "read" in form and (text := " ".join(str(raw.get("text", "")).split())):
        draft = drafted(text, log.night.game_id, unit=log.night.unit)
        if draft.kind == "missing":
            raise Refused(draft.why or f"Did you mean “{draft.words[0]}”?")
        check_keeps(rule or draft.rules[0], draft.rules[0])
        raw |= stated(draft.rules[0])
    elif "also.who" in form:
        further = zip(form.getlist("also.who"), form.getlist("also.amount"), strict=False)
        raw["also"] = [{"who": who, "amount": amount} for who, amount in further if who]
    if raw.get("amount") == "0":
        raw["who"] = "player"  # nobody picks who drinks nothing
    if rule is not None:
        after = rule_after(of.read(raw, {}, strict=False), {rule.id: rule})
        before, now = stated(rule), stated(after or rule)
        if before == now:
            raise Refused("Nothing has changed yet.")
        for name in (name for name, value in now.items() if value == before.get(name)):
            raw.pop(name, None)


def check_words_alone(before: Event, after: Event, answers: Collection[str]) -> None:
    """Asks about a change of the words of a rule that the app watches: what it watches for stays."""
    if not isinstance(before, RuleMade) or not isinstance(after, RuleMade) or after.text == before.text:
        return
    rule = as_made(after)
    does = "" if isinstance(rule.when, Called) else in_other_words(rule.text, rule)
    question = Confirmation(f"The app still watches for this: {does} Is that right?", "Yes, change the words")
    if does and not question.is_answered(answers):
        raise Unconfirmed(question)
