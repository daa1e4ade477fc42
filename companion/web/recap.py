"""How the night went, and each of its games: pages to look at, to print, and a picture to share."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template

from ..reports.recap_page import game_page, night_page
from ..reports.share_picture import share_picture
from ..showing.derived import Derived
from . import gate, painter
from .guard import HEAVY, policy

bp = Blueprint("recap", __name__)
NIGHT = Derived(lambda scene: night_page(scene.log))
GAME = Derived(lambda scene, number: game_page(scene.log, number))
PICTURE = Derived(lambda scene: share_picture(scene.log))


@bp.get("/n/<nid>/recap")
@policy("joined", cost=HEAVY)
def night(nid: str) -> Response:
    """The night as it stands; as everybody may see it, whoever asks."""
    return painter.page(nid, "recap", more=NIGHT.of(gate.scene(nid)), still=True)


@bp.get("/n/<nid>/recap/<int:number>")
@policy("joined", cost=HEAVY)
def game(nid: str, number: int) -> Response:
    """One game of the night, counted from 1."""
    try:
        told = GAME.of(gate.scene(nid), number)
    except LookupError:
        abort(404, "This night has no such game.")
    return painter.page(nid, "recap", more=told, still=True)


@bp.get("/n/<nid>/recap/picture.svg")
@policy("joined", cost=HEAVY)
def shared(nid: str) -> Response:
    """The night on one picture that needs nothing else: what leaves the table says nothing of who drank what."""
    response = make_response(render_template("recap/picture.svg", view=PICTURE.of(gate.scene(nid))))
    response.mimetype = "image/svg+xml"
    return response
