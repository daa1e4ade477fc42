"""The invitation, and the big screen: its link, its page and its stream. Who has the link can watch, and no more."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, current_app, make_response, render_template, request
from markupsafe import Markup

from ..storage import nights
from ..views.context import ViewContext
from ..views.pages import BIG_SCREEN
from . import auth, home, rendering
from .live import Stream, streamed
from .qr import svg
from .security import asking_network, policy
from .services import services

bp = Blueprint("tv", __name__)
PAGE = "tv"


class Corner(msgspec.Struct, frozen=True):
    """How others join, in a corner of the big screen: what to type, and the QR code."""

    address: str
    code: str
    qr: str


class BigScreen(msgspec.Struct, frozen=True):
    """The page of the big screen: its rendered fragments, and how others join."""

    title: str
    night: rendering.Head
    fragments: dict[str, Markup]
    corner: Corner


class Watching(Stream):
    """The stream of one screen: it has no seat, and ends when the link is renewed."""

    __slots__ = ("_watch",)

    def __init__(self, night_id: str) -> None:
        super().__init__(night_id, BIG_SCREEN, None, f"screen {asking_network()}")
        self._watch = self._services.nights.phones(night_id).watch

    def _is_admitted(self, context: ViewContext) -> bool:
        return context.phones.shows_to(self._watch)


@bp.get("/w/<token>")
@policy("anybody")
def watch(token: str) -> Response:
    """Lets this screen show the table from now on; its address no longer contains the link's secret."""
    night = nights.find(services().database, watch=token)
    if night is None:
        abort(404, "This link is no longer good. Take the big screen's link from “Invite” on a phone at the table.")
    return auth.set_token(home.to_night(night.id, PAGE), night.id, token, auth.SCREEN)


@bp.get("/n/<nid>/tv")
@policy("watching")
def tv(nid: str) -> Response:
    """The page of the big screen."""
    context = auth.context(nid)
    fragments = auth.fragments(nid).page(BIG_SCREEN, context, None)
    version = rendering.version_text(context, rendering.build())
    view = BigScreen(
        title=f"{context.night.name} · big screen",
        night=rendering.Head(nid, context.night.name, PAGE, version, f"/n/{nid}/tv/live", f"/n/{nid}/tv/poll"),
        fragments={region: Markup(html) for region, html in fragments.items()},
        corner=_corner(nid),
    )
    return make_response(render_template("tv/tv.html", view=view))


@bp.get("/n/<nid>/tv/live")
@policy("watching")
def live(nid: str) -> Response:
    """Streams the fragments of the big screen, until it disconnects or its link is renewed."""
    return streamed(Watching(nid))


@bp.get("/n/<nid>/tv/poll")
@policy("watching")
def poll(nid: str) -> Response:
    """The same for screens to which no stream gets through."""
    return rendering.update(nid, BIG_SCREEN, request.args.get("since"))


@bp.post("/n/<nid>/tv/renew")
@policy("finesmaster")
def renew(nid: str) -> Response:
    """Makes a new link; screens that were opened by the old one are closed at once."""
    nights.renew_watch(services().database, nid)
    services().nights.members_changed(nid)
    return home.to_night(nid, "share")


def _corner(nid: str) -> Corner:
    night = links(nid)
    return Corner(origin(), shown(night.code), svg(f"{origin()}/j/{night.token}"))


class Invitation(msgspec.Struct, frozen=True):
    """How others join: `link` is in the QR code, `address` and `code` can be typed.

    `secure` is whether this phone came by https; `own` is the https address for devices that trust this companion's
    authority. `watch` is the big screen's link, by which nobody can join.
    """

    link: str
    address: str
    code: str
    qr: str
    secure: bool
    own: str
    watch: str
    watch_qr: str


def more(nid: str, typed: dict[str, str]) -> Invitation:
    """The invitation as it is now: it is renewed when a phone is removed."""
    night = links(nid)
    link = f"{origin()}/j/{night.token}"
    own = current_app.config.get("HTTPS_URL") or ""
    watch = f"{origin()}/w/{night.watch}"
    return Invitation(link, origin(), shown(night.code), svg(link), request.is_secure, own, watch, svg(watch))


rendering.OWN_DATA["share"] = more


def links(nid: str) -> nights.NightLinks:
    """How this night is found: its code, its token and its big screen's link."""
    found = nights.find(services().database, id=nid)
    assert found is not None
    return found


def origin() -> str:
    """The public address of this companion; without one, the (trusted) host this phone itself used."""
    public: str | None = current_app.config.get("PUBLIC_URL")
    return public or f"{request.scheme}://{request.host}"


def shown(code: str) -> str:
    """A night's code in two halves, as people read it out."""
    return f"{code[:4]}-{code[4:]}"
