"""Reports: the recap, a picture to share, files, pages to print, and the forecast of a game's drinks."""

import re
from collections.abc import Sequence

from flask import Blueprint, Response, abort, make_response, render_template, request

from ..commands import forms
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.measure import listed
from ..domain.night import Played
from ..domain.playing import name_of
from ..domain.refused import Refused
from ..domain.rights import acts_for
from ..domain.visibility import first_hidden, initiated
from ..reports import forecast
from ..reports.exports import SHEETS, play_links
from ..reports.forecast_text import ForecastText, forecast_text
from ..reports.print_sheets import fine_sheet
from ..reports.recap_page import game_page, night_page
from ..reports.share_picture import share_picture
from ..system.native_threads import aside
from ..views.context import ViewContext
from ..views.report_cache import ReportCache
from . import auth, home, rendering, tv
from .rendering import sentence
from .security import policy

bp = Blueprint("reports", __name__)
OPTION_NAME = re.compile(r"^options of [^:]+: (\w+\.)?")  # the form itself shows which option is meant
NIGHT = ReportCache(lambda context: night_page(context.log))
GAME = ReportCache(lambda context, number: game_page(context.log, number))
PICTURE = ReportCache(lambda context: share_picture(context.log))
# The first entries hidden from this phone's audience, from the initiated, and from the others; None if there is none.
HIDDEN = ReportCache(lambda context: [first_hidden(context.log, insider) for insider in (context.insider, True, False)])
LINKS = ReportCache(lambda context: play_links(context.night_id, context.log))
SPREADSHEET = ReportCache(lambda context, which: SHEETS[which](context.log))
FINE_TABLE = ReportCache(lambda context, name: fine_sheet(context.log, GAMES[name]))


@bp.get("/n/<nid>/recap")
@policy("joined")
def night(nid: str) -> Response:
    """The recap of the night so far, the same for every phone."""
    return rendering.page(nid, "recap", more=NIGHT.of(auth.context(nid)))


@bp.get("/n/<nid>/recap/<int:number>")
@policy("joined")
def game(nid: str, number: int) -> Response:
    """One game of the night, counted from 1."""
    try:
        recap = GAME.of(auth.context(nid), number)
    except LookupError:
        abort(404, "This night has no such game.")
    return rendering.page(nid, "recap", more=recap)


@bp.get("/n/<nid>/recap/picture.svg")
@policy("joined")
def shared(nid: str) -> Response:
    """The night as one picture to share; it does not show who drank what."""
    context = auth.context(nid)
    told = {"view": PICTURE.of(context), "night": context.shared_facts}
    return Response(render_template("recap/picture.svg", **told), mimetype="image/svg+xml")


@bp.get("/n/<nid>/files")
@policy("joined")
def files(nid: str) -> Response:
    """The files and prints of this night, and the link of its `feed` ("" while it is off).

    `ends` is the entry before which the night file ends, None if complete.
    """
    context = auth.context(nid)
    played = [(number, name_of(each), each.game) for number, each in enumerate(context.night.played, 1)]
    prints = (  # titles, and addresses below the night's own
        *((f"{game.name}: fine table", f"files/fines/{game.id}") for game in GAMES.values() if game.pages.fine_chart),
        *((f"{name}, game {n}: score sheet", f"files/sheet/{n}") for n, name, game in played if game.pages.sheet),
        *((f"{game.name}: empty score sheet", f"sheet/{game.id}") for game in GAMES.values() if game.pages.sheet),
    )
    ends = HIDDEN.of(context)[0]
    token = context.phones.feed
    feed = f"{tv.origin()}/n/{nid}/feed.json?token={token}" if token else ""
    more = {"plays": LINKS.of(context), "prints": prints, "ends": ends, "elsewhere": elsewhere(context), "feed": feed}
    return rendering.page(nid, "log", more=more, template="files/files.html")


def elsewhere(context: ViewContext) -> str:
    """A sentence about whose phones have more of the night file, where it ends early for this seat; else ""."""
    _, from_initiated, from_others = HIDDEN.of(context)
    if context.insider or from_others is None:
        return ""
    known = initiated(context.night)
    names = [who.name for who in context.people.values() if who.id in known and context.phones.has_phone(who.id)]
    if not names:
        return "The file saved here ends before the game with the secret rules. Only the companion has the rest."
    who = f"{names[0]}’s phone" if len(names) == 1 else f"the phone of {listed(names, 'or')}"
    what = "the whole night" if from_initiated is None else "more of the night"
    return f"The file saved here ends before the game with the secret rules. To save {what}, use {who}."


