"""The rules of a night taken along: as a file, a link and a QR code, and on one's phone."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, make_response, request

from ..rules.refused import Refused
from . import auth, books, home, painter, share
from .painter import sentence
from .qr import svg
from .security import policy
from .shelves import Offer, offer

bp = Blueprint("keep", __name__)
SCANNABLE = 1200  # letters of a link; above, hardly a phone reads its QR code off another one


class Keep(msgspec.Struct, frozen=True):
    """The book of a night to take away; `qr` is empty where no phone could read it, `word` where no link is so long."""

    rules: int
    word: str
    link: str
    qr: str


class Opened(msgspec.Struct, frozen=True):
    """A book opened outside a night, and the nights it may be brought to."""

    book: tuple[Offer, ...]
    word: str
    nights: tuple[home.Mine, ...]


@bp.get("/n/<nid>/rules/book.json")
@policy("joined")
def book(nid: str) -> Response:
    """The rules in force as a file."""
    response = make_response(books.written(auth.scene(nid).night.rules.values()))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = 'attachment; filename="house-rules.json"'
    return response


@bp.get("/n/<nid>/rules/keep")
@policy("joined")
def keep(nid: str) -> Response:
    """The rules in force, in all the ways they can be kept."""
    active = [rule for rule in auth.scene(nid).night.rules.values() if rule.active]
    word = books.packed(books.written(active))
    link = f"{share.origin()}/rules?book={word}"
    qr = svg(link) if len(link) <= SCANNABLE else ""
    whole = Keep(len(active), word if len(word) <= books.LONGEST else "", link, qr)
    return painter.page(nid, "rules", more=whole, template="bring/keep.html")


@bp.get("/rules")
@policy("anybody")
def opened() -> Response:
    """A book in a link, for a phone that may be at a table or at none."""
    word = request.args.get("book", "")
    try:
        rows = books.read(books.unpacked(word))
    except Refused as refused:
        abort(404, sentence(str(refused)))
    more = Opened(tuple(map(offer, rows)), word, tuple(home.mine()))
    return painter.plain("bring/opened.html", "House rules", more)
