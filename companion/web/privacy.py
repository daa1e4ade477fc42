"""Privacy: what is stored about a night and for how long, and deleting the night."""

from flask import Blueprint, Response, current_app, request

from ..domain.office import NEW_IN_OFFICE, check_established
from ..domain.refused import Refused
from ..domain.rights import acts_for
from ..domain.visibility import first_hidden
from ..storage import nights
from ..storage.clock import ago
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
    """What is stored, for how many `days` (0: for ever), and where the night file is `cut`; `feed`: a program reads."""
    context = auth.context(nid)
    more = {
        "days": max(0, current_app.config["KEEP_DAYS"]),
        "cut": first_hidden(context.log, context.insider),
        "feed": bool(context.phones.feed),
    }
    return rendering.page(nid, "log", more=more, template="privacy/privacy.html")


@bp.post("/n/<nid>/delete")
@policy("finesmaster")
def delete(nid: str) -> Response:
    """Deletes the whole night, for everybody and at once."""
    context = auth.context(nid)
    check_established(None, context, auth.seat(), ago(NEW_IN_OFFICE))
    if request.form.get("sure") != "yes":
        raise Refused("Tick the box first: a deleted night does not come back.")
    nights.delete_night(services().database, nid)
    services().drop_night(nid)
    response = rendering.plain("privacy/deleted.html", "Deleted", context.night.name)
    response.delete_cookie(auth.cookie_name(nid), path="/", secure=request.is_secure, httponly=True, samesite="Lax")
    return response


@bp.get("/n/<nid>/delete")
@policy("joined")
def delete_form(nid: str, answer: Answer | None = None) -> Response:
    """Asks the finesmaster whether to delete the night."""
    context = auth.context(nid)
    if not acts_for(context, auth.seat(), context.night.finesmaster):
        return home.to_night(nid, "privacy")
    return rendering.page(nid, "privacy", answer, template="privacy/delete.html")
