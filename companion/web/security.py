"""Checks of every request: who can send it and how often; the headers of every answer; and the error pages."""

import gzip
import time
from collections.abc import Callable, Hashable
from typing import Any, Literal, TypeVar

from flask import Flask, Request, Response, abort, current_app, g, make_response, render_template, request
from flask.sessions import SessionInterface
from werkzeug.exceptions import HTTPException, NotFound, SecurityError, TooManyRequests, default_exceptions

from ..storage.errors import UnknownNight
from ..system.native_threads import Computing
from . import auth
from .rate_limits import network
from .rendering import Answer, is_scripted, plain
from .services import services

View = TypeVar("View", bound=Callable[..., Any])
Who = Literal["anybody", "watching", "reading", "joined", "finesmaster"]

HOUR = 3600
READS = 4  # requests for pages and fragments that are allowed for each tap
CROWD = 10  # requests without a seat from one address allowed for each tap: a whole party can share one router
COMPUTED_AT_ONCE = 15.0  # seconds of processor time for one phone: the dearest pages of a night on a very slow machine
SHARE = 0.2  # of a processor for one phone in the long run: twice what ten phones can have that share one
DEPOSIT = 1.0  # of these seconds, taken until it is known what a request has computed: a phone cannot send many at once
REFUSAL_TAKES = 1.0  # seconds, so that a phone that sends too much waits
SENT_AGAIN = "Too fast! It’s sent again in a moment."
TOO_FAST = "Too fast! Wait a moment, then reload: what you sent is sent again."
TOO_MANY_NIGHTS = "Many nights were opened from here within the hour. Join one of them, or try again later."

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ASSETS = "static"  # the only endpoint whose answers can be cached
WORTH_COMPRESSING = 600  # bytes; a shorter answer takes as many packets when it is compressed
COMPRESSED = frozenset(
    {"text/html", "image/svg+xml", "application/json", "application/manifest+json", "text/javascript"}
)

