"""Rules brought to a night: from the shelf of a game, or out of a book that was kept at another one."""

from __future__ import annotations

import re

import msgspec
from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..commands.rule_forms import fields, tapped
from ..rules.refused import Refused
from ..showing.scene import Scene
from ..showing.table import holders
from . import auth, books, home, painter, rules
from .painter import Answer, sentence
from .security import policy
from .shelves import Offer, Shelf, game_of, offer, offers, shelf, shelves

bp = Blueprint("bring", __name__)
FROM_PAGE = re.compile(r"s[0-9]{1,9}")  # the same page sent twice brings each of its rules in once
Rows = tuple[books.BookRule, ...]


class Bring(msgspec.Struct, frozen=True):
    """What may be brought in: the rules of a book (packed, its `word`), and the shelf of one game.

    `wrong` says why a book is none, `several` how many of its rules may come in at once. `acting` is whose right this
    phone would use: its own (empty), or somebody's without a phone.
    """

    book: tuple[Offer, ...]
    word: str
    wrong: str
    shelf: Shelf
    games: tuple[tuple[str, str], ...]
    several: int
    acting: str


@bp.get("/n/<nid>/rules/bring")
@policy("joined")
def bring(nid: str) -> Response:
    """The shelf, and the book in a link that was pasted or kept."""
    link = request.args.get("book", "")
    if not link:
        return _page(nid)
    try:
        word = books.word_in(link)
        return _page(nid, books.read(books.unpacked(word)), word)
    except Refused as refused:
        return _page(nid, wrong=sentence(str(refused)))


@bp.get("/n/<nid>/bring")
@policy("joined")
def back(nid: str) -> Response:
    """Where a phone without script comes back to when it brought a rule in."""
    return home.to_night(nid, "rules/bring")


@bp.post("/n/<nid>/rules/bring")
@policy("joined")
def take(nid: str) -> Response:
    """Opens a book that is sent as a file, or brings all rules of an open one in."""
    if "all" in request.form:
        return _all(nid, request.form.get("book", ""))
    file = request.files.get("file")
    try:
        rows = books.read(file.read(books.LARGEST + 1) if file else b"")
    except Refused as refused:
        return _page(nid, wrong=sentence(str(refused)))
    return _page(nid, rows, books.packed(books.written_again(rows)))


@bp.get("/n/<nid>/rules/shelf/<name>")
@policy("joined")
def notes(nid: str, name: str) -> Response:
    """The shelf of a game with how hard its rules bite: a fragment that a phone's script asks for in its own time."""
    if name not in shelves():
        abort(404, "There is no such game.")
    scene = auth.scene(nid)
    return make_response(render_template("bring/_shelf.html", view=shelf(scene, name, _acting(scene), noted=True)))


def more(nid: str, typed: dict[str, str]) -> Bring:
    """The page as it is after a refusal: a phone without script is offered the refused rule again."""
    said = {"text": typed.get("text"), **fields(tapped(request.form))} if typed.get("type") == "rule.made" else {}
    return _bring(auth.scene(nid), books.from_form(said))


def _page(nid: str, rows: Rows = (), word: str = "", wrong: str = "") -> Response:
    return painter.page(nid, "bring", None, 422 if wrong else 200, more=_bring(auth.scene(nid), rows, word, wrong))


def _bring(scene: Scene, rows: Rows, word: str = "", wrong: str = "") -> Bring:
    acting = _acting(scene)
    return Bring(
        book=tuple(offers(scene, rows)),
        word=word,
        wrong=wrong,
        shelf=shelf(scene, game_of(scene, request.args.get("game", "")), acting, noted="bites" in request.args),
        games=tuple(shelves().items()),
        several=_several(scene, rows),
        acting=acting,
    )


def _several(scene: Scene, rows: Rows) -> int:
    """How many of these rules may come in at once: those not in force, while nobody holds a right."""
    if scene.night.rights or scene.night.closed:
        return 0
    return sum(not one.in_force for one in offers(scene, rows))


def _acting(scene: Scene) -> str:
    """Whose right brings a rule in: this phone's own if it has one, else that of somebody without a phone."""
    if auth.seat() in {who.id for who in holders(scene)}:
        return ""
    return next((who.id for who in rules.phoneless_holders(scene)), "")


def _all(nid: str, word: str) -> Response:
    """Every rule of a book that the table may have and has not yet; the others are told with the reason."""
    if auth.scene(nid).night.rights:
        return _said(nid, "Somebody holds the right to the next rule: these can only come in one by one.", 422)
    try:
        rows = books.read(books.unpacked(word))
    except Refused as refused:
        return _said(nid, sentence(str(refused)), 422)
    rows = tuple(row for row, one in zip(rows, offers(auth.scene(nid), rows), strict=True) if not one.in_force)
    refusals = [refusal for row in rows if (refusal := _enter(nid, row))]
    if not refusals:
        return home.to_night(nid, "rules")
    came = len(rows) - len(refusals)
    return _said(nid, f"{came} of {len(rows)} came in. {' '.join(refusals)}", 200 if came else 422)


def _enter(nid: str, row: books.BookRule) -> str:
    """Writes one rule as if its own button had been tapped; the refusal in words, or nothing."""
    form = MultiDict([("type", "rule.made"), *offer(row).fields])
    key = request.form.get("key", "")
    command = forms.command(form)._replace(key=key if FROM_PAGE.fullmatch(key) else None)
    try:
        auth.commands().handle(nid, command, auth.sender())
    except Refused as refused:
        return f"“{row.text}”: {sentence(str(refused))}"
    return ""


def _said(nid: str, words: str, status: int) -> Response:
    return painter.page(nid, "rules", Answer(words), status, more=rules.more(nid, {}))
