"""The draft of a house rule: its text and its tapped chips both state the rule, and the one touched last counts."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, get_args
from urllib.parse import parse_qs, urlencode

import msgspec

from . import events as of
from .events import RuleAmended, RuleMade
from .games import BOXES
from .house_rules.english import LONGEST, Meaning, Reading, in_words, read
from .house_rules.english.answers import said
from .house_rules.model import Called, HouseRule, Ruled, When, check_sense
from .house_rules.ruling import as_amended, as_made
from .limits import bare, check_words
from .measure import listed
from .night import Night
from .refused import Refused

Chips = Mapping[str, tuple[str, ...]]  # the fields of a form, and the tapped values of each

WATCHES = "The companion watches"
TRIGGERS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(When)}
UNTOUCHED: Chips = {"when.on": ("called",), "who": ("player",)}  # how many is never set unseen


def game_of(night: Night) -> str | None:
    """The game that is on, whose boxes and dice a sentence means."""
    return night.game.kind if night.game else None


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
    same = _alike(before, draft.text) + _alike(before[::-1], draft.text[::-1])
    if not (before and draft.text and draft.chips_before) or 2 * same < min(len(before), len(draft.text)):
        return False
    return read(before, draft.game).meaning is None and draft.chips_before != encoded(UNTOUCHED)


def _alike(one: str, other: str) -> int:
    """How many letters the two begin with alike."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


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
