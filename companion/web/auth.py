"""Which phone sends a request, whose seat it speaks for, and how phones and screens become known to a night."""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import re
from base64 import urlsafe_b64encode
from hmac import compare_digest

from flask import Response, abort, current_app, g, make_response, redirect, request

from ..commands.authorization import Sender, acts_for
from ..commands.night_cache import LoadedNight
from ..domain.event_log import Log
from ..storage import members
from ..storage.errors import UnknownNight
from ..system import chance
from ..views.context import ViewContext
from ..views.fragments import FragmentCache
from .services import services

YEARS = 180 * 24 * 3600
SCREEN = "screen"
OUTSIDE = (
    "This phone is not at that table: it never was, it was removed, or the night was deleted. "
    "Scan the QR code, or type the table's code on the start page."
)
OPERATORS = "That is for those who keep this companion running."
DARK = "This screen may not show that table, or no longer. Take its link from “Invite” on a phone at the table."


def sender(acting: str | None = None) -> Sender:
    """Whoever sends this request, as the seat they act for."""
    return Sender(acting or seat(), device_id(), seat())


def fragments(night_id: str) -> FragmentCache:
    """The fragments of a night, kept until the night leaves the memory or is deleted."""
    shared = services()
    return shared.fragments.setdefault(night_id, FragmentCache(shared.render, shared.alone))


def found(night_id: str) -> LoadedNight | None:
    """The night with all that was tapped before, at whichever process that was; None where there is none."""
    try:
        services().nights.sync(night_id)
    except UnknownNight:
        services().drop_night(night_id)
    with contextlib.suppress(UnknownNight):
        return services().nights.loaded(night_id)
    return None


def context(night_id: str) -> ViewContext:
    """One look at a night as it stands, as this phone may see it."""
    night = services().nights.loaded(night_id)
    return ViewContext(night_id, night.log, night.phones, g.get("seat"))


def cookie_name(night_id: str, what: str = "companion") -> str:
    """One cookie a night; on https only this host may set it."""
    return f"{'__Host-' if request.is_secure else ''}{what}_{night_id}"


def set_token(response: Response, night_id: str, token: str, what: str = "companion") -> Response:
    """Gives the phone the token by which it is known at this night, or a `SCREEN` the one by which it may watch."""
    name, secure = cookie_name(night_id, what), request.is_secure
    response.set_cookie(name, token, max_age=YEARS, httponly=True, samesite="Lax", secure=secure, path="/")
    return response


def label() -> str:
    """What the phone calls itself, so that its player knows which one it is."""
    return "".join(filter(str.isprintable, request.user_agent.string))[:80]


def let_in(night_id: str, player: str, token: str | None = None, over: bool = False) -> Response:
    """Makes this phone the player's, who has none, and sends it to the table; `over` takes a seat that was there.

    The `token` is the one of the form that it sent (`paper.token`); raises Refused in words.
    """
    admitted = members.admit(services().database, night_id, player, label(), token, over)
    services().limits.presence.see((night_id, admitted.device_id))
    services().nights.members_changed(night_id)
    return set_token(make_response(redirect(f"/n/{night_id}/", 303)), night_id, admitted.token)


def device_of(night_id: str) -> members.Phone | None:
    """The phone that asks, if it belongs to this night, was not removed, and its player's joining was not undone."""
    token = request.cookies.get(cookie_name(night_id))
    night = found(night_id) if token else None
    phone = night.phones.by_token(token or "") if night else None
    return phone if night and phone and phone.player in night.night.players else None


def admit() -> None:
    """Lets only phones of the night in; everybody else is shown the way to join.

    A night that is not there answers like one that is: nobody learns by guessing which nights there are.
    """
    device = device_of((request.view_args or {}).get("nid", ""))
    if device is None:
        abort(403, OUTSIDE)
    g.device = device
    g.seat = device.player


def admit_finesmaster() -> None:
    """Lets only the phone in that holds the finesmaster's office: their own, or one that their seat was lent to."""
    admit()
    standing = context(g.device.night_id)
    if not acts_for(standing, g.seat, standing.night.finesmaster):
        abort(403, f"That is for the finesmaster, {standing.name(standing.night.finesmaster)}.")


def admit_operator() -> None:
    """Lets in who brings the token for it; where none is set, only this very machine, and not by way of a proxy."""
    token = current_app.config["METRICS_TOKEN"]
    if token:
        if not compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
            abort(403, OPERATORS)
    elif not _is_at_home():
        abort(403, OPERATORS)


def is_loopback(host: str) -> bool:
    """Only this very machine can reach such a host."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host.lower() == "localhost"


def _is_at_home() -> bool:
    """A proxy on this machine comes from it, too, but it says for whom it asks, or asks by the name it is called."""
    passed_on = {"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"}
    own = is_loopback(request.remote_addr or "") and is_loopback(request.host.rpartition(":")[0] or request.host)
    return own and not any(name in request.headers for name in passed_on)


def admit_screen() -> None:
    """Lets in screens that hold the night's link, and its phones; either sees what a stranger at the table may see."""
    night_id: str = (request.view_args or {}).get("nid", "")
    device = device_of(night_id)
    if device is not None:
        g.device = device  # and no seat: a phone that is cast to the wall shows nothing of its own
    elif not shows(night_id):
        abort(403, DARK)


def shows(night_id: str) -> bool:
    """Whether this screen holds the link to the night as it is now."""
    secret = request.cookies.get(cookie_name(night_id, SCREEN))
    night = found(night_id) if secret else None
    return night is not None and night.phones.shows_to(secret or "")


def seat() -> str:
    """The player whose phone asks."""
    player: str = g.seat
    return player


def device_id() -> int:
    """The phone that asks."""
    number: int = g.device.id
    return number


def forms_key(log: Log) -> str:
    """The key painted into forms, for phones without script: the seq they were painted at."""
    return f"s{log.seq}"


PAGE_KEY = re.compile(r"[A-Za-z0-9_-]{22}")  # as `chance.token` makes them


def form_key() -> str:
    """What is put into one form for one phone, and into no other; it opens nothing by itself."""
    return chance.token()


def form_token() -> str | None:
    """The token of the phone that sends this form: for the same form with the same words always the same.

    So a form sent twice lets in one phone, whichever answer its browser keeps. Made with the companion's own secret
    of the key in the form, so that nothing has to be kept of it and nobody else has it. None without such a key, as
    from a form that somebody made up: then every phone is a new one.
    """
    if not PAGE_KEY.fullmatch(request.form.get("key", "")):
        return None
    secret: bytes | str = current_app.config["SECRET_KEY"]
    words = repr((request.path, sorted(request.form.items(multi=True))))
    made = hmac.digest(secret if isinstance(secret, bytes) else secret.encode(), f"phone {words}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
