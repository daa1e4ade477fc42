"""The start page: open a night, type a code, or go back to one's own nights."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request

from ..commands.authorization import Sender
from ..commands.forms import proper_name
from ..commands.handler import Command
from ..domain import events as of
from ..domain.refused import Refused, in_words
from ..storage import nights
from . import auth
from .security import check_opening, policy
from .services import services

bp = Blueprint("home", __name__)
UNITS = ("drink", "sip", "finger", "pencil", "waffer", "token")


class Mine(msgspec.Struct, frozen=True):
    """A night this phone is at; `told` is whether there is anything in its recap, `over` whether it was closed."""

    nid: str
    name: str
    me: str
    told: bool = False
    over: bool = False


class Home(msgspec.Struct, frozen=True):
    """The start page, with what was typed and what was wrong with it."""

    title: str = "Party Companion"
    night: None = None
    units: tuple[str, ...] = UNITS
    nights: tuple[Mine, ...] = ()
    typed: dict[str, str] = {}
    wrong: str = ""
    wrong_code: str = ""
    wrong_file: str = ""
    code: str = ""


@bp.get("/")
@policy("anybody")
def home() -> Response:
    """What one can do here."""
    return shown(Home())


@bp.post("/nights")
@policy("anybody")
def open_night() -> Response:
    """Opens a night with its name, its unit and oneself, who is its finesmaster."""
    form = request.form
    try:
        unit = form.get("own_unit", "").strip() or form.get("unit") or "drink"
        opened = _checked(of.NightOpened, name=form.get("night", "").strip(), unit=unit, date=_today())
        joined = _checked(of.PlayerJoined, player="p1", name=proper_name(form.get("name", ""), ()))
    except Refused as refused:
        return shown(Home(typed=form.to_dict(), wrong=str(refused)), 422)
    check_opening()
    night = nights.open_night(services().database)
    services().commands.handle(night.id, Command(lambda _: [opened, joined]), Sender("p1"))
    return auth.let_in(night.id, "p1")


def shown(view: Home, status: int = 200) -> Response:
    """The start page with this phone's nights."""
    nights = tuple(mine())
    return make_response(render_template("home/home.html", view=msgspec.structs.replace(view, nights=nights)), status)


def mine() -> list[Mine]:
    """The nights this phone is at."""
    found = []
    for name in request.cookies:
        nid = name.removeprefix("__Host-").removeprefix("companion_")
        device = auth.device_of(nid) if name.endswith(f"companion_{nid}") and len(nid) == 8 else None
        if device is not None:
            night = services().nights.log(nid).night
            told = bool(night.games or night.game)
            found.append(Mine(nid, night.name, night.names.get(device.player, ""), told, night.closed))
    return found


def _checked(kind: type[Any], **fields: str) -> Any:
    try:
        return msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError as wrong:
        field, _, rest = in_words(str(wrong)).partition(" ")
        raise Refused(f"The {'night' if field == 'name' else field} {rest}. Please type another.") from None


def _today() -> str:
    return datetime.date.today().isoformat()


def to_night(nid: str, page: str = "") -> Response:
    """Sends the phone on to a page of its night."""
    return make_response(redirect(f"/n/{nid}/{page}", 303))
