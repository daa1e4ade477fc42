"""The look ahead: what an evening of a game costs, told before it starts and worked out while others are served."""

from __future__ import annotations

import re

from flask import Blueprint, Response, abort, make_response, render_template, request

from ..commands import forms
from ..commands.authorization import acts_for
from ..native import aside
from ..reports import forecast
from ..reports.forecast_text import ForecastText, forecast_text, not_known
from ..rules.games import GAMES
from ..rules.games.game import Game
from ..rules.refused import Refused
from ..showing.scene import Scene
from . import gate, painter
from .guard import policy
from .wording import sentence

bp = Blueprint("outlook", __name__)
NAMED = re.compile(r"^options of [^:]+: (\w+\.)?")  # which game it is, and where in it, the form itself says


@bp.get("/n/<nid>/outlook")
@policy("joined")
def outlook(nid: str) -> Response:
    """What the game costs as the start form stands: a fragment for the phone's script, else a page."""
    game = GAMES.get(request.args.get("game", ""))
    if game is None or game.screen is None:
        abort(404, "There is no such game here.")
    view = _ahead(gate.scene(nid), game)
    if painter.is_scripted():
        return make_response(render_template("outlook/_outlook.html", view=view))
    return painter.page(nid, "table", more=view, template="outlook/outlook.html")


def _ahead(scene: Scene, game: Game) -> ForecastText:
    """The answer in words, or why there is none: half-filled, the form is no fault of anybody's."""
    rules = tuple(rule for rule in scene.night.rules.values() if rule.active)
    try:
        options = forms.options(request.args, game.id, scene.log)
        asked = (game.id, _players(scene, game), options, forecast.HOURS, rules)
        master = acts_for(scene, gate.seat(), scene.night.finesmaster)
        return forecast_text(scene.night_id, scene.night, aside(forecast.evening, *asked), master)
    except Refused as refused:
        why = str(refused) if scene.insider else refused.public
        return not_known(scene.night_id, game, sentence(NAMED.sub("", why)))


def _players(scene: Scene, game: Game) -> int:
    """How many are ticked; where no form is sent, as many as are here and may play."""
    ticked = set(request.args.getlist("players"))
    if "type" in request.args and not ticked:
        raise Refused("Tick who plays.")
    return len(ticked) or min(max(len(scene.night.present()), game.seats.start), game.seats.stop - 1)