@bp.get("/n/<nid>/<any(scores, fines):which>.csv")
@policy("joined")
def spreadsheet(nid: str, which: str) -> Response:
    """The scores or the fines as CSV, without anything hidden."""
    response = rendering.download(SPREADSHEET.of(auth.context(nid), which), "text/csv", f"{which}.csv")
    response.headers["Content-Type"] = "text/csv; charset=utf-8; header=present"
    return response


@bp.get("/n/<nid>/sheet")
@policy("joined")
def latest_sheet(nid: str) -> Response:
    """The score sheet of the newest game; without one, the phone is sent to the table."""
    context = auth.context(nid)
    return _score_sheet(context, context.night.played[-1:], "table") or home.to_night(nid)


@bp.get("/n/<nid>/files/sheet/<int:number>")
@policy("joined")
def sheet(nid: str, number: int) -> Response:
    """The score sheet of one of the night's games, counted from 1."""
    context = auth.context(nid)
    found = _score_sheet(context, context.night.played[number - 1 : number] if number else (), "log")
    return found or abort(404, "There is no such score sheet.")


@bp.get("/n/<nid>/sheet/<name>")
@policy("joined")
def empty_sheet(nid: str, name: str) -> Response:
    """The score sheet of a game without names and points, to be printed."""
    context, game = auth.context(nid), GAMES.get(name)
    if game is None or game.pages.sheet is None:
        abort(404)
    more = {"sheet": game.pages.sheet(None, context.night.table(), None), "filled": ""}
    return rendering.page(nid, "table", more=more, template="table/sheet.html")


def _score_sheet(context: ViewContext, played: Sequence[Played], page: str) -> Response | None:
    """The score sheet of the game in `played`, if it has one; for the current game, as this seat can see it."""
    for one in played:
        if draw := one.game.pages.sheet:
            seat = context.seen_as(auth.seat(), auth.seat()) if one is context.night.game else None
            filled = f"/n/{context.night_id}/filled?game={one.started}"
            more = {"sheet": draw(one.state, context.night.table(), seat), "filled": filled}
            return rendering.page(context.night_id, page, more=more, template="table/sheet.html")
    return None


@bp.get("/n/<nid>/files/fines/<name>")
@policy("joined")
def fine_table(nid: str, name: str) -> Response:
    """The fine table of a game by its rules, and what each deal of the night cost each player."""
    found = FINE_TABLE.of(auth.context(nid), name) if name in GAMES else None
    if found is None:
        abort(404, "There is no such fine table.")
    return rendering.page(nid, "log", more=found, template=f"games/{name}/fine_table.html")


@bp.get("/n/<nid>/forecast")
@policy("joined")
def forecast_page(nid: str) -> Response:
    """The forecast of a game with the options of the start form: a fragment for script, else a page."""
    game = GAMES.get(request.args.get("game", ""))
    if game is None:
        abort(404, "There is no such game here.")
    form = f"?{request.query_string.decode()}" if "type" in request.args else ""
    more = {"nid": nid, "game": game, "forecast": _forecast(auth.context(nid), game), "back": f"start/{game.id}{form}"}
    if rendering.is_scripted():
        return make_response(render_template("forecast/_forecast.html", view=more))
    return rendering.page(nid, "table", more=more, template="forecast/forecast.html")


def _forecast(context: ViewContext, game: Game) -> ForecastText:
    """The forecast in words, or why there is none, since the form can be incomplete."""
    rules = tuple(rule for rule in context.night.rules.values() if rule.active)
    try:
        options = forms.options(request.args, game.id, context.log)
        asked = (game.id, _players(context, game), options, rules)
        master = acts_for(context, auth.seat(), context.night.finesmaster)
        return forecast_text(context.night, aside(forecast.evening, *asked), master)
    except Refused as refused:
        return ForecastText("", sentence(OPTION_NAME.sub("", str(refused) if context.insider else refused.public)))


def _players(context: ViewContext, game: Game) -> int:
    """The number of ticked players; without a form, of those present, limited to the seats of the game."""
    ticked = set(request.args.getlist("players"))
    if "type" in request.args and not ticked:
        raise Refused("Tick who plays.")
    return len(ticked) or min(max(len(context.night.present()), game.seats.start), game.seats.stop - 1)
