"""House rules: the rule book, the form for a new one, and the one for amending."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from ..rules.cards import RANK_WORDS, SUIT_WORDS
from ..rules.house_rules import HouseRule
from ..showing.rulebook import ON, WHO
from ..showing.scene import Who
from . import gate, painter
from .guard import policy

bp = Blueprint("rules", __name__)


class RuleForm(msgspec.Struct, frozen=True):
    """What a rule may be made of; `rule` is the one to amend, `fields` what it says now."""

    on: tuple[tuple[str, str], ...]
    who: tuple[tuple[str, str], ...]
    ranks: tuple[tuple[str, str], ...]
    suits: tuple[tuple[str, str], ...]
    rule: str | None
    fields: dict[str, Any]
    seats: tuple[Who, ...]


@bp.get("/n/<nid>/rules")
@policy("joined")
def rules(nid: str) -> Response:
    """The rules in force, and those that are gone."""
    return painter.page(nid, "rules", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> RuleForm:
    """The form for a new rule, with what was typed."""
    return _form(nid, None, typed if typed.get("type") == "rule.made" else {})


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def amend(nid: str, rule: str) -> Response:
    """One rule, to amend or repeal it."""
    found = gate.keeper().night(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    return amending(nid, rule)


def amending(
    nid: str, rule: str, typed: dict[str, str] | None = None, answer: painter.Answer | None = None, status: int = 200
) -> Response:
    """The form that amends a rule, with what was typed and why it was refused."""
    form = _form(nid, gate.keeper().night(nid).night.rules[rule], typed or {})
    return painter.page(nid, "rules", answer, status, more=form, template="rules/amend.html")


def _form(nid: str, rule: HouseRule | None, typed: dict[str, str]) -> RuleForm:
    scene = gate.scene(nid)
    holders = {right.player for right in scene.night.rights}
    own = [who for who in scene.seated if who.id in holders and not scene.phones.has_phone(who.id)]
    return RuleForm(
        on=tuple(ON.items()),
        who=tuple(WHO.items()),
        ranks=tuple(RANK_WORDS.items()),
        suits=tuple(SUIT_WORDS.items()),
        rule=rule.id if rule else None,
        fields=(_fields(rule) if rule else {"on": "called", "who": "player", "amount": 1}) | _said(typed),
        seats=tuple(own),
    )


def _fields(rule: HouseRule) -> dict[str, Any]:
    when = msgspec.to_builtins(rule.when)
    part = rule.parts[0]
    return {"text": rule.text, "who": part.who, "amount": part.amount, **when}


def _said(typed: dict[str, str]) -> dict[str, Any]:
    """What was typed into the fields of a rule, as the form names them."""
    fields: dict[str, Any] = {name.removeprefix("when."): value for name, value in typed.items()}
    if fields.get("amount", "").isdecimal():
        fields["amount"] = int(fields["amount"][:4])
    return fields
