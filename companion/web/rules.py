"""House rules: the form for making or amending a rule, and the page for calling one on a player."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ..commands.checks import check_rule
from ..commands.rule_forms import (
    UNTOUCHED,
    Draft,
    Settled,
    check_complete,
    chips_of,
    draft_of,
    encoded,
    fields,
    game_of,
    in_other_words,
    rule_of,
    settled,
)
from ..domain.event_log import Log, next_id
from ..domain.events import read
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.house_rules.english import Reading, in_words
from ..domain.house_rules.model import Called, HouseRule
from ..domain.limits import most
from ..domain.refused import Refused
from ..views.context import ViewContext
from ..views.rule_book import tonight
from ..views.table import phoneless_holders
from . import auth, rendering
from .rendering import sentence
from .security import policy

bp = Blueprint("rules", __name__)
LEAST_PLAYERS = 2


def new_rule(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The form for a new rule, with what was typed in it; without script, the text is read here."""
    return _form(nid, None, request.form if typed.get("type") == "rule.made" else request.args)


rendering.OWN_DATA["rules"] = new_rule


@bp.get("/n/<nid>/rules/<rule>")
@policy("joined")
def amend(nid: str, rule: str) -> Response:
    """One rule, to amend or repeal it."""
    _active(nid, rule)
    return rendering.page(nid, "rules", more=_form(nid, rule, request.args), template="rules/amend.html")


def amend_again(nid: str, answer: rendering.Answer, status: int) -> Response | None:
    """The same form after a refusal; None if there is no such rule."""
    rule = request.form.get("rule", "")
    if rule not in auth.context(nid).night.rules:
        return None
    form = _form(nid, rule, request.form)
    return rendering.page(nid, "rules", answer, status, more=form, template="rules/amend.html")


rendering.SHOWN_AGAIN["rule.amended"] = amend_again


@bp.get("/n/<nid>/rules/read")
@policy("joined")
def reading(nid: str) -> Response:
    """How the typed text and tapped chips are understood: a fragment for the page's script."""
    rule = request.args.get("rule")
    if rule:
        _active(nid, rule)
    view = understanding(auth.context(nid), settled(draft_of(request.args, auth.context(nid).night)), rule)
    return make_response(render_template("rules/_reading.html", view=view))


@bp.get("/n/<nid>/rules/<rule>/caught")
@policy("joined")
def caught(nid: str, rule: str) -> Response:
    """The form that asks who was caught, and whom they chose."""
    return rendering.page(nid, "table", more=_active(nid, rule), template="calls/caught.html")


def _active(nid: str, rule: str) -> HouseRule:
    found = auth.context(nid).night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    return found


def _form(nid: str, rule: str | None, form: MultiDict[str, str]) -> dict[str, Any]:
    """The data of the form of a new rule, or of the rule to amend; `games` are those whose boxes it offers.

    `seats` are the players without a phone who have the right to a rule; `mine`: this phone's player has that right.
    """
    context = auth.context(nid)
    old = context.night.rules[rule] if rule else None
    if "text" in form or "when.on" in form:
        draft = draft_of(form, context.night)
    else:
        draft = Draft(old.text, chips_of(old), game=game_of(context.night)) if old else Draft("", UNTOUCHED)
    read = settled(draft)
    return {
        "rule": rule,
        "read": understanding(context, read, rule),
        "games": list(_with_boxes(context, read.chips.get("when.box", ("",))[0])),
        "seats": phoneless_holders(context),
        "mine": any(right.player == auth.seat() for right in context.night.rights),
    }


def _with_boxes(context: ViewContext, box: str) -> Iterator[Game]:
    """The current game if it has boxes, else every game with boxes; and always the game of the tapped `box`."""
    running = context.game if context.game and context.game.boxes else None
    for game in sorted(GAMES.values(), key=lambda game: game is not running):
        if game.boxes and (running in (None, game) or box in game.boxes):
            yield game


def understanding(context: ViewContext, draft: Settled, rule: str | None) -> dict[str, Any]:
    """How a draft is understood, for a new rule or as an amendment of `rule`.

    `understood`: the text alone states the whole rule. `watched`: the companion applies it without a call. `plain`:
    what it does, unless the text has the same words. `refused`: why it cannot be a rule. `tonight`: what it would have
    done so far tonight.
    """
    means, refused = None, ""
    try:
        check_complete(draft, context.night)
        means = rule_of(draft.chips)
        refused = _refused(context.log, draft, rule)
    except Refused as why:
        refused = sentence(str(why))
    meaning = draft.reading.meaning
    return {
        "draft": draft,
        "encoded": encoded(draft.chips),
        "pieces": list(pieces(draft.reading)),
        "understood": meaning is not None and chips_of(meaning) == draft.chips,
        "offers": [in_words(offer) for offer in draft.reading.offers],
        "watched": means is not None and not isinstance(means.when, Called),
        "plain": means and in_other_words(draft.text, means),
        "most": means and most(means, max(len(context.night.present()), LEAST_PLAYERS)),
        "refused": refused,
        "tonight": tonight(context, means) if means and not refused else "",
    }


def _refused(log: Log, draft: Settled, rule: str | None) -> str:
    """Why this rule would be refused, so that its author can read it before sending; empty if it would not be."""
    if not draft.text:
        return ""
    raw: dict[str, Any] = {"type": "rule.amended", "rule": rule}
    if not rule:
        raw = {"type": "rule.made", "rule": next_id("rule", log)}
    try:
        check_rule(log.night, read({**raw, "text": draft.text, **fields(draft.chips)}, {}, strict=False))
    except Refused as why:
        return sentence(str(why))
    return ""


def pieces(reading: Reading) -> Iterator[tuple[str, bool]]:
    """The sentence in pieces, each with whether it was not understood."""
    end = 0
    for start, stop in sorted(reading.left):
        if start >= end:
            yield reading.text[end:start], False
            yield reading.text[start:stop], True
            end = stop
    yield reading.text[end:], False