PAGE_HEADERS = {
    # Scripts, styles, workers and the manifest follow default-src.
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    # Not no-referrer: then forms without script send `Origin: null`, and we would refuse our own phones.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

TITLES_AND_SENTENCES = {
    400: ("That didn’t work", "Go back and reload the page."),
    403: ("Not allowed here", "That came from another site, so nothing was changed."),
    404: ("Nothing here", "There’s nothing here. Scan the table’s QR code again."),
    405: ("Not this way", "That doesn’t work here. Go back to the table."),
    413: ("Too much", "That was more than the companion takes at once. Nothing was changed."),
    429: ("Wait a little", "Too many wrong codes. Scan the table’s QR code, or wait 15 minutes."),
    500: ("Our mistake", "Something broke. Everything entered is safe; try again."),
    503: ("Not now", "The companion cannot do that right now. Try again in a moment."),
}
NO_NIGHT = "We can’t find that night. Scan the table’s QR code again."
STRANGE_HOST = "That’s not this table’s address. Use the one beside the QR code."


class NoSessions(SessionInterface):
    """Switches Flask's sessions off, since a phone is identified by its token (`auth`)."""

    def open_session(self, app: Flask, request: Request) -> None:
        return None


CHECKS: dict[Who, Callable[[], None]] = {
    "anybody": lambda: None,
    "watching": auth.admit_screen,
    "reading": auth.admit_reader,
    "joined": auth.admit,
    "finesmaster": auth.admit_finesmaster,
}


def init(app: Flask) -> None:
    """Registers the check of every request, the headers of every answer, and the error pages."""
    app.session_interface = NoSessions()
    app.before_request(admit)
    app.after_request(complete)
    app.teardown_request(settle)
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(UnknownNight, lambda _: error_page(NotFound(NO_NIGHT)))


def policy(who: Who) -> Callable[[View], View]:
    """Declares who can use a view. This is the innermost decorator, below the routes."""
    if who not in CHECKS:
        raise ValueError(f"No policy is called {who!r}.")

    def declare(view: View) -> View:
        view.policy = who  # type: ignore[attr-defined]
        return view

    return declare


def admit() -> Response | None:
    """Checks the host and the origin of a request, and the policy of its view; refused requests are counted, too.

    A host name that is not ours is refused first, since it can be a DNS rebinding attack. A request that changes
    something must come from one of our own pages.
    """
    g.computing = Computing()
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception
    try:
        if request.method not in SAFE and not is_ours(request.headers.get("Origin")):
            abort(403)
        CHECKS[getattr(current_app.view_functions.get(request.endpoint or ""), "policy", "anybody")]()
    except HTTPException as refused:
        refusal = too_fast()
        if refusal is None:
            raise refused
        return refusal
    if device := g.get("device"):
        services().presence.see((device.night_id, device.id))
    return too_fast()


def is_ours(origin: str | None) -> bool:
    """Whether one of our own pages sent this. Http has only Origin, https also Sec-Fetch-Site; both must match."""
    site = request.headers.get("Sec-Fetch-Site")
    if origin is None:
        return site == "same-origin"
    own = f"{request.scheme}://{request.host}"
    public = (current_app.config.get("PUBLIC_URL") or own).rstrip("/")
    return site in (None, "same-origin") and origin.lower() in (own.lower(), public.lower())


def complete(response: Response) -> Response:
    """Adds the headers of every answer, and compresses pages; a page is never cached, a static file can be."""
    headers = response.headers
    headers.setdefault("Cache-Control", "no-store")
    headers["X-Content-Type-Options"] = "nosniff"
    if "HX-Request" in request.headers:  # an answer without it is a page of a proxy or guest network
        headers["X-Companion"] = "yes"
    elif request.endpoint != ASSETS:
        headers.update(PAGE_HEADERS)
    if request.endpoint != ASSETS:
        headers["Vary"] = "HX-Request, Accept-Encoding"
    if request.is_secure:  # on plain http browsers ignore it and log a warning on every page
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
    is_whole = not response.is_streamed and response.status_code != 304
    if response.mimetype in COMPRESSED and is_whole and "Content-Encoding" not in headers:
        body = response.get_data()
        if len(body) >= WORTH_COMPRESSING and request.accept_encodings["gzip"] > 0:
            response.set_data(gzip.compress(body, 6, mtime=0))
            headers["Content-Encoding"] = "gzip"
    return response


def error_page(error: HTTPException) -> Response:
    """The page of an error, with the error's own headers.

    The sentence of `abort(404, "…")` is shown; a library's text is replaced by ours. A request to an unknown host gets
    plain text, since links on that host do not lead to us.
    """
    status = error.code or 500
    title, sentence = TITLES_AND_SENTENCES.get(status, ("Refused", "The companion refused that."))
    if isinstance(error, SecurityError):
        response = Response(f"{title}. {STRANGE_HOST}\n", status, mimetype="text/plain")
    else:
        if type(error) is default_exceptions.get(status) and error.description != type(error).description:
            sentence = error.description or sentence
        response = plain("error.html", title, sentence, status)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def asking_network() -> str:
    """The network that sends this request. Limits for addresses apply to whole networks."""
    return network(request.remote_addr or "")


def too_fast() -> Response | None:
    """The refusal of a phone that sends or computes too much, or of its address if it has no seat; else None.

    A static file is delayed instead of refused, since the page would not work without it.
    """
    per_second = current_app.config.get("TAPS_PER_SECOND", 0)
    if per_second <= 0:
        return None
    (key, times), buckets = _bucket(), services().buckets
    if buckets.take(key, times * current_app.config["TAPS_AT_ONCE"], times * per_second):
        if request.endpoint == ASSETS:
            return None
        payer, deposit = _payer()
        if buckets.take(payer, COMPUTED_AT_ONCE, SHARE, deposit):
            g.paid = payer, deposit
            return None
    time.sleep(REFUSAL_TAKES)
    return None if request.endpoint == ASSETS else _refusal()


def settle(_: object) -> None:
    """Charges what the request has computed, less its deposit; what is left of that is given back."""
    if "paid" in g:
        payer, deposit = g.paid
        services().buckets.charge(payer, SHARE, g.computing.seconds() - deposit)


def _bucket() -> tuple[Hashable, int]:
    """The bucket that counts this request, and how many times the rate of taps it allows."""
    reads = request.method in SAFE
    streams = reads and request.path.endswith("/live")  # counted like taps: each renders a whole page
    if device := g.get("device"):
        return (device.night_id, device.id, reads, streams), READS if reads and not streams else 1
    return (asking_network(), request.endpoint == ASSETS), CROWD


def _payer() -> tuple[Hashable, float]:
    """Who is charged for what this request computes, a phone or an address without a seat, and the deposit."""
    if device := g.get("device"):
        return ("computed", device.night_id, device.id), DEPOSIT
    return ("computed", asking_network()), DEPOSIT / CROWD


def _refusal() -> Response:
    if not is_scripted():
        raise TooManyRequests(TOO_FAST, retry_after=1)
    answer = make_response(render_template("_answer.html", view=Answer(SENT_AGAIN)), 429)
    answer.headers["Retry-After"] = "1"
    return answer


def check_opening() -> None:
    """Refuses to open more nights from one network within an hour than configured."""
    most = current_app.config.get("NIGHTS_PER_HOUR", 0)
    if most > 0 and not services().buckets.take(("opens", asking_network()), most, most / HOUR):
        raise TooManyRequests(TOO_MANY_NIGHTS, retry_after=HOUR // most)
