"""The table and the other pages made of fragments; starting a game, its pages, and its help from `docs/games/`."""

import re
from collections.abc import Sequence
from functools import cache

from flask import Blueprint, Response, abort, request
from markdown_it import MarkdownIt
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from ..commands.forms import appeared
from ..commands.verdict import ToConfirm
from ..config import resource_folders
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.joining import outside
from ..domain.measure import is_drunk, listed, titled, units
from ..domain.refused import Refused
from ..domain.seating import Circle
from ..domain.settlement import kept
from ..domain.visibility import face_down, initiated
from ..views.context import ViewContext, Who
from ..views.table import game_page, judged, option_fields
from . import auth, entries, home, rendering
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("table", __name__)
FOR_DEVELOPERS = "night file"
FOR_INSIDERS = "For the initiated"
BRIEF = "In thirty seconds"
EXAMPLES = ("Ann", "Bob", "Cal")  # the people in the help


@bp.get("/n/<nid>/start")
@policy("joined")
def games(nid: str) -> Response:
    """The page that asks which game to start; each with why it does not suit those here ("": it does), those last."""
    context = auth.context(nid)
    here, fewest = len(context.night.present()), context.fewest
    offered = sorted(((game, _unfit(game, here, fewest)) for game in GAMES.values()), key=lambda one: bool(one[1]))
    more = {"games": offered, "alone": here < fewest}
    return rendering.page(nid, "table", more=more, template="table/games.html")


def _unfit(game: Game, here: int, fewest: int) -> str:
    """Why a game cannot be played by all who are here; "" if it can. No game is offered to fewer than `fewest`."""
    if here < (needed := max(game.seats[0], fewest)):
        return f"Needs {needed} players"
    return f"For {game.seats[-1]} players at most" if here > game.seats[-1] else ""


@bp.get("/n/<nid>/start/<name>")
@policy("joined")
def start(nid: str, name: str) -> Response:
    """The form that starts a game: who plays, who deals first, and the game's own options."""
    context, game = auth.context(nid), GAMES.get(name) or abort(404)
    alone = len(context.night.present()) < context.fewest
    return home.to_night(nid, "start") if alone else _start_form(nid, game, request.args)


def _start_form(nid: str, game: Game, given: MultiDict[str, str], answer: Answer | None = None) -> Response:
    """That form, with what was ticked and typed in it if it was `given` (else None in the view)."""
    context, is_given = auth.context(nid), "type" in given
    own = {one.name: one.options for one in kept(context.log) if one.game == game.id}
    options = {**game.presets, **own}.get(given.get("preset", ""))
    filled = given if is_given else MultiDict(option_fields("options", options)) if options else None
    night, here, unit = context.night, context.night.present(), context.night.unit
    awaited = [who for who in night.away if not any(who in each.game.players(each.state) for each in night.games)]
    last = night.games[-1] if night.games else None
    again = last.game.players(last.state) if last else ()
    left_out = outside(again, game.seats, night.table()) if last and last.game is game else ()
    sat_out = [who for who in left_out if last and last.knows(who)]
    playing = sorted((who for who in here if who not in sat_out), key=lambda who: who not in again)
    more = {
        "game": game,
        "present": [who for who in context.everybody if who.id in here or who.id in awaited],
        "awaited": awaited,
        "ticked": given.getlist("players") if is_given else playing[: game.seats[-1]],
        "given": filled,
        "preset": given.get("preset", ""),
        "own": own,
        "presets": [name for name in game.presets if name not in own],
        "initiated": initiated(context.night),
        "counts": units(unit),
        "owing": any(player.owed for player in context.night.players.values()),
        "offers": game.offer.unit if is_drunk(unit) and game.offer.unit != unit else "",
    }
    return rendering.page(nid, "table", answer, more, template="table/start.html")


def start_again(nid: str, answer: Answer) -> Response | None:
    """The same form after it was refused; None for the one tap on the table that starts the last game again."""
    game = GAMES.get(request.form.get("game", ""))
    return _start_form(nid, game, request.form, answer) if game and entries.leads_to() else None


