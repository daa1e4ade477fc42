"""Drinks: fines by hand, the unit of the night, and the next night, to which debts are carried over."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, request

from ..commands import forms
from ..commands.night_cache import row
from ..commands.verdict import Command
from ..domain import events as of
from ..domain import measure
from ..domain.events import Event, read
from ..domain.fines import PINT
from ..domain.night import Night
from ..domain.refused import Refused
from ..domain.rights import acts_for, finesmaster
from ..domain.settlement import MOST_AT_ONCE, converted, next_night
from ..storage import nights
from ..views.context import ViewContext
from ..views.proposals import next_master
from . import auth, entries, home, rendering, tv
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("drinks", __name__)
BUTTONS = ("1", "2", "3", "4", "5")
OTHERS = ("drink", "sip", measure.TOKEN)
NUMBERED = re.compile(r"(.*\S) ([1-9][0-9]{0,5})")


def fines_form(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The form for fines by hand and for reports of the sneak, with what was ticked and typed on it."""
    context, amount = auth.context(nid), typed.get("amount", "")
    return {
        "sneak": acts_for(context, auth.seat(), context.night.sneak),
        "acting": context.night.finesmaster or "",
        "chosen": (request.form if typed.get("type") == "fine.given" else request.args).getlist("player"),
        "own_amount": typed.get("own_amount") or ("" if amount in BUTTONS else amount),
        "passes_to": next_master(context),
    }


@bp.post("/n/<nid>/fines")
@policy("joined")
def give(nid: str) -> Response:
    """Gives all ticked players the same fine, or forgives the debts on the form; all of them or none."""
    make = _debts_forgiven if request.form.get("type") == "fine.forgiven" else _fines_given
    command = forms.command(request.form)._replace(events=lambda night: list(make(night.night)), confirmed=True)
    services().commands.enter(nid, command, auth.sender(finesmaster(auth.context(nid), auth.seat())))
    return entries.done(nid)


def _debts_forgiven(night: Night) -> Iterator[Event]:
    """The events that forgive the debts of the form; each field `debt` is a player and an amount."""
    debts = request.form.getlist("debt")
    if not debts:
        raise Refused("Nobody owes anything.")
    for debt in debts:
        player, _, amount = debt.rpartition(" ")
        yield read({"type": "fine.forgiven", "player": player, "amount": amount}, {}, strict=False)


def _fines_given(night: Night) -> Iterator[Event]:
    """One fine for each ticked player, or for everybody present."""
    ticked = dict.fromkeys(night.present()) if request.form.get("everybody") else {}
    ticked |= dict.fromkeys(filter(None, request.form.getlist("player")))
    if not ticked:
        raise Refused("Tick who is fined.")
    amount = request.form.get("own_amount", "").strip() or request.form.get("amount", "").strip()
    reason = request.form.get("template") or request.form.get("reason", "").strip()
    fields = {"amount": amount, "reason": reason}
    fine = {"type": "fine.given"} | {name: value for name, value in fields.items() if value}
    for player in ticked:
        yield read({**fine, "player": player}, {}, strict=False)


@bp.get("/n/<nid>/unit")
@policy("joined")
def unit(nid: str) -> Response:
    """The page to choose a unit; once one is chosen, it shows what would change."""
    named = request.args.get("own", "").strip() or request.args.get("to", "").strip()
    return units_again(nid, to=_named_unit(named) if named else "")


@bp.post("/n/<nid>/unit")
@policy("joined")
def change(nid: str) -> Response:
    """Changes the unit, and converts all debts if that was chosen; leads on to the page that asked for it."""
    named = request.form.get("unit", "").strip()
    master, converts = finesmaster(auth.context(nid), auth.seat()), request.form.get("how") == "convert"
    command = forms.command(request.form)._replace(
        events=lambda night: _conversion(night.night, _named_unit(named), converts), confirmed=True
    )
    services().commands.enter(nid, command, auth.sender(master))
    return home.to_night(nid, entries.leads_to() or "drinks")


def units_again(nid: str, answer: Answer | None = None, to: str = "") -> Response:
    """The page with the units to choose from, or with what the unit `to` would change for players who owe."""
    context = auth.context(nid)
    now = context.night.unit
    more = {
        "now": now,
        "family": measure.family("pint"),
        "pints": [part for part in PINT if part != now],
        "others": [other for other in OTHERS if other != now],
        "to": to,
        "to_words": measure.units(to),
        "next": entries.leads_to(),
        "owing": _owing(context, to) if to else [],
        "converts": now in PINT and to in PINT,
    }
    return rendering.page(nid, "share", answer, more, template="unit/unit.html")


