"""The page of one person, from which everything about them is tapped, and that of Caught!, with everybody."""

from itertools import chain
from typing import Any

from flask import Blueprint, Response, abort, request

from ..domain import events as of
from ..domain.measure import PAY, words
from ..domain.office import NEW_IN_OFFICE, office_since, took_over_after
from ..domain.rights import acts_for, is_free, may_agree_for
from ..domain.settlement import carried_over
from ..storage.clock import ago
from ..views.calls import by_people, calls, contestable, in_force
from ..views.context import ViewContext
from . import auth, rendering
from .rendering import Answer
from .security import policy

bp = Blueprint("people", __name__)
MOST = 5  # reasons for a fine that are offered
REASONS = ("spilled", "late", "phone at the table", "asked whose turn it is", "played out of turn")


@bp.get("/n/<nid>/with/<player>")
@policy("joined")
def person(nid: str, player: str) -> Response:
    """What this phone can tap for a player: drinks, what they broke, fines, and that they go home; and their seat."""
    if player not in auth.context(nid).people:
        abort(404, "That seat is gone.")
    return _page(nid, player)


def again(nid: str, answer: Answer) -> Response | None:
    """The same page after a fine or a name on it was refused, with what was typed; None for a form of another page."""
    player, is_name = request.form.get("player", ""), request.form.get("corrects") == "joining"
    is_here = player in auth.context(nid).people and (is_name or "corrects" not in request.form)
    return _page(nid, player, answer) if is_here else None


def _page(nid: str, player: str, answer: Answer | None = None) -> Response:
    context, own = auth.context(nid), auth.seat()
    night, speaks = context.night, may_agree_for(context, own, player)
    more = {
        **_rules(context),
        **_seat(context, own, player),
        "player": night.players[player],
        "contestable": contestable(context, own, player) if speaks else (),
        "speaks": speaks,
        "done": "Done with" if player == own else "Paid" if words(night.unit) is PAY else "Did",
        "bait": player in context.whitebait,
        "sneaks": acts_for(context, own, night.sneak),
        "reasons": _reasons(context),
    }
    return rendering.page(nid, "table", answer, more, template="people/person.html")


def _reasons(context: ViewContext) -> list[str]:
    """The reasons that this table gave for fines by hand, the newest first, followed by some of REASONS."""
    before, lines = carried_over(context.log), reversed(context.log.lines)
    fines = (line.counts for line in lines if line.entry.seq not in before)
    given = (fine.reason for fine in fines if isinstance(fine, of.FineGiven) and fine.reason)
    found: dict[str, str] = {}
    for reason in chain(given, REASONS):
        found.setdefault(reason.casefold(), reason)
    return list(found.values())[:MOST]


def _seat(context: ViewContext, own: str, player: str) -> dict[str, Any]:
    """What this phone can change about a seat: its name (`named`), who taps for it, the offices and the phone."""
    night = context.night
    return {
        "named": not night.closed and (player == own or is_free(context, player)),
        "phone": player in context.with_phone,
        "lent": context.phones.lent_to(player) is not None,
        "lenders": [who for who in context.everybody if who.id in context.with_phone and who.id != player],
        "sneak": player == night.sneak,
        "new": took_over_after(context.log, ago(NEW_IN_OFFICE)),
        "before": player == office_since(context.log)[1],
    }


@bp.get("/n/<nid>/caught")
@policy("joined")
def caught(nid: str) -> Response:
    """Every house rule with everybody at the table: one tap says who broke which."""
    return rendering.page(nid, "table", more=_rules(auth.context(nid)), template="people/caught.html")


def _rules(context: ViewContext) -> dict[str, Any]:
    """The rules that somebody can be caught at: those that people must watch for, and those that the app watches."""
    watched = by_people(context)
    return {
        "by_people": watched,
        "by_app": [rule for rule in in_force(context) if rule not in watched],
        "calls": calls(context),
    }
