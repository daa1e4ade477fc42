"""The form of a house rule: a sentence and tapped chips both state the rule, and the one touched last counts."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from os.path import commonprefix
from typing import Any, get_args
from urllib.parse import parse_qs, urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.events import Event, RuleAmended, RuleMade
from ..domain.games import BOXES
from ..domain.house_rules.english import LONGEST, Meaning, Reading, in_words, read
from ..domain.house_rules.english.answers import said
from ..domain.house_rules.model import Called, HouseRule, Ruled, When, check_sense
from ..domain.house_rules.ruling import as_amended, as_made, rule_after
from ..domain.limits import bare, check_limits, check_words
from ..domain.measure import listed
from ..domain.night import Night
from ..domain.refused import Question, Refused, Unconfirmed
from ..system.native_threads import aside_text

Chips = Mapping[str, tuple[str, ...]]  # the fields of a form, and the tapped values of each

WATCHES = "The companion watches"
TEXTS = ("text", "take", "title", "event.text", "event.title")  # the fields that a rule is read from
TRIGGERS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(When)}
UNTOUCHED: Chips = {"when.on": ("called",), "who": ("player",)}  # how many is never set unseen


def game_of(night: Night) -> str | None:
    """The game that is on, whose boxes and dice a sentence means."""
    return night.game.kind if night.game else None


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


def chips_of(rule: Ruled) -> Chips:
    """The chips that state this rule."""
    when: dict[str, Any] = msgspec.to_builtins(rule.when)
    chips = {f"when.{name}": _values(value) for name, value in when.items()}
    chips |= {"title": (rule.title,)} if rule.title else {}
    for first in (rule.charges if isinstance(rule, HouseRule) else rule.parts)[:1]:
        chips |= {"who": (first.who,), "amount": (str(first.amount),)}
    if also := rule.parts[1:]:
        chips |= {"also.who": tuple(part.who for part in also), "also.amount": tuple(str(part.amount) for part in also)}
    return chips


def _values(value: Any) -> tuple[str, ...]:
    if value is True:
        return ("true",)
    return tuple(sorted(value)) if isinstance(value, list | tuple) else (str(value),)


def fields(chips: Chips) -> dict[str, Any]:
    """The chips as the fields of an event."""
    when = {name.removeprefix("when."): _field(values) for name, values in chips.items() if name.startswith("when.")}
    also = zip(chips.get("also.who", ()), chips.get("also.amount", ()), strict=True)
    parts = [{"who": who, "amount": amount} for who, amount in also]
    given = {name: chips[name][0] for name in ("who", "amount", "title") if name in chips}
    return {"when": when, **given, "also": parts}


def _field(values: tuple[str, ...]) -> Any:
    if values == ("true",):
        return True
    return list(values) if len(values) > 1 else values[0]


def rule_of(chips: Chips) -> HouseRule:
    """The rule that the chips state, without its text; raises Refused if they say too little or no form has them."""
    if "title" not in chips and not {"who", "amount"} <= set(chips):
        raise Refused("Who drinks, and how many?")
    event = of.read({"type": "rule.made", "rule": "r", "text": "-", **fields(chips)}, {}, strict=False)
    assert isinstance(event, RuleMade)
    rule = as_made(event)
    check_sense(rule, BOXES)
    return rule


def in_other_words(text: str, rule: Ruled) -> str:
    """What the companion does for a rule, in words; empty if the text of the rule has the same words."""
    plain = in_words(rule)
    return "" if bare(plain) == bare(text) else plain


def encoded(chips: Chips) -> str:
    """The chips as a query string; equal chips have equal strings."""
    return urlencode(sorted(chips.items()), doseq=True)


class Draft(msgspec.Struct, frozen=True):
    """The text and chips of a form; `text_before` and `chips_before` are those it was rendered with, if known."""

    text: str
    chips: Chips
    text_before: str | None = None
    chips_before: str | None = None
    game: str | None = None

    @property
    def is_typed(self) -> bool:
        return self.text_before is not None and self.text != self.text_before

    @property
    def is_tapped(self) -> bool:
        return self.chips_before is not None and encoded(self.chips) != self.chips_before


class Settled(msgspec.Struct, frozen=True):
    """A draft whose text and chips state the same rule, or whose text the companion could not read."""

    text: str
    chips: Chips
    reading: Reading


def draft_of(form: MultiDict[str, str], night: Night) -> Draft:
    """The draft of a form; its fields `read` and `chips` have the text and chips that it was rendered with.

    `take` is a sentence that was tapped instead of being typed.
    """
    text = " ".join((form.get("take") or form.get("text", "")).split())
    return Draft(text, chips_in(form), form.get("read"), form.get("chips"), game_of(night))


def settled(draft: Draft) -> Settled:
    """The draft with text and chips made equal: the chips decide if only they were touched, else the text."""
    if draft.is_typed:
        return by_words(draft)
    return _by_chips(draft) if draft.is_tapped else Settled(draft.text, draft.chips, read(draft.text, draft.game))


def by_words(draft: Draft) -> Settled:
    """The text decides. What it leaves open has to be tapped, and is never filled in.

    Of the chips only those tapped by hand for this text are kept, never those that an earlier text had set.
    """
    reading = read(draft.text, draft.game)
    if reading.meaning is not None:
        return Settled(draft.text, chips_of(reading.meaning), reading)
    tapped = _tapped(draft)
    is_kept = _had_own_meaning(draft) or not draft.text_before  # tapped before anything was typed
    chips = dict(draft.chips if is_kept else {**UNTOUCHED, **tapped})
    if reading.ask == "who" and chips.get("who") == UNTOUCHED["who"] and "who" not in tapped:
        del chips["who"]
    return Settled(draft.text, chips, reading)


def _had_own_meaning(draft: Draft) -> bool:
    """Whether the earlier text, of which this is an edit, had chips that it did not state itself."""
    before = draft.text_before or ""
    same = commonprefix([before, draft.text]) + commonprefix([before[::-1], draft.text[::-1]])
    if not (before and draft.text and draft.chips_before) or 2 * len(same) < min(len(before), len(draft.text)):
        return False
    return read(before, draft.game).meaning is None and draft.chips_before != encoded(UNTOUCHED)


def _tapped(draft: Draft) -> Chips:
    """The chips that were tapped in the same form; with one of a trigger or of a further drinker all of these."""
    if draft.chips_before is None:
        return {}
    before = parse_qs(draft.chips_before)
    changed = {name.partition(".")[0] for name, values in draft.chips.items() if list(values) != before.get(name)}
    return {name: values for name, values in draft.chips.items() if name.partition(".")[0] in changed}


def _by_chips(draft: Draft) -> Settled:
    """The chips decide, and the text is written anew; only the act that players are caught at stays as it was typed."""
    text, reading = draft.text, read(draft.text, draft.game)
    with suppress(Refused):  # chips that no form offers do not change the text
        rule = rule_of(draft.chips)
        means = Meaning(rule.when, rule.charges, rule.title)
        if not isinstance(rule.when, Called):
            text = in_words(rule)
        elif text and reading.meaning != means:
            text = said(reading, means, draft.game) or text
    return Settled(text, draft.chips, reading if text == draft.text else read(text, draft.game))


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


def check_amended(raw: dict[str, Any], chips: Chips, night: Night) -> None:
    """Refuses an amendment that would take away a title or what the rule costs: no entry of a log can say that."""
    event = of.read(raw, {}, strict=False)
    rule = night.rules.get(event.rule) if isinstance(event, RuleAmended) else None
    if rule and isinstance(event, RuleAmended) and chips_of(as_amended(rule, event)) != chips_of(rule_of(chips)):
        lost = "what a rule costs" if rule.title is None or "title" in chips else "a title"
        raise Refused(f"A change can’t take away {lost}: drop the rule, and make a new one.")


def check_complete(draft: Settled, night: Night) -> None:
    """Refuses a draft that leaves open who drinks or how many; what a rule may not say is told first."""
    reading = draft.reading
    if len(draft.text) > LONGEST:
        raise Refused(reading.why)
    check_words(night, draft.text)
    try:
        rule_of(draft.chips)
    except Refused:
        if {"who", "amount"} <= set(draft.chips):
            raise
        if reading.offers:
            meant = listed([f"“{in_words(meaning)}”" for meaning in reading.offers], "or")
            raise Refused(f"Did you mean {meant}? Tap it, or say it differently.") from None
        if reading.ask:
            raise Refused(reading.why) from None
        raise


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
