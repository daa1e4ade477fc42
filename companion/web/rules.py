"""House rules: the page on which one is typed, checked and made or changed, and the page of *Caught!*."""

from collections.abc import Iterator
from itertools import islice

from flask import Blueprint, Response, abort, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from ..domain.house_rules.english.starters import starters
from ..domain.house_rules.model import HouseRule, is_about_cards
from ..domain.limits import bare
from ..domain.measure import worded
from ..domain.refused import Refused
from ..domain.rights import check_owner
from ..system.native_threads import aside_text
from ..views.context import ViewContext
from ..views.rule_book import in_force, tonight
from ..views.rule_check import checked
from . import auth, rendering
from .rendering import Answer, sentence
from .rule_books import WITH_STARTERS, acting
from .security import policy

bp = Blueprint("rules", __name__)
READY = 6


@bp.get("/n/<nid>/rules/new")
@policy("joined")
def new(nid: str) -> Response:
    """A new rule: typed and checked, or one of the ready ideas."""
    return _page(nid, None, request.args)


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def change(nid: str, rule: str) -> Response:
    """One rule, to change or drop it."""
    return _page(nid, _active(nid, rule), request.args)


def again(nid: str, answer: Answer) -> Response | None:
    """The same page after a refusal; None if there is no such rule."""
    rule = request.form.get("rule", "")
    old = auth.context(nid).night.rules.get(rule)
    return None if rule and old is None else _page(nid, old, request.form, answer)


@bp.get("/n/<nid>/rules/<rule>/caught")
@policy("joined")
def caught(nid: str, rule: str) -> Response:
    """The form that asks who was caught, and whom they chose."""
    return rendering.page(nid, "table", more=_active(nid, rule), template="calls/caught.html")


def _active(nid: str, rule: str) -> HouseRule:
    found = auth.context(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule was dropped.")
    return found


def _page(nid: str, old: HouseRule | None, typed: MultiDict[str, str], answer: Answer | None = None) -> Response:
    """The page for a new rule, or for the `old` one, with the card of what was typed, and what was `chosen` on it.

    `refused`: why this phone can neither change nor drop the rule. `acting`: the player whose right is used.
    """
    context = auth.context(nid)
    text = " ".join(typed.get("text", old.text if old else "").split())
    card = aside_text(checked, context, text, old, "call" in typed) if text else None
    more = {
        "rule": old,
        "text": text,
        "card": card and replace(card, why=sentence(card.why)) if card and card.why else card,
        "tonight": tonight(context, card.rule) if card and card.rule else "",
        "here": f"/n/{nid}/rules/{old.id if old else 'new'}",
        "chosen": typed,
        "ideas": [] if old or text else list(_ideas(context)),
        "acting": acting(context),
        "refused": _not_theirs(context, old) if old and not context.night.rights else "",
    }
    return rendering.page(nid, "rules", answer, more, template="rules/rule.html")


def _not_theirs(context: ViewContext, rule: HouseRule) -> str:
    try:
        check_owner(rule.maker, context, auth.seat())
    except Refused as why:
        return str(why)
    return ""


def _ideas(context: ViewContext) -> Iterator[tuple[str, bool]]:
    """READY starter rules that are not in force, of the game that is on or of one with cards and one with boxes.

    Each with whether it watches only where the cards of tricks are entered.
    """
    mix = [
        next(game for game in WITH_STARTERS.values() if bool(game.scoring.boxes) is boxes) for boxes in (False, True)
    ]
    games = [context.game] if context.game and context.game.id in WITH_STARTERS else mix
    for game in games:
        told = ((rule, worded(rule.text, context.night.unit)) for rule in aside_text(starters, game.id))
        new = ((rule, text) for rule, text in told if bare(text) not in in_force(context))
        for rule, text in islice(new, READY // len(games)):
            yield text, is_about_cards(rule.when) and game.lays_cards
