"""The night as a file: to keep on every phone, and to go on with on another companion when this one is gone."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import quote
from zlib import crc32

import msgspec
from flask import Blueprint, Response, abort, current_app, make_response, render_template, request
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.exceptions import RequestEntityTooLarge

from ..commands.authorization import Sender
from ..commands.handler import Command
from ..commands.night_files import LARGEST, NightFile, NotOpened, open_night, read_from_stranger
from ..domain import events as of
from ..domain.refused import Refused
from ..domain.replay import night_file
from ..domain.visibility import first_hidden
from ..views.context import ViewContext, Who
from ..views.derived import Derived
from . import auth, home, join, reports
from .security import HEAVY, check_opening, policy
from .services import services

bp = Blueprint("nightfile", __name__)
AROUND = 4096  # bytes of a form around its file
LASTS = 3600  # seconds in which whoever opened a file may pick their seat as the first
GONE = "That file was opened more than an hour ago. Open it again, or scan the table's QR code."


class Opened(msgspec.Struct, frozen=True):
    """A night that was just opened from its file: who sits there, and what of it has to be entered again."""

    title: str
    proof: str
    key: str
    name: str
    master: Who | None
    seats: tuple[Who, ...]
    again: str
    closed: bool
    typed: str = ""
    wrong: str = ""
    night: None = None


class Kept(msgspec.Struct, frozen=True):
    """A night file and what marks it: how far it goes."""

    mark: str
    data: bytes


def _kept(context: ViewContext) -> Kept:
    hidden = first_hidden(context.log, context.insider)
    mark = f"{context.log.seq}-all" if hidden is None else f"{hidden}-cut"
    return Kept(mark, night_file(context.log, hidden))


FILE = Derived(_kept)


@bp.get("/n/<nid>/night.json")
@policy("joined", cost=HEAVY)
def kept(nid: str) -> Response:
    """The newest night file that this phone may keep; 304 if it holds that already (`If-None-Match`).

    It ends before the first entry that is hidden from anybody, or that this phone's player may not know the reasons of.
    """
    context = auth.context(nid)
    file = FILE.of(context)
    tag = f"{file.mark}-{context.phones.rewritten}"
    rest = quote(reports.elsewhere(context))
    response = make_response()
    response.headers["X-Elsewhere"] = rest
    tag += f"-{crc32(rest.encode()):x}" if rest else ""  # others are initiated: the file is the same, its words are not
    response.set_etag(tag, weak=True)  # packed and unpacked it is the same night
    if request.if_none_match.contains_weak(tag):
        response.status_code = 304
        return response
    response.set_data(file.data)
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = 'attachment; filename="night.json"'
    return response


@bp.post("/nights/file")
@policy("anybody")
def bring() -> Response:
    """Opens a night of its own from the file of another; its players come without phones."""
    request.max_content_length = LARGEST + AROUND
    try:
        check_opening()
        file = read_from_stranger(_sent())
        night = open_night(services().database, file)
    except RequestEntityTooLarge:
        return home.shown(home.Home(wrong_file="A night file has 2 MB at most. Nothing was opened."), 413)
    except NotOpened as refused:
        return home.shown(home.Home(wrong_file=str(refused)), 422)
    return _to(f"/opened/{_proofs().dumps([night.id, _first_missing(file)])}")


def _sent() -> bytes:
    """The file that came with the form, as far as any night goes; nothing if none came."""
    file = request.files.get("file")
    if file is None:
        return b""
    with closing(file):
        return bytes(file.read(LARGEST + 1))


@bp.get("/opened/<proof>")
@policy("anybody")
def ask(proof: str) -> Response:
    """Who opened the file picks their seat, and reads what has to be entered again."""
    nid, missing = _proved(proof)
    if services().nights.phones(nid).devices:
        return _elsewhere(nid)
    return _asked(proof, auth.context(nid), missing)


@bp.post("/opened/<proof>")
@policy("anybody")
def sit(proof: str) -> Response:
    """The first phone at the night sits down; until it hands the office on, its player is the finesmaster."""
    nid, missing = _proved(proof)
    phones, token = services().nights.phones(nid), auth.form_token()
    sat = token is not None and phones.by_token(token) is not None
    if phones.devices and not sat:
        return _elsewhere(nid)
    try:
        seated = join.sit_down(nid)
    except Refused as refused:
        return _asked(proof, auth.context(nid), missing, request.form.get("name", ""), str(refused), 422)
    if not sat:
        _take_office(nid)
    return seated


def _take_office(nid: str) -> None:
    """Nobody is finesmaster by picking that seat first: who opened the file holds the office, and names the next."""
    (phone,) = services().nights.phones(nid).devices[:1]
    night = services().nights.log(nid).night
    if night.finesmaster != phone.player and not night.closed:
        named = of.FinesmasterNamed(player=phone.player)
        services().commands.handle(nid, Command(lambda _: [named], "office"), Sender(phone.player, phone.id))


def _asked(
    proof: str, context: ViewContext, missing: int, typed: str = "", wrong: str = "", status: int = 200
) -> Response:
    view = Opened(
        title=f"Go on with {context.night.name}",
        proof=proof,
        key=auth.form_key(),
        name=context.night.name,
        master=context.who(context.night.finesmaster),
        seats=context.seated,
        again=_again(context, missing),
        closed=context.night.closed,
        typed=typed,
        wrong=wrong,
    )
    return make_response(render_template("nightfile/opened.html", view=view), status)


def _again(context: ViewContext, missing: int) -> str:
    """What lay face down when the file was made, and has to be entered again; nothing if the file is whole."""
    if not missing:
        return ""
    deal = getattr(context.screen, "deal", None)
    if context.game is not None and isinstance(deal, int):
        return f"Deal {deal} of {context.game.name} was under way and its bids were hidden: enter it again."
    return f"A game was hidden when this file was made. It ends before entry {missing}: start that game again."


def _first_missing(file: NightFile) -> int:
    return file.log.seq + 1 if file.cut else 0


def _elsewhere(nid: str) -> Response:
    """The table has its first phone: this one is at it, or joins like any other."""
    if auth.device_of(nid) is None:
        abort(403, "Somebody sits at this table already. Scan the QR code on their phone.")
    return home.to_night(nid)


def _proofs() -> URLSafeTimedSerializer:
    keys = [*current_app.config["SECRET_KEY_FALLBACKS"], current_app.config["SECRET_KEY"]]
    return URLSafeTimedSerializer(keys, salt="opened")


def _proved(proof: str) -> tuple[str, int]:
    try:
        nid, missing = _proofs().loads(proof, max_age=LASTS)
    except BadData:
        abort(404, GONE)
    if auth.found(nid) is None:
        abort(404, GONE)
    return nid, missing


def _to(path: str) -> Response:
    return make_response("", 303, {"Location": path})
