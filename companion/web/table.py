"""The table, the pages around it that are made of fragments, and the start of a game."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from ..rules.games import GAMES
from ..rules.view import face_down, initiated
from ..showing.pages import PAGES
from ..showing.scene import Who
from ..showing.table import SHELF, Offer
from . import auth, home, painter
from .security import policy

bp = Blueprint("table", __name__)


class Start(msgspec.Struct, frozen=True):
    """The form that starts a game: those present, whom of them it ticks, who was initiated, how many are best."""

    night_id: str
    game: Offer
    options: str
    present: tuple[Who, ...]
    ticked: tuple[str, ...]
    two_tables: bool
    initiated: frozenset[str]


class Dealing(msgspec.Struct, frozen=True):
    """The deal that is due and those who may be dealt in: what they owe, if they are in the game already, if ticked.

    `fields` is the template of what the game itself asks when it is dealt. A game without `deals` is only ended here.
    `hides`: something is hidden that an end would turn up.
    """

    game: str
    deals: bool
    deal: Any
    players: tuple[tuple[Who, int, bool, bool], ...]
    fields: str
    hides: bool


@policy("joined")
def page(nid: str, name: str) -> Response:
    """A page made of fragments and of what only it has, such as the table itself."""
    return painter.page(nid, name)


for name in PAGES:
    if name not in ("bring", "log"):  # these have views of their own
        bp.add_url_rule(f"/n/<nid>/{'' if name == 'table' else name}", name, page, defaults={"name": name})


@bp.get("/n/<nid>/start")
@policy("joined")
def shelf(nid: str) -> Response:
    """Which game."""
    return painter.page(nid, "table", more=SHELF, template="table/shelf.html")


@bp.get("/n/<nid>/start/<name>")
@policy("joined")
def start(nid: str, name: str) -> Response:
    """Who plays, who deals first, and the game's own options."""
    scene, offer = auth.scene(nid), next((offer for offer in SHELF if offer.id == name), None)
    if offer is None:
        abort(404)
    present = tuple(scene.people[player] for player in scene.night.present())
    last = scene.night.games[-1] if scene.night.games else None
    again = GAMES[last.kind].players(last.state) if last else ()
    first = sorted(scene.night.present(), key=lambda player: player not in again)  # who has just played has a place
    options = f"games/{offer.id}/_options.html"
    ticked = tuple(first[: offer.most])
    view = Start(nid, offer, options, present, ticked, len(present) > 5, initiated(scene.night))
    return painter.page(nid, "table", more=view, template="table/start.html")


@bp.get("/n/<nid>/deal")
@policy("joined")
def deal(nid: str) -> Response:
    """Deals to just some, by somebody else, or not at all; and ends the game."""
    return deal_again(nid, None, 200) or home.to_night(nid)


def deal_again(nid: str, answer: painter.Answer | None, status: int) -> Response | None:
    """The same page with what was ticked on it and why it was refused; None where no game is on any more."""
    scene, typed = auth.scene(nid), request.form.to_dict()
    if scene.screen is None or scene.night.game is None or scene.game is None:
        return None
    playing = scene.game.players(scene.night.game.state)
    out = getattr(scene.screen, "out", ())
    owed = {player: scene.night.players[player].owed for player in scene.night.present() if player not in out}
    ticked = request.form.getlist("players") if typed else [player for player in owed if owed[player] <= 0]
    present = tuple((scene.people[player], owed[player], player in playing, player in ticked) for player in owed)
    fields = f"games/{scene.game.id}/_dealing.html"
    deals, hides = "deal.voided" in scene.game.events, bool(face_down(scene.log))
    more = Dealing(scene.game.id, deals, scene.screen, present, fields, hides)
    return painter.page(nid, "table", answer, status, more=more, template="table/deal.html", typed=typed)


painter.SHOWN_AGAIN["deal.started"] = deal_again
