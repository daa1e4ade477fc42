"""What holds for every request: who may send it, the headers of its answer, and that a refusal is a sentence."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from flask import Flask, Request, Response, abort, current_app, g, make_response, render_template, request
from flask.sessions import SessionInterface
from jinja2 import TemplateNotFound
from werkzeug.exceptions import (
    HTTPException,
    NotFound,
    SecurityError,
    TooManyRequests,
    default_exceptions,
)

from ..storage.errors import UnknownNight
from .rate_limits import network
from .rendering import Answer, is_scripted
from .services import services

View = TypeVar("View", bound=Callable[..., Any])
Who = Literal["anybody", "watching", "joined", "finesmaster", "operator"]

HOUR = 3600
READS = 4  # pages and fragments that can be asked for, to one tap
CROWD = 10  # requests without a seat from one address, to one tap: a whole party may come through one router
REFUSAL_TAKES = 1.0  # seconds, so that who floods waits, and nobody else
TOO_FAST = "That was too much at once from this phone, and it was not written down. Wait a moment, then tap again."
TOO_MANY_NIGHTS = "Many nights were opened from here within the hour. Join one of them, or wait a little."

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEAVY = 8  # pages for which the whole night is gone through, or its log is read from the first entry on
ASSETS = "static"  # the one endpoint whose answers may be kept
FILE_HEADERS = frozenset({"X-Content-Type-Options"})  # the rest is for pages, and would cost the first load a kilobyte
WORTH_COMPRESSING = 600  # bytes; below, the packed answer takes as many packets
COMPRESSED = frozenset(
    {"text/html", "image/svg+xml", "application/json", "application/manifest+json", "text/javascript"}
)

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    # Not no-referrer: with it a plain form says `Origin: null`, and our own phones would be refused.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

TITLES_AND_SENTENCES = {
    400: ("Not understood", "The companion could not read that. Go back and try once more."),
    403: ("Not from here", "That did not come from a page of this companion, so nothing was changed."),
    404: ("Nothing here", "There is nothing at this address. Scan the table's QR code again."),
    405: ("Not this way", "This address does not take that. Go back to the table."),
    413: ("Too much", "That was more than the companion takes at once. Nothing was changed."),
    429: ("Too many tries", "Too many wrong tries. Wait a minute, or scan the table's QR code."),
    500: ("Our mistake", "Something broke in the companion. What was entered before is safe; try again."),
    503: ("Not now", "The companion cannot do that right now. Try again in a moment."),
}
NO_NIGHT = "There is no such night here. It may have been deleted; scan the table's QR code again."
STRANGE_HOST = "The companion does not answer to this address. Use the one shown beside the QR code."


@dataclass(frozen=True)
class ErrorPage:
    """What the page of a refusal shows."""

    status: int
    title: str
    sentence: str


class NoSessions(SessionInterface):
    """What a phone is known by is its token (`auth`): there is no session to open, to sign or to save."""

    def open_session(self, app: Flask, request: Request) -> None:
        return None


def init(app: Flask, checks: Mapping[Who, Callable[[], None]] | None = None) -> None:
    """Guards every request; `checks` abort one whose sender is not admitted by the policy of its view."""
    admitted = checks or {}

    def admit() -> None:
        refuse_foreign_taps()
        view = app.view_functions.get(request.endpoint or "")
        check = admitted.get(getattr(view, "policy", None))  # type: ignore[arg-type]
        if check is not None:
            check()

    def slow_down() -> Response | None:
        """Whoever is not admitted floods like anybody else, and is counted, too."""
        try:
            admit()
        except HTTPException as refused:
            refusal = too_fast()
            if refusal is None:
                raise refused
            return refusal
        if "device" in g:
            services().limits.presence.see((g.device.night_id, g.device.id))
        return too_fast()

    app.session_interface = NoSessions()
    app.before_request(refuse_strange_hosts)
    app.before_request(slow_down)
    # Flask runs these in reverse.
    app.after_request(add_headers)
    app.after_request(compress)
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(UnknownNight, lambda _: error_page(NotFound(NO_NIGHT)))


def policy(who: Who, cost: int = 1) -> Callable[[View], View]:
    """Declares who may use a view, and how many ordinary ones it counts as (`HEAVY` where it takes the whole night).

    It stands directly above the function, below its routes.
    """
    if who not in get_args(Who):
        raise ValueError(f"No policy is called {who!r}.")

    def declare(view: View) -> View:
        view.policy, view.cost = who, cost  # type: ignore[attr-defined]
        return view

    return declare


def undeclared(app: Flask) -> list[str]:
    """The endpoints of the app that do not say who may use them."""
    return sorted(name for name, view in app.view_functions.items() if not hasattr(view, "policy"))


def refuse_strange_hosts() -> None:
    """Before anything else reads the Host: a name that is not ours may be a trick of somebody's DNS."""
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception


