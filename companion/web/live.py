"""The stream of a phone: after every ring the regions that changed, in between a heartbeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from flask import Blueprint, Response, abort, current_app, request

from ..bell import Ear
from ..scorekeeper import Scorekeeper
from ..showing.pages import PAGES, message
from ..showing.painting import NEVER, Painting
from ..showing.scene import Scene, Version
from . import gate, limits, painter
from .guard import policy

bp = Blueprint("live", __name__)
BEAT = 5.0
LONGEST = 600.0


@bp.get("/n/<nid>/live")
@policy("joined")
def live(nid: str) -> Response:
    """Streams the paintings of one page to one phone, until it goes or is removed."""
    stream = Stream(nid, _page(), gate.seat(), gate.device_id())
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    known = request.headers.get("Last-Event-ID") or request.args.get("since")
    since = painter.version_of(known, gate.scene(nid))
    return Response(stream.events(since), mimetype="text/event-stream", headers=headers)


@bp.get("/n/<nid>/poll")
@policy("joined")
def poll(nid: str) -> Response:
    """The same for phones to which no stream gets through."""
    return painter.regions(nid, _page(), request.args.get("since"))


def _page() -> str:
    name = request.args.get("page", "table")
    return name if name in PAGES else abort(404)


class Stream:
    """One phone's stream. It is made within a request and lives on without one, so it keeps what it needs."""

    def __init__(self, night_id: str, page: str, seat: str | None, device: int | str) -> None:
        self._night_id, self._page, self._seat, self._device = night_id, page, seat, device
        self._keeper: Scorekeeper = gate.keeper()
        self._painting: Painting = gate.painting(night_id)
        self._bell = gate.bell()
        self._build = painter.build()
        self._stopping = current_app.extensions["companion.stopping"]
        self._listening = limits.limits().listening
        self._over = False

    def events(self, since: Version) -> Iterator[str]:
        """The text of the stream: `paint` with what changed, `beat` when nothing did, `gone` for a removed phone."""
        until = monotonic() + LONGEST
        with self._bell.listen(self._night_id) as ear, self._one_of_few(ear):
            yield "retry: 1000\n\n"
            rung, insider = False, self._scene().insider
            while monotonic() < until and not self._over and not self._stopping.is_set():
                if not self._knows_phone():
                    yield "event: gone\ndata: removed\n\n"
                    return
                scene = self._scene()
                if scene.insider != insider:  # what the others of its new group have long seen is new to this phone
                    insider, since = scene.insider, NEVER
                html = message(self._painting, self._page, scene, self._seat, since)
                if html:
                    yield _event("paint", html, self._text(scene))
                elif not rung or scene.version != since:
                    yield f"event: beat\ndata: {self._text(scene)}\n\n"
                since = scene.version
                rung = ear.wait(BEAT)

    @contextmanager
    def _one_of_few(self, ear: Ear) -> Iterator[None]:
        """A phone that opens many streams loses the oldest, so that a painting is not made for hundreds of them."""

        def end() -> None:
            self._over = True
            ear.hear()

        who = (self._night_id, self._device)
        self._listening.begin(who, end)
        try:
            yield
        finally:
            self._listening.over(who, end)

    def _scene(self) -> Scene:
        log, phones = self._keeper.night(self._night_id), self._keeper.phones(self._night_id)
        return Scene(self._night_id, log, phones, self._seat)

    def _knows_phone(self) -> bool:
        if not self._keeper.knows(self._night_id) or not self._keeper.phones(self._night_id).has_device(self._device):
            return False
        return self._seat in self._keeper.night(self._night_id).night.players

    def _text(self, scene: Scene) -> str:
        return painter.version_text(scene, self._build)


def _event(name: str, html: str, id_: str) -> str:
    """Every line of the HTML gets its own `data:`, so that no text can forge a field."""
    data = "\n".join(f"data: {line}" for line in html.splitlines())
    return f"event: {name}\nid: {id_}\n{data}\n\n"
