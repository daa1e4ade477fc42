"""The page of the log: every entry, with the forms to undo and to change it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from ..domain.events import written
from ..views.entries import book, log_line, takers_at
from . import auth, rendering
from .security import policy

bp = Blueprint("log", __name__)


@bp.get("/n/<nid>/log")
@policy("joined")
def log(nid: str) -> Response:
    """The newest entries, or those before entry `before`."""
    before = request.args.get("before", type=int)
    if before is None:
        return rendering.page(nid, "log")
    return rendering.page(nid, "log", more=book(auth.context(nid), before), template="log/older.html")


@bp.get("/n/<nid>/log/<int:seq>")
@policy("joined")
def entry(nid: str, seq: int) -> Response:
    """One entry, with the forms to undo and to change it; `hands` are those who can have taken a trick, or `nobody`."""
    context = auth.context(nid)
    if not 0 < seq <= context.log.seq:
        abort(404, "There is no such entry.")
    line = context.log.line(seq)
    event = line.counts or line.entry.event
    shown = log_line(context, line)
    takers = takers_at(context, line) if shown.changes else ()
    more = {
        "line": shown,
        "kind": event.type,
        "fields": written(event),
        "hands": [(hand, context.name(hand), who.mark) for hand in takers if hand and (who := context.who(hand))],
        "nobody": None in takers,
    }
    return rendering.page(nid, "log", more=more, template="log/entry.html")