def refuse_foreign_taps() -> None:
    """A request that changes something comes from a page of this very companion."""
    if request.method not in SAFE and not is_ours(request.headers.get("Origin")):
        abort(403)


def is_ours(origin: str | None) -> bool:
    """On plain http a phone sends Origin alone, on https Sec-Fetch-Site too: all it sends must be right."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is None and origin is None:
        return False
    return site in (None, "same-origin") and (origin is None or origin.lower() in own_origins())


def own_origins() -> frozenset[str]:
    """What a page of this companion calls itself: by the host that was asked, and by its public address."""
    own, public = f"{request.scheme}://{request.host}".lower(), current_app.config.get("PUBLIC_URL")
    return frozenset({own, public.rstrip("/").lower()} if public else {own})


def add_headers(response: Response) -> Response:
    """Gives every page the security headers, and a file what a file needs; only files may be kept by a phone."""
    is_file = request.endpoint == ASSETS
    for name, value in HEADERS.items():
        if not is_file or name in FILE_HEADERS:
            response.headers.setdefault(name, value)
    if request.is_secure:  # on plain http a browser ignores it, with a complaint on every page
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "no-store")
    if not is_file:
        response.vary.add("HX-Request")
    if request.headers.get("HX-Request"):  # what comes without it is a proxy's page, or that of a guest network
        response.headers["X-Companion"] = "yes"
    return response


def compress(response: Response) -> Response:
    """Pages travel gzipped to phones that take it; a stream never, since it would be held back."""
    if response.mimetype not in COMPRESSED or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] > 0:
        body = response.get_data()
        if len(body) >= WORTH_COMPRESSING:
            response.set_data(gzip.compress(body, 6, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response


def error_page(error: HTTPException) -> Response:
    """Says in a sentence what was refused, and keeps what the refusal says in headers."""
    page = page_of(error)
    response = make_response(_body(page, error), page.status)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def page_of(error: HTTPException) -> ErrorPage:
    """`abort(404, "…")` brings its own sentence; what a library says is replaced by ours."""
    status = error.code or 500
    title, sentence = TITLES_AND_SENTENCES.get(status, ("Refused", "The companion refused that."))
    if isinstance(error, SecurityError):
        sentence = STRANGE_HOST
    elif type(error) is default_exceptions.get(status) and error.description != type(error).description:
        sentence = error.description or sentence
    return ErrorPage(status, title, sentence)


def _body(page: ErrorPage, error: HTTPException) -> str | Response:
    """The error template; bare words where it is missing, or for a strange host, to which no link leads."""
    if not isinstance(error, SecurityError):
        try:
            return render_template("error.html", view=page)
        except TemplateNotFound as missing:
            if missing.name != "error.html":
                raise
    return Response(f"{page.title}. {page.sentence}\n", mimetype="text/plain")


def asking_network() -> str:
    """The network that asks: whatever is counted for an address is counted for this."""
    return network(request.remote_addr or "")


def too_fast() -> Response | None:
    """The refusal of a phone, or of an address without a seat, that asks too much at once; None where it does not.

    A static file comes late instead: without it the page would not work.
    """
    per_second = current_app.config.get("TAPS_PER_SECOND", 0)
    if per_second <= 0:
        return None
    key, times, cost = _bucket()
    if services().limits.buckets.take(key, times * current_app.config["TAPS_AT_ONCE"], times * per_second, cost):
        return None
    time.sleep(REFUSAL_TAKES)
    return None if request.endpoint == ASSETS else _refusal()


def _bucket() -> tuple[Hashable, int, int]:
    """Where this request is counted, how many times the rate of taps is allowed there, and what it counts as."""
    reads = request.method in SAFE
    streams = reads and request.path.endswith("/live")  # each renders a whole page, and no phone opens many
    if "device" in g:
        cost = getattr(current_app.view_functions.get(request.endpoint or ""), "cost", 1)
        return (g.device.night_id, g.device.id, reads, streams), READS if reads and not streams else 1, cost
    return (asking_network(), request.endpoint == ASSETS), CROWD, 1


def _refusal() -> Response:
    if not is_scripted():
        raise TooManyRequests(TOO_FAST, retry_after=1)
    answer = make_response(render_template("_answer.html", view=Answer(TOO_FAST)), 429)
    answer.headers["Retry-After"] = "1"
    return answer


def check_opening() -> None:
    """Refuses to open one night too many from one address within an hour."""
    most = current_app.config.get("NIGHTS_PER_HOUR", 0)
    if most > 0 and not services().limits.buckets.take(("opens", asking_network()), most, most / HOUR):
        raise TooManyRequests(TOO_MANY_NIGHTS, retry_after=HOUR // most)
