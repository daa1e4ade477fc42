"""The start page, to open a night, type a code, or return to the nights of this phone; and the design language."""

import datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, current_app, make_response, redirect, request

from ..commands.forms import proper_name
from ..commands.verdict import Command
from ..domain import events as of
from ..domain.games import GAMES
from ..domain.refused import Refused, in_words
from ..domain.rights import Sender
from ..storage import nights
from . import auth, rendering
from .security import check_opening, policy
from .services import services

bp = Blueprint("home", __name__)
UNITS = ("sip", "drink", "finger", "pencil", "waffer", "token", "cent")


@bp.post("/nights")
@policy("anybody")
def open_night() -> Response:
    """Opens a night with its name, its unit and its first player, who is the finesmaster.

    Whoever typed the code of a table and pressed Enter, which presses the first button of the form, joins that table.
    """
    form, evening = request.form, evening_of(datetime.datetime.now())
    if form.get("code", "").strip():
        return make_response(redirect("/join", 307))  # the same form once more, with its fields
    try:
        unit = form.get("own_unit", "").strip() or form.get("unit") or UNITS[0]
        name = form.get("night", "").strip() or name_of(evening)
        opened = _event(of.NightOpened, name=name, unit=unit, date=evening.isoformat())
        joined = _event(of.PlayerJoined, player="p1", name=proper_name(form.get("name", ""), ()))
    except Refused as refused:
        return start_page("night", str(refused))
    check_opening()
    night = nights.open_night(services().database)
    services().commands.enter(night.id, Command(lambda _: [opened, joined]), Sender("p1"))
    return auth.let_in(night.id, "p1", page="share")


def evening_of(now: datetime.datetime) -> datetime.date:
    """The day on which the evening began: until six in the morning it is still yesterday's."""
    return (now - datetime.timedelta(hours=6)).date()


def name_of(evening: datetime.date) -> str:
    """What a night is called if nobody says otherwise, such as "Friday night"."""
    return f"{evening:%A} night"


@bp.get("/")
@policy("anybody")
def start_page(form: str = "night", wrong: str = "", status: int = 422) -> Response:
    """The start page with this phone's nights; `wrong` is what was wrong with its `form` (night, code or file)."""
    empty = dict.fromkeys(("night", "name", "unit", "own_unit", "code"), "")
    typed = empty if form == "file" else empty | request.form.to_dict()  # one whose file is too large cannot be read
    more = {
        "units": UNITS,
        "games": tuple(GAMES.values()),
        "tonight": name_of(evening_of(datetime.datetime.now())),
        "nights": mine(),
        "typed": typed,
        "wrong": {"night": "", "code": "", "file": "", form: wrong},
    }
    return rendering.plain("home/home.html", "Party Companion", more, status if wrong else 200)


def mine() -> list[dict[str, Any]]:
    """The newest nights of this phone, but for those gone tomorrow."""
    found = []
    for device in auth.own_phones():
        loaded = services().nights.loaded(device.night_id)
        if not loaded.phones.is_trial:
            night, nid = loaded.night, device.night_id
            me, has_recap = night.names.get(device.player, ""), bool(night.played)
            found.append({"nid": nid, "name": night.name, "me": me, "has_recap": has_recap, "closed": night.closed})
    return found


def _event(kind: type[Any], **fields: str) -> Any:
    try:
        return msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError as wrong:
        field, _, rest = in_words(str(wrong)).partition(" ")
        what = "name of the night" if field == "name" else field
        raise Refused(f"The {what} {rest}. Try another.") from None


def to_night(nid: str, page: str = "") -> Response:
    """Redirects the phone to a page of its night."""
    return make_response(redirect(f"/n/{nid}/{page}", 303))


@bp.get("/design")
@policy("anybody")
def design() -> Response:
    """The design language of docs/design-language.md, with live examples."""
    if not current_app.config["DESIGN"]:
        abort(404)
    return rendering.plain("design/design.html", "The design language")
