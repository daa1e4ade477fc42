"""The log: everything that was entered, to undo and to change."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from ..rules import events as of
from ..rules.events import written
from ..rules.tricks import TrickTaken
from ..showing.logbook import TRICK, LogLine, book, log_line
from . import gate, painter
from .guard import policy

bp = Blueprint("log", __name__)


class Change(msgspec.Struct, frozen=True):
    """One entry and the form that changes it; `hands` are those who may have taken the trick, or `nobody` did."""

    line: LogLine
    kind: str
    fields: dict[str, Any]
    hands: tuple[tuple[str, str, int], ...]
    nobody: bool
    can_change: bool


@bp.get("/n/<nid>/log")
@policy("joined")
def log(nid: str) -> Response:
    """The newest entries; `before` turns the page."""
    before = request.args.get("before", type=int)
    if before is None:
        return painter.page(nid, "log")
    return painter.page(nid, "log", more=book(gate.scene(nid), before), template="log/older.html")


@bp.get("/n/<nid>/log/<int:seq>")
@policy("joined")
def entry(nid: str, seq: int) -> Response:
    """One entry, with what may be done about it."""
    scene = gate.scene(nid)
    if not 0 < seq <= scene.log.seq:
        abort(404, "There is no such entry.")
    line = scene.log.lines[seq - 1]
    event = line.counts or line.entry.event
    hands = _hands(scene, event)
    shown = log_line(scene, line)
    fields = written(event) if shown.changes and not hands else {}
    nobody = isinstance(event, TrickTaken)
    more = Change(shown, event.type, fields, hands, nobody, shown.changes)
    return painter.page(nid, "log", more=more, template="log/entry.html")


def _hands(scene: Any, event: of.Event) -> tuple[tuple[str, str, int], ...]:
    """Who may have taken the trick: the players of the deal as it is, and their dummies."""
    if event.type != TRICK:
        return ()
    deal = getattr(scene.screen, "order", ()) or getattr(scene.screen, "dealt", ())
    order = deal or tuple(who.id for who in scene.seated)
    taker = getattr(event, "winner", None)
    if isinstance(taker, str) and taker not in order:
        order = (*order, taker)
    return tuple((hand, scene.name(hand), scene.who(hand).mark) for hand in order)
