"""Night files: saved on every phone, so that another companion can open the night if this one is lost."""

from contextlib import closing
from urllib.parse import quote
from zlib import crc32

from flask import Blueprint, Response, abort, current_app, redirect, request
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.exceptions import RequestEntityTooLarge

from ..commands.night_files import LARGEST, NotOpened, open_night, read_from_stranger
from ..commands.verdict import Command
from ..domain import events as of
from ..domain.refused import Refused
from ..domain.replay import night_file
from ..domain.rights import Sender
from ..domain.visibility import first_hidden
from ..views.context import ViewContext
from ..views.report_cache import ReportCache
from . import auth, home, join, rendering, reports
from .security import check_opening, policy
from .services import services

bp = Blueprint("nightfile", __name__)
FORM_AROUND_FILE = 4096  # bytes of a form in addition to its file
LASTS = 3600  # seconds in which the person who opened a file can take the first seat
GONE = "That file was opened more than an hour ago. Open it again, or scan the table’s QR code."


def _file(context: ViewContext) -> tuple[str, bytes]:
    """Where the night file for this audience ends, as text for its ETag, and the file."""
    hidden = first_hidden(context.log, context.insider)
    return f"{context.log.seq}-all" if hidden is None else f"{hidden}-cut", night_file(context.log, hidden)


FILE = ReportCache(_file)


@bp.get("/n/<nid>/night.json")
@policy("joined")
def kept(nid: str) -> Response:
    """The newest night file for this phone; 304 if the phone has it already (`If-None-Match`).

    It ends before the first entry that is hidden from anybody, or whose reasons are hidden from this phone's player.
    """
    context = auth.context(nid)
    extent, data = FILE.of(context)
    elsewhere = quote(reports.elsewhere(context))
    tag = f"{extent}-{crc32(elsewhere.encode()):x}" if elsewhere else extent  # it changes when others are initiated
    response = rendering.download(data, "application/json", "night.json")
    response.headers["X-Elsewhere"] = elsewhere
    response.set_etag(tag, weak=True)  # weak, since the compressed file has the same ETag
    response.make_conditional(request)
    return response


@bp.post("/nights/file")
@policy("anybody")
def open_file() -> Response:
    """Opens an uploaded file as a new night; none of its players has a phone yet."""
    request.max_content_length = LARGEST + FORM_AROUND_FILE
    try:
        check_opening()
        file = read_from_stranger(_uploaded())
        night = open_night(services().database, file)
    except RequestEntityTooLarge:
        return home.start_page("file", "A night file has 2 MB at most. Nothing was opened.", 413)
    except NotOpened as refused:
        return home.start_page("file", str(refused))
    missing = file.log.seq + 1 if file.cut else 0
    return redirect(f"/opened/{_signer().dumps([night.id, missing])}", 303)  # type: ignore[return-value]


def _uploaded() -> bytes:
    """The uploaded file, cut just above the largest size that is allowed; empty if there is none."""
    file = request.files.get("file")
    if file is None:
        return b""
    with closing(file):
        return bytes(file.read(LARGEST + 1))


@bp.route("/opened/<proof>", methods=["GET", "POST"])
@policy("anybody")
def opened(proof: str) -> Response:
    """Asks the person who opened the file for their seat, and shows what has to be entered again.

    The form gives the night its first phone, and makes that player finesmaster until they name another.
    """
    try:
        nid, missing = _signer().loads(proof, max_age=LASTS)
    except BadData:
        abort(404, GONE)
    if auth.found(nid) is None:
        abort(404, GONE)
    phones, token = services().nights.phones(nid), auth.form_token()
    sat = token is not None and phones.by_token(token) is not None
    if phones.devices and not sat:
        if auth.device_of(nid) is None:
            abort(403, "Somebody sits at this table already. Scan the QR code on their phone.")
        return home.to_night(nid)
    refused = None
    if request.method == "POST":
        try:
            seated = join.sit_down(nid)
            if not sat:
                _take_office(nid)
            return seated
        except Refused as why:
            refused = why
    text = _missing_text(auth.context(nid), missing)
    return join.seat_form(nid, refused, "nightfile/opened.html", "Go on with", text)


def _take_office(nid: str) -> None:
    """Makes the player of the first phone finesmaster, so that nobody else gets the office by taking that seat."""
    (phone,) = services().nights.phones(nid).devices[:1]
    night = services().nights.log(nid).night
    if night.finesmaster != phone.player and not night.closed:
        named = of.FinesmasterNamed(player=phone.player)
        services().commands.enter(nid, Command(lambda _: [named], "office"), Sender(None))


def _missing_text(context: ViewContext, missing: int) -> str:
    """What was hidden when the file was made and has to be entered again; empty if the file is complete."""
    if not missing:
        return ""
    deal = context.screen.deal
    if context.game is not None and deal:
        return f"Deal {deal} of {context.game.name} was under way and its bids were hidden: enter it again."
    return f"A game was hidden when this file was made. It ends before entry {missing}: start that game again."


def _signer() -> URLSafeTimedSerializer:
    keys = [*current_app.config["SECRET_KEY_FALLBACKS"], current_app.config["SECRET_KEY"]]
    return URLSafeTimedSerializer(keys, salt="opened")
