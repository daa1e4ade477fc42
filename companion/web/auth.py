"""Authentication: which phone or screen sends a request, and whose seat it has."""

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
from ..views.context import ViewContext
from ..views.fragments import FragmentCache
from .services import services

YEARS = 180 * 24 * 3600
SCREEN = "screen"
NOT_AT_TABLE = (
    "This phone is not at that table: it never was, it was removed, or the night was deleted. "
    "Scan the QR code, or type the table's code on the start page."
)
OPERATORS_ONLY = "That is for those who keep this companion running."
NOT_SHOWN = "This screen may not show that table, or no longer. Take its link from “Invite” on a phone at the table."


def sender(acting: str | None = None) -> Sender:
    """The sender of this request, with the seat that they act for."""
    device: members.Phone = g.device
    return Sender(acting or device.player, device.id, device.player)


def fragments(night_id: str) -> FragmentCache:
    """The fragment cache of a night."""
    shared = services()
    return shared.fragments.setdefault(night_id, FragmentCache(shared.render, shared.alone))


def found(night_id: str) -> LoadedNight | None:
    """The night with all entries so far, also those of other processes; None where there is no such night."""
    nights = services().nights
    try:
        nights.sync(night_id)
    except UnknownNight:
        services().drop_night(night_id)
    try:
        return nights.loaded(night_id)
    except UnknownNight:
        return None


def context(night_id: str) -> ViewContext:
    """The view context of a night for this phone."""
    night = services().nights.loaded(night_id)
    return ViewContext(night_id, night.log, night.phones, g.get("seat"))


def cookie_name(night_id: str, what: str = "companion") -> str:
    """The cookie of a night; on https only this host can set it."""
    return f"{'__Host-' if request.is_secure else ''}{what}_{night_id}"


def set_token(response: Response, night_id: str, token: str, what: str = "companion") -> Response:
    """Stores the token of the phone at this night in a cookie, or that of a `SCREEN`, which can only watch."""
    name, secure = cookie_name(night_id, what), request.is_secure
    response.set_cookie(name, token, max_age=YEARS, httponly=True, samesite="Lax", secure=secure, path="/")
    return response


def let_in(night_id: str, player: str, token: str | None = None, over: bool = False) -> Response:
    """Gives this phone a new player's seat and sends it to the table; with `over`, a seat that was there before.

    `token` is that of the form that was sent (`form_token`). Raises Refused.
    """
    return seated(members.admit(services().database, night_id, player, token, over))


def seated(admitted: members.Admitted) -> Response:
    """Sends a phone that was let in to the table, with its token."""
    night_id = admitted.night_id
    services().presence.see((night_id, admitted.device_id))
    services().nights.members_changed(night_id)
    return set_token(make_response(redirect(f"/n/{night_id}/", 303)), night_id, admitted.token)


def device_of(night_id: str) -> members.Phone | None:
    """The phone that sends this request, if it belongs to this night and its player's joining was not undone."""
    token = request.cookies.get(cookie_name(night_id))
    night = found(night_id) if token else None
    phone = night.phones.by_token(token or "") if night else None
    return phone if night and phone and phone.player in night.night.players else None


def admit() -> None:
    """Admits the phones of the night only; others read how to join.

    A night that does not exist answers in the same way: nobody learns by guessing which nights there are.
    """
    device = device_of((request.view_args or {}).get("nid", ""))
    if device is None:
        abort(403, NOT_AT_TABLE)
    g.device = device
    g.seat = device.player


def admit_finesmaster() -> None:
    """Admits the finesmaster's phone, or the one that their seat is lent to."""
    admit()
    seen = context(g.device.night_id)
    if not acts_for(seen, g.seat, seen.night.finesmaster):
        abort(403, f"That is for the finesmaster, {seen.name(seen.night.finesmaster)}.")


def admit_operator() -> None:
    """Admits requests with the operator's token; where none is set, those of this machine without a proxy."""
    token = current_app.config["METRICS_TOKEN"]
    if token:
        if not compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
            abort(403, OPERATORS_ONLY)
    elif not _is_local():
        abort(403, OPERATORS_ONLY)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach such a host."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host.lower() == "localhost"


def _is_local() -> bool:
    """Whether this machine itself asks. A proxy on it adds a header, or asks by the public name."""
    passed_on = {"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"}
    own = is_loopback(request.remote_addr or "") and is_loopback(request.host.rpartition(":")[0] or request.host)
    return own and not any(name in request.headers for name in passed_on)


def admit_screen() -> None:
    """Admits screens with the night's link, and its phones; both see what a stranger at the table may see."""
    night_id: str = (request.view_args or {}).get("nid", "")
    device = device_of(night_id)
    if device is not None:
        g.device = device  # without a seat: a phone that is cast to a screen shows nothing of its own
        return
    secret = request.cookies.get(cookie_name(night_id, SCREEN))
    night = found(night_id) if secret else None
    if night is None or not night.phones.shows_to(secret or ""):
        abort(403, NOT_SHOWN)


def seat() -> str:
    """The player whose phone sends this request."""
    player: str = g.seat
    return player


def device_id() -> int:
    """The number of the phone that sends this request."""
    number: int = g.device.id
    return number


def forms_key(log: Log) -> str:
    """The idempotency key in forms, for phones without script: the seq at which they were rendered."""
    return f"s{log.seq}"


def secret_key() -> bytes:
    """The secret of this companion, by which it signs and hashes."""
    secret: bytes | str = current_app.config["SECRET_KEY"]
    return secret if isinstance(secret, bytes) else secret.encode()


PAGE_KEY = re.compile(r"[A-Za-z0-9_-]{22}")  # as `chance.token` makes them


def form_token() -> str | None:
    """The token of the phone that sends this form, always the same for the same form with the same content.

    So a form that is sent twice admits one phone, whichever answer its browser keeps. It is an HMAC of the form's key,
    so nothing has to be stored, and nobody else can make it. None without such a key: then every phone is a new one.
    """
    if not PAGE_KEY.fullmatch(request.form.get("key", "")):
        return None
    content = repr((request.path, sorted(request.form.items(multi=True))))
    made = hmac.digest(secret_key(), f"phone {content}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
