"""Authentication: which phone or screen sends a request, and whose seat it has."""

import contextlib
import hmac
import ipaddress
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from flask import Response, abort, current_app, g, make_response, redirect, request

from ..commands.night_cache import LoadedNight
from ..commands.verdict import Command
from ..domain import events as of
from ..domain.event_log import Log
from ..domain.refused import Refused
from ..domain.rights import FINESMASTER, SENDERS, Sender, acts_for
from ..storage import members
from ..storage.errors import UnknownNight
from ..views.context import ViewContext
from ..views.fragments import FragmentCache
from .services import services

MOST_NIGHTS = 50  # cookies that are looked at: each may have to be looked up in the database
HALF_A_YEAR = 180 * 24 * 3600
SCREEN = "screen"
NOT_AT_TABLE = (
    "This phone isn’t at that table, or the night was deleted. If you moved to another phone, play on there. To join, "
    "scan the table’s QR code, or type its code on the start page. On a TV, open /tv."
)
NOT_SHOWN = "This screen’s link no longer works. Open the start page’s address with /tv, and type the table’s letters."
NO_FEED = "Other programs cannot read this night. The finesmaster can turn that on: Log → Save and print."


def sender(acting: str | None = None, kind: str = "") -> Sender:
    """The sender of this request; `acting` is the seat that they act for, if not their own.

    What only the finesmaster sends, of this `kind`, every phone that acts for the finesmaster sends for them.
    """
    device: members.Phone = g.device
    night = services().nights.loaded(device.night_id)
    if SENDERS.get(kind) == FINESMASTER and acts_for(night, device.player, night.night.finesmaster):
        acting = night.night.finesmaster
    theirs = night.phones.of_player(acting or device.player)
    is_handed = theirs is not None and theirs.id != device.id and services().is_away(theirs)
    return Sender(acting or device.player, device.id, device.player, is_handed)


def fragments(night_id: str) -> FragmentCache:
    """The fragment cache of a night."""
    shared = services()
    return shared.fragments.setdefault(night_id, FragmentCache(shared.render, shared.alone))


def found(night_id: str) -> LoadedNight | None:
    """The night with all entries so far, including those of other processes; None if there is no such night."""
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
    """The name of the cookie of a night; on https it has a prefix, so that only this host can set it."""
    return f"{'__Host-' if request.is_secure else ''}{what}_{night_id}"


def set_token(response: Response, night_id: str, token: str, what: str = "companion") -> Response:
    """Stores the token of this phone for the night in a cookie, or the token of a `SCREEN`, which can only watch."""
    name, secure = cookie_name(night_id, what), request.is_secure
    response.set_cookie(name, token, max_age=HALF_A_YEAR, httponly=True, samesite="Lax", secure=secure, path="/")
    return response


def let_in(night_id: str, player: str, token: str | None = None, page: str = "") -> Response:
    """Gives this phone a new seat by its form’s token (`form_token`), and redirects it to the table or a `page`."""
    return seated(members.admit(services().database, night_id, player, token), page)


def seated(admitted: members.Admitted, page: str = "") -> Response:
    """Redirects an admitted phone, whose player is here now, to the table or a `page`, with its token in a cookie."""
    night_id, player = admitted.night_id, admitted.player
    with contextlib.suppress(Refused):  # here already, or the night is over
        services().commands.enter(night_id, Command(lambda night: [of.PlayerReturned(player=player)]), Sender(player))
    services().presence.see((night_id, admitted.device_id))
    services().nights.members_changed(night_id)
    return set_token(make_response(redirect(f"/n/{night_id}/{page}", 303)), night_id, admitted.token)


def device_of(night_id: str) -> members.Phone | None:
    """The phone that sends this request. None if it never joined this night, or if its player's joining was undone."""
    token = request.cookies.get(cookie_name(night_id))
    night = found(night_id) if token else None
    phone = night.phones.by_token(token or "") if night else None
    return phone if night and phone and phone.player in night.night.players else None


def own_phones() -> Iterator[members.Phone]:
    """This phone in each of its newest nights, the newest first."""
    prefix = cookie_name("")
    own = [name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)]
    yield from filter(None, map(device_of, own[: -MOST_NIGHTS - 1 : -1]))  # browsers send the newest last


def admit() -> None:
    """Admits only the phones of the night; others get a 403 that explains how to join.

    For a night that does not exist the answer is the same, so that nobody can find nights by guessing.
    """
    device = device_of((request.view_args or {}).get("nid", ""))
    if device is None:
        abort(403, NOT_AT_TABLE)
    g.device = device
    g.seat = device.player


def admit_finesmaster() -> None:
    """Admits the finesmaster's phone, or the phone that their seat is lent to."""
    admit()
    seen = context(g.device.night_id)
    if not acts_for(seen, g.seat, seen.night.finesmaster):
        abort(403, f"Only the finesmaster ({seen.name(seen.night.finesmaster)}) can do that.")


def is_loopback(host: str) -> bool:
    """Whether this host name or address can be reached only from this machine."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host.lower() == "localhost"


def admit_screen() -> None:
    """Admits screens with the link of the night, and its phones; both see only what everybody can see."""
    night_id: str = (request.view_args or {}).get("nid", "")
    device = device_of(night_id)
    if device is not None:
        g.device = device  # g.seat is not set: a phone that is cast to a screen must show none of its secrets
        return
    secret = request.cookies.get(cookie_name(night_id, SCREEN))
    night = found(night_id) if secret else None
    if night is None or not night.phones.shows_to(secret or ""):
        abort(403, NOT_SHOWN)


def admit_reader() -> None:
    """Admits the night's phones, and programs with the token of its feed, once the finesmaster has turned that on."""
    night_id: str = (request.view_args or {}).get("nid", "")
    token = request.args.get("token", "")
    night = found(night_id) if token else None
    if night is not None and night.phones.feeds(token):
        return
    admit()
    if not services().nights.phones(night_id).feed:
        abort(403, NO_FEED)


def seat() -> str:
    """The player whose phone sends this request."""
    player: str = g.seat
    return player


def device_id() -> int:
    """The number of the phone that sends this request."""
    number: int = g.device.id
    return number


def forms_key(log: Log) -> str:
    """The idempotency key in forms, for phones without script: the seq at which the form was rendered."""
    return f"s{log.seq}"


def secret_key() -> bytes:
    """The secret key of this companion, with which it signs and hashes."""
    secret: bytes | str = current_app.config["SECRET_KEY"]
    return secret if isinstance(secret, bytes) else secret.encode()


PAGE_KEY = re.compile(r"[A-Za-z0-9_-]{22}")  # made by `chance.token`


def form_token() -> str | None:
    """The token for the phone that sends this form; the same form with the same content always has the same token.

    So a form that is sent twice admits one phone, whichever answer the browser keeps. The token is an HMAC of the form,
    so it need not be stored and nobody else can make it. None if the form has no key: then each request is a new phone.
    """
    if not PAGE_KEY.fullmatch(request.form.get("key", "")):
        return None
    content = repr((request.path, sorted(request.form.items(multi=True))))
    made = hmac.digest(secret_key(), f"phone {content}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
