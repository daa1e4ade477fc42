"""Drinks: what everybody owes, and the finesmaster's fines by hand."""

from __future__ import annotations

from flask import Blueprint, Response

from ..showing.scene import Who
from . import gate, painter
from .guard import policy

bp = Blueprint("drinks", __name__)


@bp.get("/n/<nid>/drinks")
@policy("joined")
def drinks(nid: str) -> Response:
    """The ledger of the night."""
    return painter.page(nid, "drinks", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> tuple[Who, ...]:
    """Whom the finesmaster may fine."""
    return gate.scene(nid).seated
