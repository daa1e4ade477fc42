"""Fines by hand, the sneak's reports, and changing the unit of the night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from flask import Blueprint, Response, request

from ..commands import forms
from ..commands.authorization import acts_for, finesmaster
from ..domain import events as of
from ..domain import measure
from ..domain.event_log import Log
from ..domain.events import Event, read
from ..domain.fines import PINT
from ..domain.night import Night
from ..domain.refused import Refused
from ..domain.settlement import MOST_AT_ONCE, converted
from ..views.context import ViewContext, Who
from ..views.proposals import next_master
from . import auth, entries, home, rendering
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("drinks", __name__)


BUTTONS = ("1", "2", "3", "4", "5")


class Desk(msgspec.Struct, frozen=True):
    """The page of fines by hand: the finesmaster (`master`, as seat `acting`) gives fines, the sneak reports.

    `chosen` are the players ticked and `own_amount` the large number typed on a refused form; `passes_to` is the player
    to the finesmaster's left.
    """

    master: bool
    acting: str
    sneak: bool
    finesmaster: str
    people: tuple[Who, ...]
    chosen: tuple[str, ...]
    own_amount: str
    passes_to: Who | None
    closed: bool


def desk(nid: str, typed: dict[str, str]) -> Desk:
    """Who can be fined or reported, with what a refused form had ticked."""
    context, night, own = auth.context(nid), auth.context(nid).night, auth.seat()
    return Desk(
        master=acts_for(context, own, night.finesmaster),
        acting=night.finesmaster or "",
        sneak=acts_for(context, own, night.sneak),
        finesmaster=context.name(night.finesmaster),
        people=context.seated,
        chosen=tuple(request.form.getlist("player")) if typed.get("type") == "fine.given" else (),
        own_amount=typed.get("own_amount") or _large(typed.get("amount", "")),
        passes_to=next_master(context),
        closed=night.closed,
    )


def _large(amount: str) -> str:
    return "" if amount in BUTTONS else amount


@bp.post("/n/<nid>/fines")
@policy("joined")
def give(nid: str) -> Response:
    """Gives everybody ticked the same fine, or forgives the debts on the form: all of them or none."""
    make = _forgiven if request.form.get("type") == "fine.forgiven" else _given
    command = forms.command(request.form)._replace(events=lambda night: list(make(night.log)), again=True)
    services().commands.handle(nid, command, auth.sender(finesmaster(auth.context(nid), auth.seat())))
    return entries.done(nid)


def _forgiven(log: Log) -> Iterator[Event]:
    """The debts of the form; each `debt` is a player and an amount."""
    debts = request.form.getlist("debt")
    if not debts:
        raise Refused("Nobody owes anything.")
    for debt in debts:
        player, _, amount = debt.rpartition(" ")
        yield read({"type": "fine.forgiven", "player": player, "amount": amount}, {}, strict=False)


def _given(log: Log) -> Iterator[Event]:
    """One fine for each of those ticked, in seat order."""
    ticked = dict.fromkeys(log.night.present()) if request.form.get("everybody") else {}
    ticked |= dict.fromkeys(filter(None, request.form.getlist("player")))
    if not ticked:
        raise Refused("Tick who is fined.")
    amount = request.form.get("own_amount", "").strip() or request.form.get("amount", "").strip()
    reason = request.form.get("template") or request.form.get("reason", "").strip()
    fields = {"amount": amount, "reason": reason}
    fine = {"type": "fine.given"} | {name: value for name, value in fields.items() if value}
    for player in ticked:
        yield read({**fine, "player": player}, {}, strict=False)


rendering.OWN_DATA["fines"] = desk


OTHERS = ("drink", "sip", measure.TOKEN)


class Owing(msgspec.Struct, frozen=True):
    """What a player owes: now, as the same number of the new unit, and converted (empty where that is impossible)."""

    who: Who
    now: str
    kept: str
    converted: str


class Units(msgspec.Struct, frozen=True):
    """The units to choose from, or what choosing `to` would change for those who owe.

    `family` says how the parts of a pint relate; `converts` is whether both units are such parts.
    """

    now: str
    family: str
    pints: tuple[str, ...]
    others: tuple[str, ...]
    to: str
    to_words: str
    owing: tuple[Owing, ...]
    converts: bool
    master: bool
    finesmaster: str
    playing: bool
    closed: bool


@bp.get("/n/<nid>/unit")
@policy("joined")
def unit(nid: str) -> Response:
    """Asks for the unit, and once one is chosen shows what would change."""
    named = request.args.get("own", "").strip() or request.args.get("to", "").strip()
    return _shown(nid, to=_checked(named) if named else "")


@bp.post("/n/<nid>/unit")
@policy("joined")
def change(nid: str) -> Response:
    """Changes the unit, and converts what is owed if that was chosen: all of it or nothing."""
    named = request.form.get("unit", "").strip()
    master, converts = finesmaster(auth.context(nid), auth.seat()), request.form.get("how") == "convert"
    command = forms.command(request.form)._replace(
        events=lambda night: _conversion(night.log, _checked(named), converts), again=True
    )
    services().commands.handle(nid, command, auth.sender(master))
    return home.to_night(nid, "drinks")


def _shown(nid: str, answer: Answer | None = None, status: int = 200, to: str = "") -> Response:
    context = auth.context(nid)
    return rendering.page(nid, "share", answer, status, more=_units(context, to), template="unit/unit.html")


rendering.SHOWN_AGAIN |= {"drinks.unit": _shown, "drinks.change": _shown}


def _checked(named: str) -> str:
    """The unit, if a night can count in it."""
    changed = read({"type": "unit.changed", **({"unit": named} if named else {})}, {})
    assert isinstance(changed, of.UnitChanged)
    return changed.unit


def _units(context: ViewContext, to: str) -> Units:
    night = context.night
    return Units(
        now=night.unit,
        family=measure.family("pint"),
        pints=tuple(part for part in PINT if part != night.unit),
        others=tuple(other for other in OTHERS if other != night.unit),
        to=to,
        to_words=measure.units(to),
        owing=tuple(_owing(context, who, to) for who in context.seated if night.players[who.id].owed) if to else (),
        converts=night.unit in PINT and to in PINT,
        master=acts_for(context, auth.seat(), night.finesmaster),
        finesmaster=context.name(night.finesmaster),
        playing=night.game is not None,
        closed=night.closed,
    )


def _owing(context: ViewContext, who: Who, to: str) -> Owing:
    owed = context.night.players[who.id].owed
    after = _after(owed, context.night.unit, to)
    converted = "" if after is None else measure.amount(after, to)
    return Owing(who, context.amount(owed), measure.amount(owed, to), converted)


def _after(owed: int, old: str, new: str) -> int | None:
    """The amount owed after conversion. A credit never grows in number."""
    after = converted(owed, old, new)
    return owed if after is not None and after < owed < 0 else after


def _conversion(log: Log, to: str, converts: bool) -> Sequence[Event]:
    """The change of the unit, and the fines that make up the difference; nothing where the unit is the same."""
    night = log.night
    if night.unit == to:
        return ()
    differences = [event for player in night.order for event in _difference(night, player, to)] if converts else []
    return (of.UnitChanged(unit=to), *differences)


def _difference(night: Night, player: str, to: str) -> list[Event]:
    owed = night.players[player].owed
    after = _after(owed, night.unit, to)
    if after is None:
        raise Refused(f"What is owed in {measure.units(night.unit)} cannot be told in {measure.units(to)}.")
    if after < owed:
        return [of.FineForgiven(player=player, amount=owed - after)]
    verb = "is" if owed == 1 else "are"
    reason = f"{measure.amount(owed, night.unit)} {verb} {measure.amount(after, to)}"
    return [of.FineGiven(player=player, amount=part, reason=reason) for part in _parts(after - owed)]


def _parts(amount: int) -> list[int]:
    """An amount in parts that are each allowed as one fine."""
    return [min(MOST_AT_ONCE, amount - given) for given in range(0, amount, MOST_AT_ONCE)]
