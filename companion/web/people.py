"""The pages of one player and of everybody at the table, where others tap for them: drinks, Caught!, leaving."""

from typing import Any

from flask import Blueprint, Response, abort

from ..domain.measure import words
from ..domain.rights import acts_for, may_agree_for
from ..views.calls import calls, contestable, in_force, needs_people, tricks_without_cards
from ..views.context import ViewContext
from . import auth, rendering
from .security import policy

bp = Blueprint("people", __name__)


@bp.get("/n/<nid>/with/<player>")
@policy("joined")
def person(nid: str, player: str) -> Response:
    """What can be tapped for a player, by everybody: what they drank, took over or broke, and that they leave."""
    context, own = auth.context(nid), auth.seat()
    if player not in context.people:
        abort(404, "That seat is gone.")
    more = {
        **_rules(context),
        "who": context.people[player],
        "player": context.night.players[player],
        "mine": player == own,
        "contestable": contestable(context, own, player) if may_agree_for(context, own, player) else (),
        "phone": player in context.with_phone,
        "away": player in context.night.away,
        "here": own not in context.night.away,
        "done": "Paid" if words(context.night.unit).verb == "pay" else "Drank",
        "corrections": context.corrections,
        "bait": context.screen.between,
        "fines": acts_for(context, own, context.night.finesmaster) and not context.night.closed,
    }
    return rendering.page(nid, "table", more=more, template="people/person.html")


@bp.get("/n/<nid>/caught")
@policy("joined")
def caught(nid: str) -> Response:
    """Every house rule with everybody at the table: one tap says who broke which."""
    return rendering.page(nid, "table", more=_rules(auth.context(nid)), template="people/caught.html")


def _rules(context: ViewContext) -> dict[str, Any]:
    """The rules that somebody can be caught at: those that people must watch for, and those that the app watches."""
    without_cards, rules = tricks_without_cards(context), in_force(context)
    by_people = [rule for rule in rules if needs_people(rule, without_cards)]
    return {
        "by_people": by_people,
        "by_app": [rule for rule in rules if rule not in by_people],
        "calls": calls(context),
    }
