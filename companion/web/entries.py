"""The endpoint for every event of every game, and how taps are answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request

from ..commands import forms, proposals
from ..commands.checks import NeedsAnother
from ..commands.handler import Conflict, PossibleDuplicate
from ..rules import events as of
from ..rules.event_log import InTheWay
from ..rules.events import written
from ..rules.night import differences
from ..rules.refused import Refused
from ..showing.entries import sentence as telling
from ..showing.entries import told
from ..showing.pages import PAGES
from ..store.errors import DatabaseUnavailable
from . import auth, painter, rule_books, rules, share, table, wishes
from .painter import Answer, sentence
from .security import policy
from .services import services

bp = Blueprint("entries", __name__)
NEXT = re.compile(r"[a-z][\w/-]*(\?[\w=%&-]*)?")  # a page of this night
MORE: dict[str, Callable[[str, dict[str, str]], Any]] = {
    "rules": rules.more,
    "bring": rule_books.more,
    "share": share.more,
    "wishes": wishes.more,
}
# Forms that stand on a page of their own, which is painted again with what was typed while it is still asked.
ALONE: dict[str, Callable[[str, dict[str, str], Answer | None, int], Response | None]] = {
    "rule.amended": rules.amending_again,
    "deal.started": table.dealing_again,
}


@bp.post("/n/<nid>/entries")
@policy("joined")
def enter(nid: str) -> Response:
    """Writes what the form says, or says in words why not; nothing that was typed is lost."""
    try:
        return _entered(nid)
    except Conflict as conflict:
        return answered(nid, _both(nid, conflict), 409)
    except PossibleDuplicate as doubt:
        return answered(nid, _same_one(nid, doubt), 409)
    except Refused as refused:
        return answered(nid, Answer(sentence(_words(nid, refused))), 422)
    except DatabaseUnavailable as refused:
        return answered(nid, Answer(str(refused)), 503)


def _entered(nid: str) -> Response:
    """Records it, or asks another player where it takes two; who asks for what another asked for has agreed to it."""
    sender = auth.sender(request.form.get("acting"))
    try:
        recorded = services().commands.handle(nid, forms.command(request.form, waited()), sender)
    except NeedsAnother as needed:
        agreed = proposals.ask_to_undo(services().commands, nid, needed.event, auth.seat())
        if agreed is None:
            return answered(nid, Answer(f"{needed} Their phones ask them now.", kind="changes"), 202)
        recorded = agreed
    auth.check_seated(nid)
    return done(nid, changes(nid, recorded.seq))


def waited() -> float:
    """The seconds this tap lay in the outbox of its phone, which says it in milliseconds; half a day at most."""
    said = request.headers.get("X-Waited", "")
    return min(int(said) / 1000, 12 * 3600) if said.isdecimal() and len(said) < 10 else 0.0


def back() -> str:
    """The page the form stands on: what the form says, else where the request came from."""
    came = urlsplit(request.referrer or "").path.split("/")
    name = request.form.get("back") or (came[3] if len(came) > 3 else "")
    return name if name in PAGES else "table"


def done(nid: str, answer: Answer | None = None) -> Response:
    """What is said about a tap that counts, and where it leads: to the page its form names, else to where it stands."""
    leads_to = request.form.get("next", "")
    if not NEXT.fullmatch(leads_to):
        leads_to = "" if painter.is_scripted() else back()
    address = f"/n/{nid}/{'' if leads_to == 'table' else leads_to}"
    if painter.is_scripted():
        response = answered(nid, answer, 200)
        if leads_to:
            response.headers["HX-Redirect"] = address
        return response
    return answered(nid, answer, 200) if answer else redirect(address, 303)  # type: ignore[return-value]


def changes(nid: str, seq: int) -> Answer | None:
    """Whose drinks an undo or change changed; nothing for any other entry."""
    log = services().nights.log(nid)
    if seq != log.seq or not isinstance(log.line(seq).entry.event, of.EntryUndone | of.EntryChanged):
        return None
    people = auth.scene(nid).people
    changed = tuple(
        (people[player], by) for player, by in differences(log.before, log.night).items() if player in people
    )
    says = "Done. This changed:" if changed else "Done. It changed nobody's drinks."
    return Answer(says, kind="changes", changes=changed)


def answered(nid: str, answer: Answer | None, status: int) -> Response:
    """What is said about a tap, since the stream brings the table; for a phone without script the page its form
    stands on, with what was typed.
    """
    if painter.is_scripted():
        return painter.words(nid, answer, status)
    typed = {} if status == 200 else request.form.to_dict()
    alone = ALONE.get(typed.get("type", ""))
    if alone is not None and (page := alone(nid, typed, answer, status)) is not None:
        return page
    more = MORE[back()](nid, typed) if back() in MORE else None
    return painter.page(nid, back(), answer, status, more=more, typed=typed)


def _both(nid: str, conflict: Conflict) -> Answer:
    """What stands and what was proposed, and one tap that changes the one into the other."""
    scene = auth.scene(nid)
    line = conflict.line
    who = scene.name(line.entry.by) if line.entry.by else "somebody"
    fields = [("type", "entry.changed"), ("entry", str(line.entry.seq))]
    return Answer(
        says=f"{who} entered something else: {told(scene, line)}",
        kind="conflict",
        stands=told(scene, line),
        offer=f"Change it to: {telling(scene, line.entry.seq, conflict.event, scene.insider)}",
        fields=(*fields, *_nested(written(conflict.event))),
        night_id=nid,
        back=back(),
        key=auth.forms_key(scene.log),
    )


def _nested(event: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of an event as a form would send them within another."""
    fields: list[tuple[str, str]] = []
    for name, value in event.items():
        for one in (value or [""]) if isinstance(value, list | tuple) else [value]:
            said = " ".join(one) if isinstance(one, list | tuple) else "" if one is None else str(one)
            fields.append((f"event.{name}", said))
    return fields


def _same_one(nid: str, doubt: PossibleDuplicate) -> Answer:
    scene = auth.scene(nid)
    fields = tuple(
        (name, value)
        for name in request.form
        for value in request.form.getlist(name)
        if name not in ("key", "again", "back")
    )
    return Answer(
        says=f"{told(scene, doubt.line)} Another phone entered that a moment ago. Is it the same one?",
        kind="doubt",
        offer="No, it happened again",
        fields=(*fields, ("again", "yes")),
        night_id=nid,
        back=back(),
        key=auth.forms_key(scene.log),
    )


def _words(nid: str, refused: Refused) -> str:
    """The refusal as this phone may read it."""
    said = str(refused) if auth.scene(nid).insider else refused.public
    return f"Entry {refused.entry} stands in the way: {said}" if isinstance(refused, InTheWay) else said


def answers_refusals(view: Callable[..., Response]) -> Callable[..., Response]:
    """Answers what the rules or the database refuse to a form; nothing that was typed is lost."""

    @wraps(view)
    def answering(nid: str, **asked: Any) -> Response:
        try:
            return view(nid, **asked)
        except Refused as refused:
            return answered(nid, Answer(sentence(str(refused))), 422)
        except DatabaseUnavailable as refused:
            return answered(nid, Answer(str(refused)), 503)

    return answering
