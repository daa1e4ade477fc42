"""The invitation: QR code, link and code, one tap away all night on every phone."""

from __future__ import annotations

import msgspec
from flask import current_app, request

from ..store import nights
from . import painter
from .qr import svg
from .services import services


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


def more(nid: str, typed: dict[str, str]) -> Invitation:
    """The invitation as it is now: it is renewed when a phone is removed."""
    night = nights.by_id(services().database, nid)
    assert night is not None
    link = f"{origin()}/j/{night.token}"
    own = current_app.config.get("HTTPS_URL") or ""
    watch = f"{origin()}/w/{night.watch}"
    return Invitation(link, origin(), shown(night.code), svg(link), request.is_secure, own, watch, svg(watch))


painter.OWN_DATA["share"] = more


def origin() -> str:
    """The public address of this companion; without one, the (trusted) host this phone itself used."""
    public: str | None = current_app.config.get("PUBLIC_URL")
    return public or f"{request.scheme}://{request.host}"


def shown(code: str) -> str:
    """A night's code as people read it out: in two halves."""
    return f"{code[:4]}-{code[4:]}"
