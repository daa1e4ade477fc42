"""The invitation: QR code, link and code, one tap away all night on every phone."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, current_app, request

from ..store import nights
from . import addresses, gate, painter
from .guard import policy
from .qr import svg

bp = Blueprint("share", __name__)


class Invitation(msgspec.Struct, frozen=True):
    """How others join: `link` is in the QR, `address` and `code` can be typed.

    `secure` is whether this phone came by https; `own` is where devices that trust this companion's authority may.
    `watch` is the big screen's link, which lets nobody join.
    """

    link: str
    address: str
    code: str
    qr: str
    secure: bool
    own: str
    watch: str
    watch_qr: str


@bp.get("/n/<nid>/share")
@policy("joined")
def share(nid: str) -> Response:
    """The page one holds out to somebody."""
    return painter.page(nid, "share", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> Invitation:
    """The invitation as it is now: it is renewed when a phone is removed."""
    night = nights.by_id(gate.disk(), nid)
    assert night is not None
    link = f"{addresses.origin()}/j/{night.token}"
    shown = addresses.shown(night.code)
    own = current_app.config.get("HTTPS_URL") or ""
    watch = f"{addresses.origin()}/w/{night.watch}"
    return Invitation(link, addresses.origin(), shown, svg(link), request.is_secure, own, watch, svg(watch))
