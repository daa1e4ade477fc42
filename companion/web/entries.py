"""The endpoint for every event of every game, and how taps are answered."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, redirect, request
from werkzeug.exceptions import ServiceUnavailable

from ..commands import forms, proposals
from ..commands.checks import NeedsAnother
from ..commands.erasing import NotAsked
from ..commands.handler import Conflict, PossibleDuplicate
from ..domain import events as of
from ..domain.event_log import InTheWay
from ..domain.events import written
from ..domain.night import differences
from ..domain.refused import Refused
from ..storage.errors import DatabaseUnavailable
from ..views.entries import describe_event, describe_line
from ..views.pages import PAGES
from . import auth, rendering
from .rendering import Answer, sentence
from .security import error_page, policy
from .services import services

bp = Blueprint("entries", __name__)
NEXT = re.compile(r"[a-z][\w/-]*(\?[\w=%&-]*)?")  # a page of this night


@bp.post("/n/<nid>/entries")
@policy("joined")
def enter(nid: str) -> Response:
    """Records the event of the form, or asks another player where both must agree.

    A player who asks for what another one asked for has agreed to it.
    """
    sender = auth.sender(request.form.get("acting"))
    try:
        recorded = services().commands.handle(nid, forms.command(request.form, waited()), sender)
    except NeedsAnother as needed:
        agreed = proposals.ask_to_undo(services().commands, nid, needed.event, auth.seat())
        if agreed is None:
            return answered(nid, Answer(f"{needed} Their phones ask them now.", kind="changes"), 202)
        recorded = agreed
    return done(nid, changes(nid, recorded.seq))


@bp.after_request
def count(response: Response) -> Response:
    """Counts taps for the operator, by whether they were recorded."""
    services().taps["written" if response.status_code < 400 else "refused"] += 1
    return response


@bp.app_errorhandler(Refused)
def refused(why: Refused) -> Response:
    """Answers what the rules refuse, for every form of a night; nothing that was typed is lost."""
    nid = g.device.night_id
    if isinstance(why, Conflict):
        return answered(nid, _both(nid, why), 409)
    if isinstance(why, PossibleDuplicate):
        return answered(nid, _same_one(nid, why), 409)
    return answered(nid, Answer(sentence(_words(nid, why))), 409 if isinstance(why, NotAsked) else 422)


@bp.app_errorhandler(DatabaseUnavailable)
def not_written(why: DatabaseUnavailable) -> Response:
    """The same where the database did not take it; a page that was only asked for is a page of that error."""
    if "seat" in g and request.method == "POST":
        with suppress(DatabaseUnavailable):  # the page of the form may need the database, too
            return answered(g.device.night_id, Answer(str(why)), 503)
    return error_page(ServiceUnavailable(str(why)))


def waited() -> float:
    """The seconds that this tap waited in the outbox of its phone, at most half a day; the header has milliseconds."""
    text = request.headers.get("X-Waited", "")
    return min(int(text) / 1000, 12 * 3600) if text.isdecimal() and len(text) < 10 else 0.0


def back() -> str:
    """The page with the form: as the form names it, else the page it was sent from, else the address it was sent to."""
    paths = (urlsplit(request.referrer or "").path.split("/"), request.path.split("/"))
    names = (request.form.get("back", ""), *(path[3] for path in paths if len(path) > 3))
    return next((name for name in names if name in PAGES), "table")


def done(nid: str, answer: Answer | None = None) -> Response:
    """The answer to a tap that counts; it leads to the page that the form names, else back to the page of the form."""
    leads_to = request.form.get("next", "")
    if not NEXT.fullmatch(leads_to):
        leads_to = "" if rendering.is_scripted() else back()
    address = f"/n/{nid}/{'' if leads_to == 'table' else leads_to}"
    if rendering.is_scripted():
        response = answered(nid, answer, 200)
        if leads_to:
            response.headers["HX-Redirect"] = address
        return response
    return answered(nid, answer, 200) if answer else redirect(address, 303)  # type: ignore[return-value]


def changes(nid: str, seq: int) -> Answer | None:
    """Whose drinks an undo or change changed; nothing for any other entry. It may have undone this phone's joining."""
    log = services().nights.log(nid)
    if auth.seat() not in log.night.players:
        abort(403, auth.OUTSIDE)
    if seq != log.seq or not isinstance(log.line(seq).entry.event, of.EntryUndone | of.EntryChanged):
        return None
    people = auth.context(nid).people
    changed = tuple(
        (people[player], by) for player, by in differences(log.before, log.night).items() if player in people
    )
    says = "Done. This changed:" if changed else "Done. It changed nobody's drinks."
    return Answer(says, kind="changes", changes=changed)


def answered(nid: str, answer: Answer | None, status: int) -> Response:
    """The answer in words, since the stream brings the table; for a form without script its page, filled in again."""
    if rendering.is_scripted():
        return rendering.words(nid, answer, status)
    if answer is None or status == 200:
        return rendering.page(nid, back(), answer, status)
    again = rendering.SHOWN_AGAIN.get(request.form.get("type", "")) or rendering.SHOWN_AGAIN.get(request.endpoint or "")
    page = again(nid, answer, status) if again else None
    return page or rendering.page(nid, back(), answer, status, typed=request.form.to_dict())


def _both(nid: str, conflict: Conflict) -> Answer:
    """What is recorded and what was proposed, and one tap that changes the one into the other."""
    context = auth.context(nid)
    line = conflict.line
    who = context.name(line.entry.by) if line.entry.by else "somebody"
    fields = [("type", "entry.changed"), ("entry", str(line.entry.seq))]
    return Answer(
        says=f"{who} entered something else: {describe_line(context, line)}",
        kind="conflict",
        stands=describe_line(context, line),
        offer=f"Change it to: {describe_event(context, line.entry.seq, conflict.event, context.insider)}",
        fields=(*fields, *_nested(written(conflict.event))),
        night_id=nid,
        back=back(),
        key=auth.forms_key(context.log),
    )


def _nested(event: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of an event as a form would send them within another."""
    fields: list[tuple[str, str]] = []
    for name, value in event.items():
        for one in (value or [""]) if isinstance(value, list | tuple) else [value]:
            text = " ".join(one) if isinstance(one, list | tuple) else "" if one is None else str(one)
            fields.append((f"event.{name}", text))
    return fields


def _same_one(nid: str, duplicate: PossibleDuplicate) -> Answer:
    context = auth.context(nid)
    fields = tuple(
        (name, value)
        for name in request.form
        for value in request.form.getlist(name)
        if name not in ("key", "again", "back")
    )
    return Answer(
        says=f"{describe_line(context, duplicate.line)} Another phone entered that a moment ago. Is it the same one?",
        kind="doubt",
        offer="No, it happened again",
        fields=(*fields, ("again", "yes")),
        night_id=nid,
        back=back(),
        key=auth.forms_key(context.log),
    )


def _words(nid: str, refused: Refused) -> str:
    """The refusal as this phone may read it."""
    text = str(refused) if auth.context(nid).insider else refused.public
    return f"Entry {refused.entry} stands in the way: {text}" if isinstance(refused, InTheWay) else text
