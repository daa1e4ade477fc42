"""For those who keep a companion running: whether it is well, and what it is doing. Nothing here tells of any night."""

from __future__ import annotations

from flask import Blueprint, Response, request

from ..store import event_store
from ..store.database import BOUNDS
from ..store.errors import DatabaseUnavailable
from .security import policy
from .services import services

bp = Blueprint("health", __name__)
TEXT = "text/plain; version=0.0.4; charset=utf-8"


@bp.get("/health")
@policy("anybody")
def health() -> Response:
    """200 while taps can be taken; 503 while the database is away or this process is closing."""
    if services().stopping.is_set():
        return Response("closing\n", 503, mimetype="text/plain")
    try:
        event_store.standings(services().database, ())
    except DatabaseUnavailable as refused:
        return Response(f"{refused}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


@bp.get("/metrics")
@policy("operator")
def metrics() -> Response:
    """The counters of this very process, as Prometheus reads them."""
    return Response("".join(f"{line}\n" for line in (*_gauges(), *_taps(), *_commits())), content_type=TEXT)


@bp.after_app_request
def count(response: Response) -> Response:
    """Taps that came in by the one door for events, by whether they were taken."""
    if request.endpoint == "entries.enter":
        services().taps["written" if response.status_code < 400 else "refused"] += 1
    return response


def _gauges() -> list[str]:
    return [
        "# HELP companion_nights_in_memory Nights that this process holds in memory.",
        "# TYPE companion_nights_in_memory gauge",
        f"companion_nights_in_memory {len(services().nights.ids())}",
        "# HELP companion_streams_open Phones and screens that listen to this process.",
        "# TYPE companion_streams_open gauge",
        f"companion_streams_open {services().pubsub.count()}",
    ]


def _taps() -> list[str]:
    taps = services().taps
    return [
        "# HELP companion_taps_total Taps that this process has answered; one that was sent again is counted again.",
        "# TYPE companion_taps_total counter",
        *(f'companion_taps_total{{answer="{answer}"}} {taps[answer]}' for answer in ("written", "refused")),
    ]


def _commits() -> list[str]:
    commits = services().database.commits
    counts = commits.up_to()
    bounds = (*(str(bound) for bound in BOUNDS), "+Inf")
    return [
        "# HELP companion_commit_seconds How long the database took to take what had queued up.",
        "# TYPE companion_commit_seconds histogram",
        *(f'companion_commit_seconds_bucket{{le="{le}"}} {many}' for le, many in zip(bounds, counts, strict=True)),
        f"companion_commit_seconds_sum {commits.total:.6f}",
        f"companion_commit_seconds_count {counts[-1]}",
    ]
