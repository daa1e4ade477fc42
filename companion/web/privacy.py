"""Privacy: what is stored about a night and for how long; erasing one player, and deleting the night."""

from flask import Blueprint, Response, abort, current_app, request

from ..commands.authorization import Sender, acts_for
from ..commands.erasing import NotAsked, erase
from ..commands.handler import Command
from ..domain import events as of
from ..domain.erasing import ALIAS, is_named, names_of, texts_about
from ..domain.playing import name_of
from ..domain.refused import Refused
from ..domain.visibility import first_hidden
from ..storage import nights
from ..views.context import ViewContext, Who
from . import auth, home, rendering
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("privacy", __name__)
ROBOTS = "User-agent: *\nDisallow: /\n"


@bp.get("/robots.txt")
@policy("anybody")
def robots() -> Response:
    """Asks search engines to index nothing."""
    return Response(ROBOTS, mimetype="text/plain")


@bp.get("/n/<nid>/privacy")
@policy("joined")
def privacy(nid: str) -> Response:
    """What is stored, and what can be done about it."""
    return _page(nid)


@bp.get("/n/<nid>/delete")
@policy("joined")
def confirm_delete(nid: str) -> Response:
    """Asks the finesmaster whether to delete the night."""
    return _delete_form(nid)


@bp.post("/n/<nid>/delete")
@policy("finesmaster")
def delete(nid: str) -> Response:
    """Deletes the whole night, for everybody and at once."""
    context = auth.context(nid)
    if request.form.get("sure") != "yes":
        raise Refused("Tick the box first: a deleted night does not come back.")
    nights.delete_night(services().database, nid)
    services().drop_night(nid)
    return _without_cookie(rendering.plain("privacy/deleted.html", "Deleted", context.night.name), nid)


@bp.get("/n/<nid>/erase")
@policy("joined")
def confirm_erase(nid: str) -> Response:
    """Asks from which texts the player's name is removed."""
    return _erase_form(nid)


@bp.post("/n/<nid>/erase")
@policy("joined")
def erase_player(nid: str) -> Response:
    """Erases this phone's player, who leaves the table, or for the finesmaster a player without a phone."""
    context = auth.context(nid)
    player = _erasable(context, request.form.get("player", ""))
    if request.form.get("sure") != "yes":
        raise Refused("Tick the box first: what is erased does not come back.")
    asked, texts = request.form.getlist("asked"), request.form.getlist("text")
    if set(texts_about(context.log, player)) - set(asked):
        raise NotAsked
    _record_leaving(context, player)
    alias = erase(services().nights, services().database, nid, player, asked, texts)
    if player != auth.seat():
        return _page(nid, Answer(f"They are {alias} from now on, wherever their name stood.", "changes"))
    more = {"alias": alias, "night": services().nights.log(nid).night.name}
    return _without_cookie(rendering.plain("privacy/erased.html", "Erased", more), nid)


def _erasable(context: ViewContext, player: str) -> str:
    """The player to erase: this phone's own, or if that is the finesmaster, one without a phone; others get a 403."""
    mine = auth.seat()
    if player in ("", mine):
        return mine
    if player not in {who.id for who in _phoneless(context)}:
        abort(403, "Everybody is erased from their own phone.")
    return player


def _phoneless(context: ViewContext) -> tuple[Who, ...]:
    if context.night.finesmaster != auth.seat():
        return ()
    people = (who for who in context.everybody if not ALIAS.fullmatch(who.name))
    return tuple(who for who in people if not context.phones.has_phone(who.id))


def _record_leaving(context: ViewContext, player: str) -> None:
    """Records that the player has left, so that later deals are without them."""
    if context.night.closed or player in context.night.away:
        return
    left = of.PlayerLeft(player=player)
    services().commands.handle(
        context.night_id, Command(lambda night: [left], confirmed=True), Sender(auth.seat(), auth.device_id())
    )


def _erase_form(nid: str, answer: Answer | None = None, status: int = 200) -> Response:
    """The form that erases a player, with all their names, and each text with one (True: the name is removed)."""
    context = auth.context(nid)
    player = _erasable(context, request.values.get("player", ""))
    names, asked, chosen = names_of(context.log, player), request.form.getlist("asked"), request.form.getlist("text")
    texts = texts_about(context.log, player)
    leaves = not context.night.closed and player not in context.night.away
    more = {
        "who": context.people[player],
        "mine": player == auth.seat(),
        "names": names,
        "texts": [(text, text in chosen if text in asked else is_named(text, names)) for text in texts],
        "leaves": leaves,
        "ends": _game_ended_without(context, player) if leaves else "",
        "has_office": not context.night.closed and player == context.night.finesmaster,
    }
    return rendering.page(nid, "privacy", answer, status, more=more, template="privacy/erase.html", still=True)


def _game_ended_without(context: ViewContext, player: str) -> str:
    """The game that would be over if this player left; "" for none."""
    left = context.log.propose(of.Entry(context.log.seq + 1, of.PlayerLeft(player=player)))
    return name_of(context.night.game) if context.night.game and left.night.game is None else ""


def _delete_form(nid: str, answer: Answer | None = None, status: int = 200) -> Response:
    context = auth.context(nid)
    if not acts_for(context, auth.seat(), context.night.finesmaster):
        return home.to_night(nid, "privacy")
    return rendering.page(nid, "privacy", answer, status, template="privacy/delete.html", still=True)


rendering.SHOWN_AGAIN |= {"privacy.erase_player": _erase_form, "privacy.delete": _delete_form}


def _page(nid: str, answer: Answer | None = None) -> Response:
    """What is stored, for how many `days` (0: for ever); where the night file is `cut`; and who can be erased.

    `feed`: a program reads along.
    """
    context = auth.context(nid)
    more = {
        "days": max(0, current_app.config["KEEP_DAYS"]),
        "cut": first_hidden(context.log, context.insider),
        "phoneless": _phoneless(context),
        "feed": bool(context.phones.feed),
    }
    return rendering.page(nid, "seats", answer, more=more, template="privacy/privacy.html")


def _without_cookie(response: Response, nid: str) -> Response:
    """Deletes the cookie of a phone that does not belong to the night any more."""
    response.delete_cookie(auth.cookie_name(nid), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    return response
