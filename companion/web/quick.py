"""The quick door: a plain tap of a phone whose stream is open, answered from its bytes, before Flask has looked at it.

It knows nothing of its own: whoever may enter, and what is written, is decided by what the ordinary way asks too. What
is not plain, not allowed or refused is not answered here, and goes the ordinary way from its first byte on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.sansio.utils import host_is_trusted

from ..rules.refused import Refused
from ..scorekeeper import Scorekeeper
from ..showing.scene import Scene
from ..store.disk import DiskRefused
from ..store.phones import Phone, UnknownNight
from . import gate, guard, health, limits, painter
from .tapping import Tapping

TAP = re.compile(rb"POST /n/([a-z0-9]{1,32})/entries HTTP/1\.1\r\n")
FORM = "application/x-www-form-urlencoded"
HEADER = re.compile(r"^([!#$%&'*+.^_`|~0-9A-Za-z-]++):([^\r\n]*+)\r\n", re.M)
NOT_PLAIN = frozenset({"transfer-encoding", "expect", "upgrade", "x-waited"})
ANSWERED = frozenset({"entry.undone", "entry.changed"})  # the phone is told more than that it is written
WRITTEN = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 0\r\nX-Version: {}\r\n"
    "X-Painted: no\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Robots-Tag: noindex\r\n\r\n"
)


class PlainTap(NamedTuple):
    """A tap as it came: the night it is for, its headers in small letters, its form, and its length in bytes."""

    night_id: str
    headers: dict[str, str]
    body: str
    length: int


class Quick:
    """The quick door of one app."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._keeper: Scorekeeper = app.extensions["companion.scorekeeper"]
        self._disk = app.extensions["companion.disk"]
        self._build: str = app.extensions["companion.build"]
        self._trusts = lru_cache(64)(lambda host: host_is_trusted(host, app.config["TRUSTED_HOSTS"]))

    def answer(self, came: bytes, secure: bool) -> tuple[bytes, int] | None:
        """The answer to a request and how many bytes it was; None for one that is to go the ordinary way.

        Raises DiskRefused where the disk did not take the tap: who waited for it once must not wait again.
        """
        tap = read(came)
        if tap is None or not self._is_ours(tap, secure):
            return None
        try:
            version = self._entered(tap, secure)
        except DiskRefused:
            raise
        except (Refused, UnknownNight):  # said in words by the ordinary way, which asks all of it again
            return None
        except Exception:  # as well, and once only: what was written already is known by its key
            self._app.logger.exception("The quick door broke; the tap goes the ordinary way.")
            return None
        return (WRITTEN.format(version).encode(), tap.length) if version else None

    def _is_ours(self, tap: PlainTap, secure: bool) -> bool:
        """Whether the script of a page of this very companion sent it, and only waits for its stream."""
        headers = tap.headers
        scheme, host = "https" if secure else "http", headers.get("host", "")
        scripted = headers.get("hx-request") == "true" and headers.get("x-live") == "yes"
        if not scripted or not self._trusts(host):
            return False
        own = guard.own_origins(scheme, host, self._app.config.get("PUBLIC_URL"))
        return guard.is_own(headers.get("origin"), headers.get("sec-fetch-site"), own)

    def _entered(self, tap: PlainTap, secure: bool) -> str | None:
        """The version of the table with the tap in it; None where the ordinary way is to decide."""
        phone = self._phone(tap, secure)
        form = MultiDict(parse_qsl(tap.body, keep_blank_values=True, errors="werkzeug.url_quote"))
        if phone is None or form.get("type") in ANSWERED or not limits.allows(self._app, phone):
            return None
        Tapping(self._keeper, self._disk, tap.night_id, form, phone.player, phone.id, 0.0).enter()
        health.counted(self._app)["written"] += 1
        log, phones = self._keeper.night(tap.night_id), self._keeper.phones(tap.night_id)
        return painter.version_text(Scene(tap.night_id, log, phones, phone.player), self._build)

    def _phone(self, tap: PlainTap, secure: bool) -> Phone | None:
        name = gate.cookie_for(tap.night_id, secure)
        tokens = [value for key, _, value in map(_pair, tap.headers.get("cookie", "").split(";")) if key == name]
        if len(tokens) != 1 or self._keeper.seen(tap.night_id) is None:
            return None
        self._keeper.look(tap.night_id)
        return gate.phone_of(self._keeper, tap.night_id, tokens[0])


def _pair(text: str) -> tuple[str, str, str]:
    return text.strip().partition("=")


def read(came: bytes) -> PlainTap | None:
    """A tap that has arrived whole and says nothing twice; None for anything else."""
    found, end = TAP.match(came), came.find(b"\r\n\r\n")
    if found is None or end < 0:
        return None
    said = came[found.end() : end + 2].decode("latin-1")
    lines = HEADER.findall(said)
    headers = {name.lower(): value.strip() for name, value in lines}
    length = headers.get("content-length", "")
    plain = headers.get("content-type") == FORM and headers.get("connection", "").lower() != "close"
    if len(headers) < said.count("\n") or not plain or not NOT_PLAIN.isdisjoint(headers):
        return None
    whole = end + 4 + int(length) if length.isdecimal() and len(length) < 6 else len(came) + 1
    body = came[end + 4 : whole]
    return PlainTap(found[1].decode(), headers, body.decode(), whole) if whole <= len(came) and body.isascii() else None