@bp.get("/n/<nid>/deal")
@policy("joined")
def deal(nid: str) -> Response:
    """The form to deal to only some players or with another dealer, to void the deal, and to end the game."""
    return deal_again(nid, None) or home.to_night(nid)


def deal_again(nid: str, answer: Answer | None) -> Response | None:
    """The same page with what was ticked on it and why it was refused; None if there is no current game.

    `players` are those who can be dealt in, each with their debt, why they would not be dealt in anyway ("" if they
    would), and whether they are ticked; `left` says who stays without those who owe. A game without `deals` can only
    be ended here. `hides`: ending the game would show something that is hidden.
    """
    context, typed = auth.context(nid), request.form.to_dict()
    if context.night.game is None or context.game is None:
        return None
    due, new, out = context.screen.due, context.newcomers, context.screen.out
    owed = {player: context.night.players[player].owed for player in context.night.present() if player not in out}
    outside = {player: "" if player in due else "new" if player in new else "sits out" for player in owed}
    ticked = request.form.getlist("players") if typed else [who for who in due if owed[who] <= 0] or due
    more = {
        "game": context.game.id,
        "deals": any(kind.calls_off for kind in context.game.events.values()),
        "deal": context.screen,
        "players": [(context.people[player], owed[player], outside[player], player in ticked) for player in owed],
        "left": "" if typed else _left(context, due, ticked),
        "hides": bool(face_down(context.log)),
    }
    return rendering.page(nid, "table", answer, more, template="table/deal.html")


def _left(context: ViewContext, due: Circle, ticked: Sequence[str]) -> str:
    """How many are left of those `due` in the next deal without those who owe, and whether they are enough."""
    owing, here = [context.name(player) for player in due if player not in ticked], len(ticked)
    seats = context.screen.seats
    if context.game is None or seats is None:
        return ""
    name, without = context.game.name, f"Without {listed(owing)}, " if owing else ""
    if here < seats[0]:
        only = f"only {here} {'is' if here == 1 else 'are'}" if here else "nobody is"
        then = " Let somebody settle first, or tick them all the same." if owing else ""
        return titled(f"{without}{only} {'left' if owing else 'here'}; {name} needs {seats[0]}.{then}")
    if here > seats[-1]:
        return f"{without}{here} are here; {name} is for {seats[-1]} at most. Untick {here - seats[-1]}."
    return f"{without}{here} are left." if owing else ""


@bp.get("/n/<nid>/pad")
@policy("joined")
def pad(nid: str) -> Response:
    """The card pad, to enter the next trick card by card; for cards in the query it says who takes it."""
    context = auth.context(nid)
    if context.game is None or not context.screen.order:
        return home.to_night(nid)
    is_secret = context.game.has_insiders and not context.insider
    laid = "" if is_secret else judged(context, request.args.getlist("plays"))
    more = {"screen": context.screen, "is_secret": is_secret, "judged": laid}
    return rendering.page(nid, "table", more=more, template="games/pad.html")


@bp.get("/n/<nid>/play/<name>")
@policy("joined")
def play(nid: str, name: str) -> Response:
    """A page of the current game; the query `seat` names a seat lent to this phone, and shows that seat's secrets."""
    context = auth.context(nid)
    game = context.game
    if game is None:
        return home.to_night(nid)
    if name not in game.pages.further:
        abort(404)
    seat = request.args.get("seat", auth.seat())
    if seat != auth.seat() and context.phones.lent_to(seat) != auth.seat():
        abort(403, "That seat is not lent to this phone.")
    words = {key: request.args.getlist(key) for key in request.args}
    more = game_page(context, name, auth.seat(), seat, words)
    return rendering.page(nid, "table", more=more, template=f"games/{game.id}/{name}.html")


@bp.post("/n/<nid>/note")
@policy("joined")
def note(nid: str) -> Response:
    """Notes beside the log what the table sees in the game that is on, such as that the first card is led."""
    context, noted = auth.context(nid), request.form.get("note", "")
    playing = context.night.game
    if playing is None or context.game is None or str(playing.started) != request.form.get("in_game"):
        raise Refused("That game is over.")
    if (question := appeared(request.form)) is not None:
        return entries.asked(nid, ToConfirm(question))
    if not context.phones.is_noted(playing.started, noted):
        notes = context.game.notes
        if not noted or notes is None or noted != notes.possible(playing.state):
            raise Refused("Too late: the deal went on.")
        services().commands.take_note(nid, playing.started, noted)
    return entries.done(nid)


