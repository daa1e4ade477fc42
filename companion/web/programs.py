"""The feed, which other programs read once the finesmaster has turned it on."""

import msgspec
from flask import Blueprint, Response, request

from ..storage import nights
from ..views.feed import feed
from ..views.report_cache import ReportCache
from . import auth, home, rendering
from .security import policy
from .services import services

bp = Blueprint("programs", __name__)
FEED = ReportCache(lambda context: msgspec.json.encode(feed(context)), long=0)  # once for all who poll


@bp.get("/n/<nid>/feed.json")
@policy("reading")
def read(nid: str) -> Response:
    """The night as JSON, as this phone or the link's owner can see it; 304 if they have it already."""
    context = auth.context(nid)
    response = Response(FEED.of(context), mimetype="application/json")
    response.set_etag(rendering.version_text(context, services().build), weak=True)  # the compressed one has the same
    response.make_conditional(request)
    return response


@bp.post("/n/<nid>/programs")
@policy("finesmaster")
def switch(nid: str) -> Response:
    """Turns the feed on or off; everybody sees that."""
    nights.set_feed(services().database, nid, request.form.get("feed") == "on")
    services().nights.members_changed(nid)
    return home.to_night(nid, "files#programs")