def _named_unit(named: str) -> str:
    """The unit of this name; raises Refused if a night cannot count in it."""
    changed = read({"type": "unit.changed", **({"unit": named} if named else {})}, {})
    assert isinstance(changed, of.UnitChanged)
    return changed.unit


def _owing(context: ViewContext, to: str) -> list[dict[str, Any]]:
    """What each player owes: now, as the same number in the new unit, and converted if that is possible."""
    rows = []
    for who in context.seated:
        if owed := context.night.players[who.id].owed:
            after = _converted_debt(owed, context.night.unit, to)
            words = "" if after is None else measure.amount(after, to)
            rows.append({"who": who, "now": context.amount(owed), "kept": measure.amount(owed, to), "converted": words})
    return rows


def _converted_debt(owed: int, old: str, new: str) -> int | None:
    """What a player owes after conversion; None if the units do not convert. The number of a credit never grows."""
    after = converted(owed, old, new)
    return owed if after is not None and after < owed < 0 else after


def _conversion(night: Night, to: str, converts: bool) -> Sequence[Event]:
    """The change of the unit, and the fines that convert the debts if asked; nothing if the unit is the same."""
    if night.unit == to:
        return ()
    players = night.order if converts else ()
    return (of.UnitChanged(unit=to), *(event for player in players for event in _conversion_fines(night, player, to)))


def _conversion_fines(night: Night, player: str, to: str) -> list[Event]:
    """The fines, each as large as allowed, or the forgiveness that make a player's debt the same in the new unit."""
    owed = night.players[player].owed
    after = _converted_debt(owed, night.unit, to)
    if after is None:
        raise Refused(f"What is owed in {measure.units(night.unit)} can’t be changed into {measure.units(to)}.")
    if after < owed:
        return [of.FineForgiven(player=player, amount=owed - after)]
    verb = "is" if owed == 1 else "are"
    reason = f"{measure.amount(owed, night.unit)} {verb} {measure.amount(after, to)}"
    parts = [min(MOST_AT_ONCE, after - given) for given in range(owed, after, MOST_AT_ONCE)]
    return [of.FineGiven(player=player, amount=part, reason=reason) for part in parts]


def settle_form(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The data of the form that opens the next night; `next_link` leads to that night, if it exists already."""
    context = auth.context(nid)
    night, following = context.night, nights.find(services().database, id=nights.next_id(tv.links(nid)))
    return {
        "name": typed.get("name", next_name(night.name)),
        "units": measure.units(night.unit),
        "owing": [night.players[player] for player in night.order if night.players[player].owed > 0],
        "next_link": f"/j/{following.token}" if following else "",
        "finesmaster": night.finesmaster and context.name(night.finesmaster),
    }


def next_name(name: str) -> str:
    """The suggested name of the next night: Friday, Friday 2, Friday 3."""
    numbered = NUMBERED.fullmatch(name)
    words, number = (numbered[1], int(numbered[2]) + 1) if numbered else (name, 2)
    return f"{words[: 79 - len(str(number))]} {number}"


@bp.post("/n/<nid>/settle")
@policy("joined")
def carry(nid: str) -> Response:
    """Closes this night, if it is open, and opens the next one; a second tap leads to the same night."""
    context, before = auth.context(nid), tv.links(nid)
    master = finesmaster(context, auth.seat())
    name = request.form.get("name", "").strip() or next_name(context.night.name)
    read({"type": "night.opened", "name": name}, {})  # refuses a name that a night cannot have
    try:
        services().commands.enter(nid, Command(lambda night: [of.NightClosed()]), auth.sender(master))
    except Refused:
        if not services().nights.log(nid).night.closed:
            raise
    first = next_night(services().nights.log(nid).night, name, datetime.date.today().isoformat())
    after = nights.next_id(before)
    opened = nights.open_after(services().database, before, [row(after, entry) for entry in first])
    # Not directly to a seat: after a double tap the browser can drop the answer that sets the cookie.
    return redirect(f"/j/{opened.token}", 303)  # type: ignore[return-value]
