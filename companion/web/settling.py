"""Carrying over: the next night begins with the same people, and with what each of them still owes."""

from __future__ import annotations

import datetime
import re

import msgspec
from flask import Blueprint, Response, redirect, request

from ..commands.authorization import acts_for, finesmaster
from ..commands.handler import Command
from ..commands.night_cache import row
from ..domain import events as of
from ..domain.events import read
from ..domain.fines import Player
from ..domain.measure import units
from ..domain.refused import Refused
from ..domain.settlement import next_night
from ..storage import nights
from . import auth, rendering, tv
from .security import policy
from .services import services

bp = Blueprint("settling", __name__)
NUMBERED = re.compile(r"(.*\S) ([1-9][0-9]{0,5})")


class Carrying(msgspec.Struct, frozen=True):
    """What the form that carries over shows; `next_link` leads to the next night, if there is one already.

    `master`: this phone can open it, with the name `name` and with what the players in `owing` owe.
    """

    master: bool
    closed: bool
    playing: bool
    name: str
    units: str
    owing: tuple[Player, ...]
    next_link: str


def more(nid: str, typed: dict[str, str]) -> Carrying:
    """Whether the night can be carried over, or was."""
    context = auth.context(nid)
    following = nights.night_after(services().database, tv.links(nid))
    players = (context.night.players[who.id] for who in context.seated)
    return Carrying(
        master=acts_for(context, auth.seat(), context.night.finesmaster),
        closed=context.night.closed,
        playing=context.game is not None,
        name=typed.get("name", next_name(context.night.name)),
        units=units(context.night.unit),
        owing=tuple(player for player in players if player.owed > 0),
        next_link=f"/j/{following.token}" if following else "",
    )


rendering.OWN_DATA["settle"] = more


def next_name(name: str) -> str:
    """The suggested name of the next night: Friday, Friday 2, Friday 3."""
    numbered = NUMBERED.fullmatch(name)
    words, number = (numbered[1], int(numbered[2]) + 1) if numbered else (name, 2)
    return f"{words[: 79 - len(str(number))]} {number}"


@bp.post("/n/<nid>/settle")
@policy("joined")
def carry(nid: str) -> Response:
    """Closes this night, if it is open, and opens the next one; a second tap leads to the same."""
    context, before = auth.context(nid), tv.links(nid)
    master = finesmaster(context, auth.seat())
    name = request.form.get("name", "").strip() or next_name(context.night.name)
    read({"type": "night.opened", "name": name}, {})  # refuses what no night may be called
    try:
        services().commands.handle(nid, Command(lambda night: [of.NightClosed()]), auth.sender(master))
    except Refused:
        if not services().nights.log(nid).night.closed:
            raise
    first = next_night(services().nights.log(nid).night, name, datetime.date.today().isoformat())
    after = nights.next_id(before)
    opened = nights.open_after(services().database, before, [row(after, entry) for entry in first])
    # Not straight into a seat: of a double tap the browser can drop the answer that brings the cookie.
    return redirect(f"/j/{opened.token}", 303)  # type: ignore[return-value]
