"""Screens of the game that is on which one opens for a moment: its own pages, as its record declares them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from ..showing.scene import Who
from . import gate, home, painter
from .guard import policy

bp = Blueprint("play", __name__)


class Play(msgspec.Struct, frozen=True):
    """One page of a game: for which seat, what it shows, and everybody's name and mark."""

    seat: Who
    page: Any
    people: dict[str, Who]
    insider: bool


@bp.get("/n/<nid>/play/<name>")
@policy("joined")
def play(nid: str, name: str) -> Response:
    """A page of the game; `seat` asks for a seat lent to this phone, whose secrets it shows."""
    scene = gate.scene(nid)
    game, playing = scene.game, scene.night.game
    if game is None or playing is None:
        return home.to_night(nid)
    if name not in game.pages:
        abort(404)
    seat = request.args.get("seat", gate.seat())
    if seat != gate.seat() and scene.phones.lent_to(seat) != gate.seat():
        abort(403, "That seat is not lent to this phone.")
    words = {key: request.args.getlist(key) for key in request.args}
    page = game.pages[name](playing.state, scene.night.table(), seat, words)
    more = Play(scene.people[seat], page, scene.people, scene.insider)
    return painter.page(nid, "table", more=more, template=f"games/{game.id}/{name}.html")
