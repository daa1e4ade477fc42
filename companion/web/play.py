"""Screens of the game that is on which one opens for a moment: its own pages, as its record declares them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from ..rules.games import GAMES
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


class Paper(msgspec.Struct, frozen=True):
    """A score sheet, and the name and mark of everybody on it."""

    sheet: Any
    people: dict[str, Who]


@bp.get("/n/<nid>/sheet")
@policy("joined")
def sheet(nid: str) -> Response:
    """The score sheet of the game that is on, else of the last one, now open to all."""
    scene = auth.scene(nid)
    night = scene.night
    playing = night.game or (night.games[-1] if night.games else None)
    draw = GAMES[playing.kind].sheet if playing else None
    if playing is None or draw is None:
        return home.to_night(nid)
    seat = scene.seen_as(auth.seat(), auth.seat()) if night.game else None
    paper = Paper(draw(playing.state, night.table(), seat), scene.people)
    return painter.page(nid, "table", more=paper, template="table/sheet.html")


@bp.get("/n/<nid>/sheet/<name>")
@policy("joined")
def empty_sheet(nid: str, name: str) -> Response:
    """The score sheet of a game without names and points, to be printed."""
    scene, game = auth.scene(nid), GAMES.get(name)
    if game is None or game.sheet is None:
        abort(404)
    paper = Paper(game.sheet(None, scene.night.table(), None), scene.people)
    return painter.page(nid, "table", more=paper, template="table/sheet.html")


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
