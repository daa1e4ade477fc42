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
    return painter.page(nid, "rules", more=_form(nid, None))


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def amend(nid: str, rule: str) -> Response:
    """One rule, to amend or repeal it."""
    found = gate.keeper().night(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    return painter.page(nid, "rules", more=_form(nid, found), template="rules/amend.html")


def _form(nid: str, rule: HouseRule | None) -> RuleForm:
    scene = gate.scene(nid)
    holders = {right.player for right in scene.night.rights}
    own = [who for who in scene.seated if who.id in holders and not scene.phones.has_phone(who.id)]
    return RuleForm(
        on=tuple(ON.items()),
        who=tuple(WHO.items()),
        ranks=tuple(RANK_WORDS.items()),
        suits=tuple(SUIT_WORDS.items()),
        rule=rule.id if rule else None,
        fields=_fields(rule) if rule else {"on": "called", "who": "player", "amount": 1},
        seats=tuple(own),
    )


def _fields(rule: HouseRule) -> dict[str, Any]:
    when = msgspec.to_builtins(rule.when)
    part = rule.parts[0]
    return {"text": rule.text, "who": part.who, "amount": part.amount, **when}
