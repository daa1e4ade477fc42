"""House rules: the rule book, one form for making and amending, and the page for catching somebody at one."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..commands.checks import check_rule
from ..commands.rule_forms import (
    NOBODY_SAID,
    Chips,
    Draft,
    Pairs,
    Settled,
    by_chips,
    by_words,
    chips_of,
    draft_of,
    encoded,
    fields,
    meaning,
    settled,
)
from ..domain.cards import RANK_WORDS, SUIT_WORDS
from ..domain.event_log import Log
from ..domain.events import read
from ..domain.games import GAMES
from ..domain.house_rules.english import Meaning, Reading, said
from ..domain.house_rules.model import Called, HouseRule, Part
from ..domain.limits import bare, most
from ..domain.refused import Refused
from ..views.context import ViewContext, Who
from ..views.table import holders
from . import auth, rendering
from .rendering import sentence
from .security import policy
from .services import services

bp = Blueprint("rules", __name__)
Form = MultiDict[str, str]
LEAST_PLAYERS = 2
ON = {
    "called": "somebody is caught",
    "card.played": "a card is played",
    "trick.taken": "a trick is taken",
    "trick.nobody": "nobody takes a trick",
    "bid.made": "a bid is made",
    "bid.missed": "a bid is missed",
    "declared": "somebody declares",
    "revealed": "somebody reveals",
    "box.scored": "a box is scored",
    "dropped.out": "somebody drops out",
}
WHO = {
    "player": "that player",
    "left": "their left",
    "right": "their right",
    "neighbours": "both neighbours",
    "across": "across",
    "everyone": "everyone",
    "others": "everybody else",
    "dealer": "the dealer",
    "leader": "the leader",
    "taker": "the taker",
    "chosen": "whom they choose",
}


class Choices(msgspec.Struct, frozen=True):
    """All chips there are; boxes go by the games that have them."""

    on: Pairs
    who: Pairs
    ranks: Pairs
    suits: Pairs
    boxes: tuple[tuple[str, Pairs], ...]


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


class RuleForm(msgspec.Struct, frozen=True):
    """The form of a rule: its words, its chips, and what they are understood as; `rule` is the one to amend.

    `seats` are the players without a phone whose right somebody may use for them, `mine` whether this phone has one.
    """

    night_id: str
    rule: str | None
    text: str
    chips: Chips
    choices: Choices
    read: Understanding
    seats: tuple[Who, ...]
    mine: bool
    closed: bool


def more(nid: str, typed: dict[str, str]) -> RuleForm:
    """The form for a new rule, with what was typed in it; phones without script have their words read here."""
    return _form(nid, None, request.form if typed.get("type") == "rule.made" else request.args)


rendering.OWN_DATA["rules"] = more


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def amend(nid: str, rule: str) -> Response:
    """One rule, to amend or repeal it."""
    _active(nid, rule)
    return rendering.page(nid, "rules", more=_form(nid, rule, request.args), template="rules/amend.html")


def amend_again(nid: str, answer: rendering.Answer, status: int) -> Response | None:
    """The same form after a refusal; None where the rule it amends is not there."""
    rule = request.form.get("rule", "")
    if rule not in auth.context(nid).night.rules:
        return None
    form = _form(nid, rule, request.form)
    return rendering.page(nid, "rules", answer, status, more=form, template="rules/amend.html")


rendering.SHOWN_AGAIN["rule.amended"] = amend_again


@bp.get("/n/<nid>/rules/read")
@policy("joined")
def typed(nid: str) -> Response:
    """What is being typed, as it is understood so far: a fragment for the phone's script."""
    return _understood(nid, by_words(draft_of(request.args)))


@bp.get("/n/<nid>/rules/write")
@policy("joined")
def tapped(nid: str) -> Response:
    """What is being tapped, as a sentence that says the same: a fragment for the phone's script."""
    return _understood(nid, by_chips(draft_of(request.args)))


def _understood(nid: str, draft: Settled) -> Response:
    rule = request.args.get("rule") or None
    if rule:
        _active(nid, rule)
    return make_response(render_template("rules/_reading.html", view=understanding(auth.context(nid), draft, rule)))


def _active(nid: str, rule: str) -> HouseRule:
    found = services().nights.log(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    return found


def _form(nid: str, rule: str | None, form: Form) -> RuleForm:
    context = auth.context(nid)
    said = "text" in form or "when.on" in form
    draft = draft_of(form) if said else _as_it_stands(context.night.rules[rule]) if rule else Draft("", NOBODY_SAID)
    read = understanding(context, settled(draft), rule)
    box = read.chips.get("when.box", ("",))[0]
    return RuleForm(
        night_id=nid,
        rule=rule,
        text=read.text,
        chips=read.chips,
        choices=choices(context.game.id if context.game else None, box),
        read=read,
        seats=phoneless_holders(context),
        mine=any(right.player == auth.seat() for right in context.night.rights),
        closed=context.night.closed,
    )


def _as_it_stands(rule: HouseRule) -> Draft:
    return Draft(rule.text, chips_of(Meaning(rule.when, rule.parts)))


def phoneless_holders(context: ViewContext) -> tuple[Who, ...]:
    """Those who hold a rule right and have no phone to use it."""
    return tuple(who for who in holders(context) if not context.phones.has_phone(who.id))


def choices(game: str | None, box: str | None) -> Choices:
    """The chips to offer while a game is on: its own boxes, else every game's, and always the `box` that is tapped."""
    boxed = {each.id: each for each in GAMES.values() if each.boxes}
    shown = [boxed[game]] if game in boxed else list(boxed.values())
    shown += [each for each in boxed.values() if box in each.boxes and each not in shown]
    return Choices(
        on=tuple(ON.items()),
        who=tuple(WHO.items()),
        ranks=tuple((rank, "10" if rank == "T" else rank) for rank in RANK_WORDS),
        suits=tuple(SUIT_WORDS.items()),
        boxes=tuple((each.name, tuple(each.boxes.items())) for each in shown),
    )


def understanding(context: ViewContext, draft: Settled, rule: str | None) -> Understanding:
    """How a draft is understood, for a new rule or as an amendment of one."""
    try:
        means = meaning(draft.chips)
        refused = _refused(context.log, draft, rule)
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
        most=most(
            HouseRule("r", draft.text, means.when, means.parts), max(len(context.night.present()), LEAST_PLAYERS)
        ),
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


class Caught(msgspec.Struct, frozen=True):
    """A rule in force and everybody who may be caught at it; `asks` whether they choose who drinks."""

    rule: str
    text: str
    asks: bool
    people: tuple[Who, ...]


@bp.get("/n/<nid>/rules/<rule>/caught")
@policy("joined")
def caught(nid: str, rule: str) -> Response:
    """Who was caught, and whom they chose."""
    context = auth.context(nid)
    found = context.night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    more = Caught(rule, found.text, found.asks, context.seated)
    return rendering.page(nid, "table", more=more, template="calls/caught.html")
