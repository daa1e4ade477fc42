"""The stream of a phone: after every ring the regions that changed, in between a heartbeat."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from flask import Blueprint, Response, abort, request

from ..realtime.pubsub import Subscriber, Subscription
from ..storage.errors import UnknownNight
from ..views.context import ViewContext
from ..views.fragments import NEVER
from ..views.pages import OWN, PAGES, changed_since, partials
from . import auth, rendering
from .packing import Plain
from .security import policy
from .services import services

bp = Blueprint("live", __name__)
BEAT = 5.0
LONGEST = 600.0
OPENING = "retry: 1000\n\n"
GONE = "event: gone\ndata: removed\n\n"
PARK = "companion.park"  # in the environment of a server that can let a stream stand without a thread or greenlet


@bp.get("/n/<nid>/live")
@policy("joined")
def live(nid: str) -> Response:
    """Streams the paintings of one page to one phone, until it goes or is removed."""
    return streamed(Joined(nid, _page(), auth.seat(), auth.device_id()))


@bp.get("/n/<nid>/poll")
@policy("joined")
def poll(nid: str) -> Response:
    """The same for phones to which no stream gets through."""
    return rendering.regions(nid, _page(), request.args.get("since"))


def _page() -> str:
    name = request.args.get("page", "table")
    return name if name in PAGES else abort(404)


def streamed(stream: Stream) -> Response:
    """The answer that opens a stream; a server that can park it gets it, any other goes through its events."""
    park = request.environ.get(PARK)
    if park is not None:
        park(stream)
    response = Response(iter(()) if park else stream.events(), mimetype="text/event-stream")
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.vary.add("Accept-Encoding")
    if stream.is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


class Stream:
    """What one phone or screen hears; `whose` it is counts towards how many it may open.

    It is made within a request and lives on without one, so it keeps what it needs.
    """

    __slots__ = (
        *("_night_id", "_page", "_seat", "_whose", "_since", "_insider", "_until", "_listener"),
        *(
            "_nights",
            "_painting",
            "_pubsub",
            "_build",
            "_stopping",
            "_presence",
            "_wire",
            "over",
            "is_packed",
        ),
    )

    def __init__(self, night_id: str, page: str, seat: str | None, whose: int | str) -> None:
        self._night_id, self._page, self._seat, self._whose = night_id, page, seat, whose
        self._nights = services().nights
        self._painting, self._pubsub, self._build = auth.fragments(night_id), services().pubsub, rendering.build()
        self._stopping = services().stopping
        self._presence = services().limits.presence
        self.is_packed = request.accept_encodings["gzip"] > 0
        self._wire: Plain = services().wire[self.is_packed]
        known = request.headers.get("Last-Event-ID") or request.args.get("since")
        context = auth.context(night_id)
        self._since, self._insider = rendering.version_of(known, context), context.insider
        self._until = monotonic() + LONGEST
        self._listener: Subscriber | None = None
        self.over = False

    def open(self, listener: Subscriber) -> bytes:
        """The listener is told of every ring until the stream is closed; what the phone hears first of all.

        A phone that opens many streams loses the oldest, so that a painting is not made for hundreds of them.
        """
        self._listener = listener
        self._pubsub.subscribe(self._night_id, listener)
        self._presence.open_stream((self._night_id, self._whose), self.end)
        return self._wire.head + self._wire.said(OPENING)

    def close(self) -> None:
        """Nobody listens any more; a stream closed twice is closed."""
        if self._listener is not None:
            self._pubsub.unsubscribe(self._night_id, self._listener)
            self._presence.close_stream((self._night_id, self._whose), self.end)
            self._listener = None

    def end(self) -> None:
        """The phone is told no more, as soon as its listener has heard."""
        self.over = True
        if self._listener is not None:
            self._listener.notify()

    def news(self, rung: bool = False) -> bytes:
        """What the phone hears now: `paint` with what changed, `beat` when nothing did, `gone` if it was removed.

        Nothing where it has `rung` and the phone shows it all. `over` says that there will be no more.
        """
        self.over = self.over or self._stopping.is_set() or monotonic() > self._until
        if self.over:
            return b""
        context = self._seen()
        if context is None or not self._is_known(context):
            self.over = True
            return self._wire.said(GONE)
        return self._told(context, rung)

    def _seen(self) -> ViewContext | None:
        """The night as this phone sees it now; None for one that was deleted."""
        try:
            night = self._nights.loaded(self._night_id)
        except UnknownNight:
            return None
        return ViewContext(self._night_id, night.log, night.phones, self._seat)

    def _is_known(self, context: ViewContext) -> bool:
        raise NotImplementedError

    def _told(self, context: ViewContext, rung: bool) -> bytes:
        if context.insider != self._insider:  # what the others of its new group have long seen is new to this phone
            self._insider, self._since = context.insider, NEVER
        since, self._since = self._since, context.version
        changed = changed_since(self._painting, self._page, context, self._seat, since)
        text = rendering.version_text(context, self._build)
        if changed:
            own = {id: changed.pop(id) for id in tuple(changed) if id in OWN}
            return self._wire.update(text, partials(changed), partials(own))
        return self._wire.said(f"event: beat\ndata: {text}\n\n") if not rung or context.version != since else b""

    def events(self) -> Iterator[bytes]:
        """All that the phone hears, for a server that gives it a thread or greenlet."""
        ear = Subscription(self._pubsub, self._night_id)
        try:
            yield self.open(ear)
            rung = False
            while not self.over:
                if news := self.news(rung):
                    yield news
                rung = not self.over and ear.wait(BEAT)
        finally:
            self.close()


class Joined(Stream):
    """The stream of a phone at the table: it ends when the phone is removed, or its player's joining is undone."""

    __slots__ = ("_device",)

    def __init__(self, night_id: str, page: str, seat: str, device: int) -> None:
        super().__init__(night_id, page, seat, device)
        self._device = device

    def _is_known(self, context: ViewContext) -> bool:
        return context.phones.has_device(self._device) and self._seat in context.night.players
