"""Drinks: the unit of the night, and the next night, to which debts are carried over."""

import datetime
import re
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, redirect, request

from ..commands.night_cache import row
from ..commands.verdict import Command
from ..domain import events as of
from ..domain.fines import PINT, TOKEN
from ..domain.refused import Refused
from ..domain.rights import finesmaster
from ..domain.settlement import next_night
from ..storage import nights
from ..system import chance
from ..views.ending import AWARDS, end
from . import auth, entries, join, rendering, tv
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("drinks", __name__)
OTHERS = ("drink", "sip", TOKEN, "cent")
NUMBERED = re.compile(r"(.*\S) ([1-9][0-9]{0,5})")


@bp.get("/n/<nid>/unit")
@policy("joined")
def units_again(nid: str, answer: Answer | None = None) -> Response:
    """The page with the units to choose from."""
    more = {"parts": PINT, "others": OTHERS, "next": entries.leads_to() or "drinks"}
    return rendering.page(nid, "share", answer, more, template="unit/unit.html")


def settle_form(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """What the page of the end of the night says of awards and the next night; what is open is a fragment."""
    context = auth.context(nid)
    return {
        "name": typed.get("name", next_name(context.night.name)),
        "awards": AWARDS.of(context),
        "key": chance.token(),
        "waits": end(context, auth.seat()).waits,
    }


def next_name(name: str) -> str:
    """The suggested name of the next night: Friday, Friday 2, Friday 3."""
    numbered = NUMBERED.fullmatch(name)
    words, number = (numbered[1], int(numbered[2]) + 1) if numbered else (name, 2)
    return f"{words[: 79 - len(str(number))]} {number}"


@bp.post("/n/<nid>/settle")
@policy("joined")
def carry(nid: str) -> Response:
    """Closes this night, if it is open, and opens the next one, in which this phone sits down by its form's token.

    A second tap leads to the same night.
    """
    context, before = auth.context(nid), tv.links(nid)
    master = finesmaster(context, auth.seat())
    name = request.form.get("name", "").strip() or next_name(context.night.name)
    of.read({"type": "night.opened", "name": name}, {})  # refuses a name that a night cannot have
    try:
        services().commands.enter(nid, Command(lambda night: [of.NightClosed()]), auth.sender(master))
    except Refused:
        if not services().nights.log(nid).night.closed:
            raise
    awaited = context.with_phone - {auth.seat()}
    first = next_night(services().nights.log(nid), name, datetime.date.today().isoformat(), awaited)
    opened = nights.open_after(services().database, before, [row(nights.next_id(before), entry) for entry in first])
    services().commands.take_note(nid, nights.OPENED, nights.NEXT)
    with suppress(Refused):  # somebody sits there already
        if auth.form_token():  # else after a double tap the browser can drop the answer that sets the cookie
            return join.take_seat(opened.id, auth.seat())
    return redirect(f"/j/{opened.token}", 303)  # type: ignore[return-value]
