"""Drinks: what I owe, and what everybody owes."""

from __future__ import annotations

from flask import Blueprint, Response

from . import painter
from .security import policy

bp = Blueprint("drinks", __name__)


@bp.get("/n/<nid>/drinks")
@policy("joined")
def drinks(nid: str) -> Response:
    """My own account and the ledger of the night."""
    return painter.page(nid, "drinks")
