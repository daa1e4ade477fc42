"""The invitation, on a phone and on the host's own screen, and the big screen: how it is opened, its page and stream.

A screen with the link, or one that a phone has confirmed, can watch, but not tap.
"""

from hashlib import blake2b
from hmac import compare_digest
from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request
from markupsafe import Markup

from ..storage import members, nights
from ..views.big_screen import NEWEST_ENTRY, OVAL, SHOWN_RULES, SHOWN_TITLES
from ..views.calls import CHOOSING
from ..views.ending import DEALT
from ..views.news import MOMENT, SAY
from ..views.table import RIGHTS, STATUS
from . import auth, home, join, rendering
from .live import Stream, streamed
from .qr import svg
from .security import asking_network, policy
from .services import services

bp = Blueprint("tv", __name__)
PAGE = "tv"
NO_TABLE = "No table is open under these letters. Compare them with the ones on a phone: Invite."
# The big screen has no seat: it has no private fragments, and nothing to tap.
BIG_SCREEN = (STATUS, DEALT, OVAL, NEWEST_ENTRY, CHOOSING, RIGHTS, SHOWN_TITLES, SHOWN_RULES, SAY, MOMENT)


@bp.get("/welcome/<token>")
@policy("anybody")
def welcome(token: str) -> Response:
    """The page that `companion` opens on the computer where it runs: the code that leads phones in, and who came."""
    if not compare_digest(token.encode(), welcome_token().encode()):
        abort(404)
    tonight = nights.played_tonight(services().database)
    loaded = [(typed_code(one.code), services().nights.loaded(one.id)) for one in tonight]
    tables = [(code, one.night) for code, one in loaded if not (one.phones.is_trial or one.night.closed)]
    more = {"qr": svg(f"{origin()}/"), "address": origin(), "tables": tables, "path": request.path}
    return rendering.plain("welcome/welcome.html", "Welcome", more)


def welcome_token() -> str:
    """The secret in the address of that page. It is the same after a restart, since the page stays open."""
    return blake2b(b"welcome", key=auth.secret_key()[:64], digest_size=16).hexdigest()


@bp.route("/tv", methods=["GET", "POST"], strict_slashes=False)
@policy("anybody")
def typed() -> Response:
    """The page on which a screen types the letters of a table, which asks the phones there; theirs are let in."""
    if request.method != "POST":
        return _typing("", 200)
    night = join.typed_night()
    if night is None:
        return _typing(NO_TABLE, 422)
    if auth.device_of(night.id) is not None:
        return home.to_night(night.id, PAGE)
    secret = members.ticket(services().database, night.id, members.SCREEN)
    services().nights.members_changed(night.id)
    return make_response(redirect(f"/w/{secret}", 303))


def _typing(wrong: str, status: int) -> Response:
    view = {"wrong": wrong, "typed": request.form.get("code", "")}
    return rendering.plain("tv/typing.html", "Big screen", view, status)


@bp.get("/w/<token>")
@policy("anybody")
def watch(token: str) -> Response:
    """Lets this screen show the table from now on, and redirects it to an address without the link's secret.

    A screen that a phone has not confirmed yet asks again every two seconds.
    """
    night = nights.find(services().database, watch=token)
    if night is None:
        asking = members.asking(services().database, token)
        if asking is None:
            return _typing(auth.NOT_SHOWN, 404)
        if not asking.confirmed:
            page = rendering.plain("tv/asking.html", "Big screen", asking.number)
            page.headers["Refresh"] = "2"
            return page
        night = links(asking.night_id)
    return auth.set_token(home.to_night(night.id, PAGE), night.id, night.watch, auth.SCREEN)


@bp.post("/n/<nid>/tv/confirm")
@policy("joined")
def confirm(nid: str) -> Response:
    """Lets the screen whose number this phone shows show the table, or not."""
    number, yes = request.form.get("number", ""), request.form.get("answer") == "yes"
    members.answer_screen(services().database, nid, number, yes)
    services().nights.members_changed(nid)
    return home.to_night(nid)


@bp.get("/n/<nid>/tv")
@policy("watching")
def tv(nid: str) -> Response:
    """The page of the big screen; once the next night is open, it is that of the next night."""
    if after := following(nid):
        return make_response(redirect(f"/w/{after.watch}", 303))
    context = auth.context(nid)
    fragments = auth.fragments(nid).page(BIG_SCREEN, context, None)
    view = {
        "title": f"{context.night.name} · big screen",
        "night": rendering.head(context, PAGE, f"/n/{nid}/tv/live", f"/n/{nid}/tv/poll"),
        "fragments": {region: Markup(html) for region, html in fragments.items()},
        "corner": {**_invitation(nid), "recap": svg(f"{origin()}/n/{nid}/recap")},
    }
    return make_response(render_template("tv/tv.html", view=view))


@bp.get("/n/<nid>/tv/live")
@policy("watching")
def live(nid: str) -> Response:
    """Streams the fragments of the big screen, until the screen disconnects or its link is renewed."""
    secret = services().nights.phones(nid).watch
    whose = f"screen {asking_network()}"
    return streamed(Stream(nid, BIG_SCREEN, None, whose, lambda context: context.phones.shows_to(secret)))


@bp.get("/n/<nid>/tv/poll")
@policy("watching")
def poll(nid: str) -> Response:
    """The changed fragments, for screens that cannot receive the stream."""
    return rendering.update(nid, BIG_SCREEN, request.args.get("since"))


@bp.post("/n/<nid>/tv/renew")
@policy("finesmaster")
def renew(nid: str) -> Response:
    """Makes a new link for the big screen; screens with the old link are closed at once."""
    nights.renew_watch(services().database, nid)
    services().nights.members_changed(nid)
    return home.to_night(nid, "screen")


def _invitation(nid: str) -> dict[str, str]:
    """How others can join: `link` is in the QR code, `address` and `code` can be typed."""
    night = links(nid)
    link = f"{origin()}/j/{night.token}"
    return {"link": link, "address": origin(), "code": typed_code(night.code), "qr": svg(link)}


def typed_code(code: str) -> str:
    """The code of a night as it is read and typed."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def share(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """How others can join.

    `secure`: this phone uses https; `own` is the https address for devices that trust this companion's certificate
    authority.
    """
    return {**_invitation(nid), "secure": request.is_secure, "own": current_app.config.get("HTTPS_URL")}


def screen(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """What is typed on the big screen, and its link, which does not let anybody join."""
    night = links(nid)
    return {"address": origin(), "code": typed_code(night.code), "watch": f"{origin()}/w/{night.watch}"}


def links(nid: str) -> nights.NightLinks:
    """The code of this night, the token of its invitation, and the token of its big screen's link."""
    found = nights.find(services().database, id=nid)
    assert found is not None
    return found


def following(nid: str) -> nights.NightLinks | None:
    """The links of the next night, if it is open."""
    return nights.find(services().database, id=nights.next_id(links(nid)))


def origin() -> str:
    """The public address of this companion; if none is configured, the (trusted) host of this request."""
    public: str | None = current_app.config.get("PUBLIC_URL")
    return public or f"{request.scheme}://{request.host}"
