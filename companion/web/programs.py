"""What other programs get of a night: the feed that they read, and where its fines are sent. Both are off at first."""

import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, current_app, request

from ..domain.refused import Refused
from ..storage import nights
from ..views.feed import feed
from . import auth, home, rendering, tv
from .security import policy
from .services import services

bp = Blueprint("programs", __name__)
LONGEST = 300
ADDRESS = re.compile(r"https?://[!-~]+")  # without blanks and letters that would have to be encoded
NO_ADDRESS = "That is no address of a lamp or bell: it looks like http://192.168.1.20/fine."
NOT_SENT = "This companion sends nothing to other addresses (COMPANION_WEBHOOKS)."


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
    """Turns the feed on or off, or has the fines sent to an address or nowhere; everybody sees that."""
    database = services().database
    if "feed" in request.form:
        nights.set_feed(database, nid, request.form["feed"] == "on")
    else:
        nights.set_webhook(database, nid, _address() if request.form.get("webhook") == "on" else "")
    services().nights.members_changed(nid)
    return home.to_night(nid, "seats#programs")


def _address() -> str:
    """The typed address; raises Refused for anything that is none, or if this companion sends nothing."""
    typed = request.form.get("address", "").strip()
    if not current_app.config["WEBHOOKS"]:
        raise Refused(NOT_SENT)
    try:
        parts = urlsplit(typed)
        sound = ADDRESS.fullmatch(typed) and parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        sound = False
    if not sound or len(typed) > LONGEST:
        raise Refused(NO_ADDRESS)
    return typed


def settings(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The link of the feed, and the webhook's address and secret ("" while off); `sends`: webhooks are allowed here."""
    phones = auth.context(nid).phones
    return {
        "feed": f"{tv.origin()}/n/{nid}/feed.json?token={phones.feed}" if phones.feed else "",
        "webhook": phones.webhook,
        "secret": phones.webhook_secret,
        "sends": current_app.config["WEBHOOKS"],
    }


rendering.OWN_DATA["seats"] = settings
