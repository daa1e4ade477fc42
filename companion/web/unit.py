"""The night's unit: what changing it does to what is owed is said first, and then done in one tap."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response, request

from ..commands import forms
from ..commands.authorization import acts_for, finesmaster
from ..rules import events as of
from ..rules import measure
from ..rules.events import Event, read
from ..rules.fines import PINT
from ..rules.log import Log
from ..rules.night import Night
from ..rules.refused import Refused
from ..rules.settling import MOST_AT_ONCE, converted
from ..showing.scene import Scene, Who
from ..store.errors import DatabaseUnavailable
from . import auth, home, painter
from .painter import Answer, sentence
from .security import policy

bp = Blueprint("unit", __name__)
OTHERS = ("drink", "sip", measure.TOKEN)


class Owing(msgspec.Struct, frozen=True):
    """What somebody owes: now, with the same number of the new unit, and converted (nothing where that cannot be)."""

    who: Who
    now: str
    kept: str
    converted: str


class Units(msgspec.Struct, frozen=True):
    """The units to choose from, or what choosing `to` would do to those who owe.

    `family` says how the parts of a pint are to one another; `converts` whether both units are such parts.
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
    """Which unit, and once one is named what would happen."""
    named = request.args.get("own", "").strip() or request.args.get("to", "").strip()
    try:
        return _shown(nid, _checked(named) if named else "")
    except Refused as refused:
        return _shown(nid, "", Answer(sentence(str(refused))), 422)


@bp.post("/n/<nid>/unit")
@policy("joined")
def change(nid: str) -> Response:
    """Changes the unit, and converts what is owed if that was chosen: all of it or nothing."""
    named = request.form.get("unit", "").strip()
    try:
        master, converts = finesmaster(auth.scene(nid), auth.seat()), request.form.get("how") == "convert"
        command = forms.command(request.form)._replace(
            events=lambda night: _events(night.log, _checked(named), converts), again=True
        )
        auth.commands().handle(nid, command, auth.sender(master))
    except Refused as refused:
        return _shown(nid, "", Answer(sentence(str(refused))), 422)
    except DatabaseUnavailable as refused:
        return _shown(nid, "", Answer(str(refused)), 503)
    return home.to_night(nid, "drinks")


def _shown(nid: str, to: str, answer: Answer | None = None, status: int = 200) -> Response:
    scene = auth.scene(nid)
    return painter.page(nid, "share", answer, status, more=_units(scene, to), template="unit/unit.html")


def _checked(named: str) -> str:
    """The unit, if a night may count in it."""
    changed = read({"type": "unit.changed", **({"unit": named} if named else {})}, {})
    assert isinstance(changed, of.UnitChanged)
    return changed.unit


def _units(scene: Scene, to: str) -> Units:
    night = scene.night
    return Units(
        now=night.unit,
        family=measure.family("pint"),
        pints=tuple(part for part in PINT if part != night.unit),
        others=tuple(other for other in OTHERS if other != night.unit),
        to=to,
        to_words=measure.units(to),
        owing=tuple(_owing(scene, who, to) for who in scene.seated if night.players[who.id].owed) if to else (),
        converts=night.unit in PINT and to in PINT,
        master=acts_for(scene, auth.seat(), night.finesmaster),
        finesmaster=scene.name(night.finesmaster),
        playing=night.game is not None,
        closed=night.closed,
    )


def _owing(scene: Scene, who: Who, to: str) -> Owing:
    owed = scene.night.players[who.id].owed
    after = _after(owed, scene.night.unit, to)
    said = "" if after is None else measure.amount(after, to)
    return Owing(who, scene.amount(owed), measure.amount(owed, to), said)


def _after(owed: int, old: str, new: str) -> int | None:
    """What is owed once it is converted; who is ahead by more of a smaller unit stays ahead by the number they had."""
    after = converted(owed, old, new)
    return owed if after is not None and after < owed < 0 else after


def _events(log: Log, to: str, converts: bool) -> Sequence[Event]:
    """The change, and what makes up the difference for everybody; nothing where the night counts so already."""
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
    """An amount in as many fines as one may be large."""
    return [min(MOST_AT_ONCE, amount - given) for given in range(0, amount, MOST_AT_ONCE)]
