"""What the companion understood of a rule that is being made, said back while one types or taps."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..rules.events import read
from ..rules.house_rules import Called, HouseRule, Part
from ..rules.limits import bare, most
from ..rules.log import Log
from ..rules.refused import Refused
from ..rules.sentences import Meaning, Reading, said
from ..showing.scene import Scene
from . import forms
from .chips import Chips, chips_of, encoded, fields, meaning
from .drafts import Settled
from .reading import check_rule
from .wording import sentence

LEAST_PLAYERS = 2


class Understanding(msgspec.Struct, frozen=True):
    """A rule as understood: `pieces` of its sentence, each the part of a rule that it tells or none.

    `understood`: the words alone tell it; `watched`: the companion sees it happen; `says` is what it does where the
    words do not say just that; `unknown` and `why` tell what it could not read, `refused` why it may not be a rule.
    """

    text: str
    chips: Chips
    painted: str
    pieces: tuple[tuple[str, str], ...]
    understood: bool
    watched: bool
    says: str
    unknown: tuple[str, ...]
    why: str
    most: int
    refused: str


def understanding(scene: Scene, draft: Settled, rule: str | None) -> Understanding:
    """How a draft is understood, for a new rule or as an amendment of one."""
    try:
        means = meaning(draft.chips)
        refused = _refused(scene.log, draft, rule)
    except Refused as why:
        means, refused = Meaning(Called(), (Part("player", 1),)), sentence(str(why))
    reading = draft.reading
    says = said(means)
    return Understanding(
        text=draft.text,
        chips=draft.chips,
        painted=encoded(draft.chips),
        pieces=tuple(pieces(reading)),
        understood=reading.meaning is not None and chips_of(reading.meaning) == draft.chips,
        watched=not isinstance(means.when, Called),
        says="" if bare(says) == bare(draft.text) else says,
        unknown=reading.unknown,
        why=reading.why,
        most=most(HouseRule("r", draft.text, means.when, means.parts), max(len(scene.night.present()), LEAST_PLAYERS)),
        refused=refused,
    )


def _refused(log: Log, draft: Settled, rule: str | None) -> str:
    """Why the table may not have this rule, told before anybody proposes it."""
    if not draft.text:
        return ""
    kind = {"type": "rule.amended", "rule": rule} if rule else {"type": "rule.made", "rule": forms.next_id("rule", log)}
    try:
        check_rule(log.night, read({**kind, "text": draft.text, **fields(draft.chips)}, {}, strict=False))
    except Refused as why:
        return sentence(str(why))
    return ""


def pieces(reading: Reading) -> Iterator[tuple[str, str]]:
    """The sentence cut where a part of the rule begins and ends; what tells none has no name."""
    end = 0
    for mark in sorted(reading.marks, key=lambda mark: mark.start):
        if mark.start < end:
            continue
        if mark.start > end:
            yield reading.text[end : mark.start], ""
        yield reading.text[mark.start : mark.end], mark.part
        end = mark.end
    if end < len(reading.text):
        yield reading.text[end:], ""
