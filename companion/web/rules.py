"""House rules: the rule book, and one form for making and amending, typed in English or tapped together."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ..rules.house_rules import HouseRule
from ..rules.sentences import Meaning
from ..showing.scene import Scene, Who
from ..showing.table import holders
from . import gate, painter
from .chips import NOBODY_SAID, Chips, Choices, chips_of, choices
from .drafts import Draft, Settled, by_chips, by_words, draft_of, settled
from .guard import policy
from .understanding import Understanding, understanding

bp = Blueprint("rules", __name__)
Form = MultiDict[str, str]


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


@bp.get("/n/<nid>/rules")
@policy("joined")
def rules(nid: str) -> Response:
    """The rules in force, those that are gone, and the form; phones without script have their words read here."""
    return painter.page(nid, "rules", more=_form(nid, None, request.args))


def more(nid: str, typed: dict[str, str]) -> RuleForm:
    """The form for a new rule, with what was typed in it."""
    return _form(nid, None, request.form if typed.get("type") == "rule.made" else MultiDict())


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def amend(nid: str, rule: str) -> Response:
    """One rule, to amend or repeal it."""
    _active(nid, rule)
    form = _form(nid, rule, request.args)
    return painter.page(nid, "rules", more=form, template="rules/amend.html")


def amending(
    nid: str, rule: str, typed: dict[str, str] | None = None, answer: painter.Answer | None = None, status: int = 200
) -> Response:
    """The form that amends a rule, with what was typed and why it was refused."""
    form = _form(nid, rule, request.form if typed else MultiDict())
    return painter.page(nid, "rules", answer, status, more=form, template="rules/amend.html")


def amending_again(nid: str, typed: dict[str, str], answer: painter.Answer | None, status: int) -> Response | None:
    """The same form after a refusal; None where the rule it amends is not there."""
    rule = typed.get("rule", "")
    return amending(nid, rule, typed, answer, status) if rule in gate.scene(nid).night.rules else None


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
    return make_response(render_template("rules/_reading.html", view=understanding(gate.scene(nid), draft, rule)))


def _active(nid: str, rule: str) -> HouseRule:
    found = gate.keeper().night(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    return found


def _form(nid: str, rule: str | None, form: Form) -> RuleForm:
    scene = gate.scene(nid)
    said = "text" in form or "when.on" in form
    draft = draft_of(form) if said else _as_it_stands(scene.night.rules[rule]) if rule else Draft("", NOBODY_SAID)
    read = understanding(scene, settled(draft), rule)
    box = read.chips.get("when.box", ("",))[0]
    return RuleForm(
        night_id=nid,
        rule=rule,
        text=read.text,
        chips=read.chips,
        choices=choices(scene.game.id if scene.game else None, box),
        read=read,
        seats=phoneless_holders(scene),
        mine=any(right.player == gate.seat() for right in scene.night.rights),
        closed=scene.night.closed,
    )


def _as_it_stands(rule: HouseRule) -> Draft:
    return Draft(rule.text, chips_of(Meaning(rule.when, rule.parts)))


def phoneless_holders(scene: Scene) -> tuple[Who, ...]:
    """Those who hold a rule right and have no phone to use it."""
    return tuple(who for who in holders(scene) if not scene.phones.has_phone(who.id))
