"""Screens of the game that is on which one opens for a moment: its own pages, as its record declares them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from ..rules.view import initiated
from ..showing.scene import Who
from . import auth, home, painter
from .security import policy

bp = Blueprint("play", __name__)


class Play(msgspec.Struct, frozen=True):
    """One page of a game: for which seat, what it shows, the table's screen, everybody's name and mark, and to insiders
    who else is.
    """

    seat: Who
    page: Any
    screen: Any
    people: dict[str, Who]
    insider: bool
    initiated: frozenset[str] = frozenset()


@bp.get("/n/<nid>/pad")
@policy("joined")
def pad(nid: str) -> Response:
    """The card pad: the next trick, card by card."""
    scene = auth.scene(nid)
    if not getattr(scene.screen, "order", ()):
        return home.to_night(nid)
    more = Play(scene.people[auth.seat()], None, scene.screen, scene.people, scene.insider)
    return painter.page(nid, "table", more=more, template="games/pad.html")


@bp.get("/n/<nid>/play/<name>")
@policy("joined")
def play(nid: str, name: str) -> Response:
    """A page of the game; `seat` asks for a seat lent to this phone, whose secrets it shows."""
    scene = auth.scene(nid)
    game, playing = scene.game, scene.night.game
    if game is None or playing is None:
        return home.to_night(nid)
    if name not in game.pages:
        abort(404)
    seat = request.args.get("seat", auth.seat())
    if seat != auth.seat() and scene.phones.lent_to(seat) != auth.seat():
        abort(403, "That seat is not lent to this phone.")
    words = {key: request.args.getlist(key) for key in request.args}
    page = game.pages[name](playing.state, scene.night.table(), scene.seen_as(auth.seat(), seat), words)
    known = initiated(scene.night) if scene.insider else frozenset[str]()
    more = Play(scene.people[seat], page, scene.screen, scene.people, scene.insider, known)
    return painter.page(nid, "table", more=more, template=f"games/{game.id}/{name}.html")
