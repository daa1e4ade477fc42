"""For operators: whether the companion can record taps, and metrics for Prometheus, without anything about a night."""

from itertools import accumulate

from flask import Blueprint, Response, render_template

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
    """200 while taps can be recorded; 503 while the database is unavailable or this process is stopping."""
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
    database = services().database
    view = {
        "nights": len(services().nights.ids()),
        "streams": services().pubsub.count(),
        "taps": {answer: services().taps[answer] for answer in ("written", "refused")},
        "commits": list(zip((*BOUNDS, "+Inf"), accumulate(database.commit_counts), strict=True)),
        "seconds": database.commit_seconds,
    }
    return Response(render_template("health/metrics.txt", view=view), content_type=TEXT)
