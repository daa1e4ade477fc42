"""Fines by hand: to one, several or all, for a reason of one's own or one given before; and the sneak's reports."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from flask import Blueprint, Response, request

from ..commands import forms
from ..commands.authorization import acts_for, finesmaster
from ..rules.events import Event, read
from ..rules.log import Log
from ..rules.refused import Refused
from ..showing.proposals import next_master
from ..showing.scene import Who
from . import auth, entries, painter
from .security import policy

bp = Blueprint("fines", __name__)
BUTTONS = ("1", "2", "3", "4", "5")


class Desk(msgspec.Struct, frozen=True):
    """What the page is for whoever looks at it: `master` gives fines (as seat `acting`), `sneak` reports.

    `chosen` are those ticked and `own_amount` the large number typed on a form that was refused; `passes_to` is the
    next to the finesmaster's left.
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


@bp.get("/n/<nid>/fines")
@policy("joined")
def fines(nid: str) -> Response:
    """The finesmaster's page; the sneak's; to the others it says whose it is."""
    return painter.page(nid, "fines", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> Desk:
    """Whom one may fine or report, with what a refused form had ticked."""
    scene, night, own = auth.scene(nid), auth.scene(nid).night, auth.seat()
    return Desk(
        master=acts_for(scene, own, night.finesmaster),
        acting=night.finesmaster or "",
        sneak=acts_for(scene, own, night.sneak),
        finesmaster=scene.name(night.finesmaster),
        people=scene.seated,
        chosen=tuple(request.form.getlist("player")) if typed.get("type") == "fine.given" else (),
        own_amount=typed.get("own_amount") or _large(typed.get("amount", "")),
        passes_to=next_master(scene),
        closed=night.closed,
    )


def _large(amount: str) -> str:
    return "" if amount in BUTTONS else amount


@bp.post("/n/<nid>/fines")
@policy("joined")
@entries.answers_refusals
def give(nid: str) -> Response:
    """Gives everybody ticked the same fine, or forgives what is on the form: all of it, or none if one cannot be."""
    make = _forgiven if request.form.get("type") == "fine.forgiven" else _given
    command = forms.command(request.form)._replace(events=lambda night: list(make(night.log)), again=True)
    auth.commands().handle(nid, command, auth.sender(finesmaster(auth.scene(nid), auth.seat())))
    return entries.done(nid)


def _forgiven(log: Log) -> Iterator[Event]:
    """What stood on the paper: each `debt` is a player and how many."""
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
    said = {"amount": amount, "reason": reason}
    fine = {"type": "fine.given"} | {name: value for name, value in said.items() if value}
    for player in ticked:
        yield read({**fine, "player": player}, {}, strict=False)


entries.MORE["fines"] = more  # a refused tap on what stands on every page brings this page too
