"""House rules: the form for making or amending a rule, and the page for calling one on a player."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from ..commands.rule_forms import draft_of
from ..domain.event_log import Log, next_id
from ..domain.events import read
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.house_rules.english import read as read_rule
from ..domain.house_rules.english.starters import starters
from ..domain.house_rules.model import Called, HouseRule
from ..domain.limits import are_rules_earned, bare, check_limits
from ..domain.refused import Refused
from ..domain.rights import check_owner
from ..domain.rule_drafts import (
    TRIGGERS,
    UNTOUCHED,
    Draft,
    Settled,
    check_amended,
    chips_of,
    encoded,
    fields,
    game_of,
    rule_of,
    settled,
)
from ..system.native_threads import aside_text
from ..views.context import ViewContext
from ..views.rule_book import in_force, tonight
from ..views.table import phoneless_holders
from ..views.verdicts import Verdict, verdict
from . import auth, rendering
from .rendering import sentence
from .rule_books import WITH_STARTERS, acting, book_file, costs, packed
from .security import policy

bp = Blueprint("rules", __name__)
READY = 6
IDEAS = 3


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
    view = understanding(auth.context(nid), aside_text(settled, draft_of(request.args, auth.context(nid).night)), rule)
    return make_response(render_template("rules/_reading.html", view=view))


@bp.get("/n/<nid>/rules/idea")
@policy("joined")
def idea(nid: str) -> Response:
    """Three ready rules, other ones after every entry, and a field for own words: what a right is used for."""
    context = auth.context(nid)
    ready = [one["text"] for one in _ready(context)]
    first = context.log.seq % (len(ready) or 1)
    more = {
        "ideas": (ready[first:] + ready[:first])[:IDEAS],
        "mine": any(right.player == auth.seat() for right in context.night.rights),
        "whose": context.who(acting(context)),
    }
    return rendering.page(nid, "table", more=more, template="rules/idea.html")


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


def _form(nid: str, rule: str | None, form: MultiDict[str, str]) -> dict[str, Any]:
    """The data of the form of a new rule, or of the rule to amend; `games` are those whose boxes it offers.

    `given`: the address or a refused form filled it in.
    `first` are the triggers that are not folded away. `ready` are rules to be made with one tap, whose costs a page
    with script asks for later (`waits`).
    `seats` are the players without a phone who have the right to a rule; `mine`: this phone's player has that right.
    `refused`: why this phone can neither change nor drop this rule.
    """
    context = auth.context(nid)
    old = context.night.rules[rule] if rule else None
    given = "text" in form or "when.on" in form
    if given:
        draft = draft_of(form, context.night)
    else:
        draft = Draft(old.text, chips_of(old), game=game_of(context.night)) if old else Draft("", UNTOUCHED)
    read = aside_text(settled, draft)
    return {
        "rule": rule,
        "given": given,
        "read": understanding(context, read, rule),
        "games": list(_with_boxes(context, read.chips.get("when.box", ("",))[0])),
        "first": context.game.hears if context.game else frozenset(TRIGGERS),
        "ready": [] if old else list(_ready(context)),
        "waits": not old and "costs" not in request.args,
        "seats": phoneless_holders(context),
        "acting": acting(context),
        "mine": any(right.player == auth.seat() for right in context.night.rights),
        "refused": _not_theirs(context, old) if old and not context.night.rights else "",
    }


def _not_theirs(context: ViewContext, rule: HouseRule) -> str:
    try:
        check_owner(rule.maker, context, auth.seat())
    except Refused as why:
        return str(why)
    return ""


def _with_boxes(context: ViewContext, box: str) -> Iterator[Game]:
    """The current game if it has boxes, else every game with boxes; and always the game of the tapped `box`."""
    running = context.game if context.game and context.game.scoring.boxes else None
    for game in sorted(GAMES.values(), key=lambda game: game is not running):
        if game.scoring.boxes and (running in (None, game) or box in game.scoring.boxes):
            yield game


def _ready(context: ViewContext) -> Iterator[dict[str, str]]:
    """READY starter rules that are not in force, of the game that is on or of one with cards and one with boxes."""
    mix = [
        next(game for game in WITH_STARTERS.values() if bool(game.scoring.boxes) is boxes) for boxes in (False, True)
    ]
    games = [context.game] if context.game and context.game.id in WITH_STARTERS else mix
    for game in games:
        found = costs(context, game) if "costs" in request.args else {}
        watched = (rule.text for rule in aside_text(starters, game.id) if not isinstance(rule.when, Called))
        new = (text for text in watched if bare(text) not in in_force(context))
        for text in islice(new, READY // len(games)):
            yield {"text": text, "costs": found.get(text, ("",))[0]}


def understanding(context: ViewContext, draft: Settled, rule: str | None) -> dict[str, Any]:
    """How a draft is understood, for a new rule or as an amendment of `rule`; `refused`: why it cannot be one.

    `both` are the two rules in it as a book, unless each needs a right. `taps`: what is missing is tapped.
    """
    shown, refused = Verdict(), ""
    try:
        shown = aside_text(verdict, draft, context.night, game_of(context.night))
        refused = aside_text(_refused, context.log, draft, rule) if shown.rule else ""
    except Refused as why:
        refused = sentence(str(why))
    locked = rule or are_rules_earned(context.log)
    return {
        "rule": rule,
        "draft": draft,
        "encoded": encoded(draft.chips),
        "here": f"/n/{context.night_id}/rules{f'/{rule}' if rule else ''}",
        "verdict": Verdict() if refused else shown,
        "refused": refused,
        "tonight": tonight(context, shown.rule) if shown.rule and not refused else "",
        "both": "" if locked or not shown.two else packed(aside_text(_book_of, shown.two, game_of(context.night))),
        "taps": shown.kind == "question" and not (shown.answers or shown.two),
    }


def _book_of(texts: Iterable[str], game: str | None) -> bytes:
    """A book of the rules that these sentences state."""
    return book_file(
        replace(rule_of(chips_of(meaning)), text=text) for text in texts if (meaning := read_rule(text, game).meaning)
    )


def _refused(log: Log, draft: Settled, rule: str | None) -> str:
    """Why this rule would be refused, so that its author can read it before sending; empty if it would not be."""
    if not draft.text:
        return ""
    raw: dict[str, Any] = {"type": "rule.amended", "rule": rule}
    if not rule:
        raw = {"type": "rule.made", "rule": next_id("rule", log)}
    raw |= {"text": draft.text, **fields(draft.chips)}
    try:
        check_amended(raw, draft.chips, log.night)
        check_limits(log.night, read(raw, {}, strict=False))
    except Refused as why:
        return sentence(str(why))
    return ""
