"""For operators: whether the companion can record taps."""

from flask import Blueprint, Response

from ..storage import event_store
from ..storage.errors import DatabaseUnavailable
from .security import policy
from .services import services

bp = Blueprint("health", __name__)


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
