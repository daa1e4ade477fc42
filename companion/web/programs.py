"""The feed, which other programs read once the finesmaster has turned it on."""

import msgspec
from flask import Blueprint, Response, request

from ..storage import nights
from ..views.feed import feed
from . import auth, home, rendering, tv
from .security import policy
from .services import services

bp = Blueprint("programs", __name__)


@bp.get("/n/<nid>/feed.json")
@policy("reading")
def read(nid: str) -> Response:
    """The night as JSON, as this phone or the link's owner can see it; 304 if they have it already."""
    context = auth.context(nid)
    response = Response(mimetype="application/json")
    response.set_etag(rendering.version_text(context, services().build), weak=True)  # the compressed one has the same
    if response.make_conditional(request).status_code != 304:
        response.set_data(msgspec.json.encode(feed(context)))
    return response


@bp.post("/n/<nid>/programs")
@policy("finesmaster")
def switch(nid: str) -> Response:
    """Turns the feed on or off; everybody sees that."""
    nights.set_feed(services().database, nid, request.form.get("feed") == "on")
    services().nights.members_changed(nid)
    return home.to_night(nid, "seats#programs")


def settings(nid: str, typed: dict[str, str]) -> dict[str, str]:
    """The link of the feed; "" while it is off."""
    token = auth.context(nid).phones.feed
    return {"feed": f"{tv.origin()}/n/{nid}/feed.json?token={token}" if token else ""}


rendering.OWN_DATA["seats"] = settings
