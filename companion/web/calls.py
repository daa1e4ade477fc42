"""Calls: a page of its own for catching somebody at a rule that lets them choose who drinks."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort

from ..showing.scene import Who
from . import auth, painter
from .security import policy

bp = Blueprint("calls", __name__)


class Caught(msgspec.Struct, frozen=True):
    """A rule in force and everybody who may be caught at it; `asks` whether they choose who drinks."""

    rule: str
    text: str
    asks: bool
    people: tuple[Who, ...]


@bp.get("/n/<nid>/rules/<rule>/caught")
@policy("joined")
def caught(nid: str, rule: str) -> Response:
    """Who was caught, and whom they chose."""
    scene = auth.scene(nid)
    found = scene.night.rules.get(rule)
    if found is None or not found.active:
        abort(404, "That rule is no longer in force.")
    more = Caught(rule, found.text, found.asks, scene.seated)
    return painter.page(nid, "table", more=more, template="calls/caught.html")
