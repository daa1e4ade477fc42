"""Server-sent events: each open page is sent the fragments that changed, and heartbeats in between."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Event, Lock
from time import monotonic

from flask import Blueprint, Response, abort, request

from ..storage.errors import UnknownNight
from ..views.context import ViewContext
from ..views.fragments import NEVER, Fragments
from . import auth, rendering
from .security import policy
from .services import services

bp = Blueprint("live", __name__)
BEAT = 5.0  # seconds without a change between two heartbeats of one phone
LONGEST = 600.0
OPENING = "retry: 1000\n\n"
GONE = "event: gone\ndata: removed\n\n"

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # the gzip header of a file without name and time (RFC 1952)
UPDATES = 256  # kept encoded: after a tap all phones of the table get the same update
MESSAGES = 4096  # kept encoded: heartbeats, which are the same for a table until the next change
WINDOW, MEMORY = 12, 5  # zlib parameters: an update is about 4 KB, and larger ones only crowd the processor's cache


@bp.get("/n/<nid>/live")
@policy("joined")
def live(nid: str) -> Response:
    """Streams the fragments of one page to one phone, until the phone is removed or its player's joining is undone."""
    seat, device = auth.seat(), auth.device_id()

    def admits(context: ViewContext) -> bool:
        return any(phone.id == device for phone in context.phones.devices) and seat in context.night.players

    return streamed(Stream(nid, _fragments(), seat, device, admits))


@bp.get("/n/<nid>/poll")
@policy("joined")
def poll(nid: str) -> Response:
    """The changed fragments of one page, for phones that cannot receive the stream."""
    return rendering.update(nid, _fragments(), request.args.get("since"))


def _fragments() -> Fragments:
    page = services().pages.get(request.args.get("page", "table"))
    return page.fragments if page else abort(404)


def streamed(stream: Stream) -> Response:
    """The response that is this stream."""
    response = Response(stream.events(), mimetype="text/event-stream")
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    if stream.is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


class Plain:
    """Encodes messages without compression, for a phone that does not accept gzip; each once for all phones."""

    head = b""

    def __init__(self) -> None:
        self.message = lru_cache(MESSAGES)(self._encoded)
        self._shared = lru_cache(UPDATES)(lambda version, html: self._encoded(f"id: {version}\n{_data(html)}"))
        self._own = lru_cache(UPDATES)(lambda html: self._encoded(f"{_data(html)}\n"))

    def update(self, version: str, shared: str, own: str) -> bytes:
        """One message with the fragments that an audience shares and those of one seat."""
        return self._shared(version, shared) + self._own(own)

    def _encoded(self, text: str) -> bytes:
        return text.encode()


class Packed(Plain):
    """Compresses messages to blocks that can be sent in any stream, since each begins with an empty window.

    A window for each stream would compress better, but cost 40 KiB of memory and one compression for each phone.
    """

    head = GZIP_HEAD

    def __init__(self) -> None:
        super().__init__()
        self._deflate = zlib.compressobj(6, zlib.DEFLATED, -WINDOW, MEMORY)
        self._lock = Lock()

    def _encoded(self, text: str) -> bytes:
        with self._lock:
            return self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_FULL_FLUSH)


def _data(html: str) -> str:
    """The HTML as `data:` fields, one for each line, so that no text in it can forge a field."""
    return "".join(f"data: {line}\n" for line in html.splitlines())


PLAIN, PACKED = Plain(), Packed()


class Stream:
    """The stream of one phone or screen, open while `admits` returns true; each `owner` can have only a few streams.

    It is created within a request and continues after it, so it stores everything that it needs.
    """

    def __init__(
        self, night_id: str, page: Fragments, seat: str | None, owner: int | str, admits: Callable[[ViewContext], bool]
    ) -> None:
        self.night_id, self._page, self._seat, self._owner, self._admits = night_id, page, seat, owner, admits
        self._services, self._fragments = services(), auth.fragments(night_id)
        self.is_packed = request.accept_encodings["gzip"] > 0
        self._wire = PACKED if self.is_packed else PLAIN
        known = request.headers.get("Last-Event-ID") or request.args.get("since")
        context = auth.context(night_id)
        self._since, self._is_insider = rendering.version_of(known, context), context.insider
        self._until = monotonic() + LONGEST
        self._change = Event()
        self._is_over = False

    def events(self) -> Iterator[bytes]:
        """The messages of this stream. They wait in the thread or greenlet of the request.

        If a phone opens too many streams, its oldest are ended, so that fragments are not rendered for hundreds.
        """
        pubsub, presence, owner = self._services.pubsub, self._services.presence, (self.night_id, self._owner)
        pubsub.subscribe(self.night_id, self._change)
        presence.open_stream(owner, self.end)
        try:
            yield self._wire.head + self._wire.message(OPENING)
            changed = False
            while not (self._is_over or self._services.stopping.is_set() or monotonic() > self._until):
                if message := self._next(changed):
                    yield message
                if changed := not self._is_over and self._change.wait(BEAT):
                    self._change.clear()  # after a wait that timed out, this could lose a change
        finally:
            pubsub.unsubscribe(self.night_id, self._change)
            presence.close_stream(owner, self.end)

    def end(self) -> None:
        """Ends the stream."""
        self._is_over = True
        self._change.set()

    def _next(self, changed: bool) -> bytes:
        """The next message: an update, a heartbeat if nothing is new, or at last `gone` if the phone was removed.

        Empty if the night has `changed` but the phone shows that version already.
        """
        try:
            night = self._services.nights.loaded(self.night_id)
        except UnknownNight:
            night = None
        context = ViewContext(self.night_id, night.log, night.phones, self._seat) if night else None
        if context is None or not self._admits(context):
            self._is_over = True
            return self._wire.message(GONE)
        if context.insider != self._is_insider:  # its new audience's fragments are new to this phone
            self._is_insider, self._since = context.insider, NEVER
        since, self._since = self._since, context.version
        shared, own = self._fragments.update(self._page, context, self._seat, since)
        version = rendering.version_text(context, self._services.build)
        if shared or own:
            return self._wire.update(version, shared, own)
        is_new = not changed or context.version != since
        return self._wire.message(f"event: beat\ndata: {version}\n\n") if is_new else b""
