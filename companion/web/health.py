"""For operators: whether the companion can take taps, and metrics for Prometheus. Nothing here is about any night."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from ..storage import event_store
from ..storage.database import BOUNDS
from ..storage.errors import DatabaseUnavailable
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
        event_store.versions(services().database, ())
    except DatabaseUnavailable as refused:
        return Response(f"{refused}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


@bp.get("/metrics")
@policy("operator")
def metrics() -> Response:
    """The metrics of this process, in the format of Prometheus."""
    return Response("".join(f"{line}\n" for line in _metrics()), content_type=TEXT)


def _metric(name: str, kind: str, text: str, values: dict[str, Any]) -> list[str]:
    """The lines of one metric; each value is found by its label, or by nothing."""
    head = [f"# HELP companion_{name} {text}", f"# TYPE companion_{name} {kind}"]
    return [*head, *(f"companion_{name}{label} {value}" for label, value in values.items())]


def _metrics() -> list[str]:
    taps, commits = services().taps, services().database.commits
    counts = commits.up_to()
    buckets = zip((*map(str, BOUNDS), "+Inf"), counts, strict=True)
    seconds: dict[str, Any] = {f'_bucket{{le="{le}"}}': many for le, many in buckets}
    seconds |= {"_sum": f"{commits.total:.6f}", "_count": counts[-1]}
    answers = {f'{{answer="{answer}"}}': taps[answer] for answer in ("written", "refused")}
    again = "Taps that this process has answered; one that was sent again is counted again."
    return [
        *_metric(
            "nights_in_memory", "gauge", "Nights that this process holds in memory.", {"": len(services().nights.ids())}
        ),
        *_metric(
            "streams_open", "gauge", "Phones and screens that listen to this process.", {"": services().pubsub.count()}
        ),
        *_metric("taps_total", "counter", again, answers),
        *_metric("commit_seconds", "histogram", "How long the database took to take what had queued up.", seconds),
    ]