@bp.get("/games/<name>")
@policy("anybody")
def how_it_goes(name: str) -> Response:
    """The rules of a game for whoever is at no table yet, without what only the initiated know."""
    if name not in GAMES:
        abort(404, "There is no such game.")
    brief, whole = _help_text(name, not GAMES[name].has_insiders)
    return rendering.plain("home/game.html", GAMES[name].name, {"brief": brief, "whole": whole})


@bp.get("/n/<nid>/help")
@policy("joined")
def help_now(nid: str) -> Response:
    """The help of the game that is on; between games, the page that asks which game to start."""
    game = auth.context(nid).game
    return help_page(nid, game.id) if game else home.to_night(nid, "start")


@bp.get("/n/<nid>/help/<name>")
@policy("joined")
def help_page(nid: str, name: str) -> Response:
    """The rules of a game, without those that this phone's player must not know; as a sheet in thirty seconds."""
    if name not in GAMES:
        abort(404, "There is no such game.")
    context = auth.context(nid)
    insider = not GAMES[name].has_insiders or auth.seat() in initiated(context.night)
    brief, whole = _help_text(name, insider)
    playing = context.night.game
    here = GAMES[name].players(playing.state) if playing and playing.game.id == name else context.night.present()
    more = {
        "game": GAMES[name],
        "brief": _with_names(brief, [context.people[player] for player in here]),
        "whole": whole,
        "games": GAMES.values(),
    }
    return rendering.page(nid, "table", more=more, template="table/help.html")


def _with_names(text: str, people: Sequence[Who]) -> Markup:
    """The text with the names of these people instead of those of the examples."""
    taken = {who.name.casefold() for who in people}
    own = [Markup('<b class="named who-{}">{}</b>').format(who.mark, who.name) for who in people[: len(EXAMPLES)]]
    spare = [name for name in EXAMPLES if name.casefold() not in taken]
    shown = dict(zip(EXAMPLES, [*own, *spare], strict=False))
    return Markup(re.sub(rf"\b({'|'.join(EXAMPLES)})\b", lambda found: shown[found[0]], text))


@cache
def _help_text(name: str, insider: bool) -> tuple[Markup, Markup]:
    """The help of a game in thirty seconds and as a whole, as HTML; raw HTML in it is escaped.

    The section for developers is left out, and what only the initiated know for everybody else. A page without thirty
    seconds is shown as a whole.
    """
    _, _, page = (resource_folders().docs / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    parts = [part for part in page.split("\n## ") if FOR_DEVELOPERS not in part.partition("\n")[0]]
    if not insider:
        parts = parts[: next((place for place, part in enumerate(parts) if part.startswith(FOR_INSIDERS)), len(parts))]
    briefs = [part.partition("\n")[2] for part in parts if part.startswith(BRIEF)]
    return _html("".join(briefs[-1:])), _html("\n## ".join(part for part in parts if not part.startswith(BRIEF)))


def _html(text: str) -> Markup:
    """The page as HTML, with curly quotes as everywhere on screen."""
    reader = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    return Markup(reader.render(text))


@bp.get("/n/<nid>/words/<term>")
@policy("joined")
def word(nid: str, term: str) -> Response:
    """What one of the companion's own words means, and the others below it."""
    known = _words()
    if term not in known:
        abort(404, "That word is not explained here.")
    return rendering.page(nid, "table", more={"term": term, "words": known}, template="table/words.html")


@cache
def _words() -> dict[str, tuple[str, Markup]]:
    """Each word that docs/games/words.md explains, by its place in an address: the word, and what it means as HTML."""
    parts = (resource_folders().docs / "words.md").read_text(encoding="utf-8").split("\n## ")[1:]
    split = (part.partition("\n") for part in parts)
    return {re.sub(r"\W+", "-", title.lower()): (title, _html(text)) for title, _, text in split}
