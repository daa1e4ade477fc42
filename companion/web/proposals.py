"""Proposals: one player asks another to take a drink over, or the sneak reports; agreed, it becomes an entry."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from ..commands import proposals as commands
from ..commands.authorization import may_agree_for
from ..showing.scene import Who
from . import auth, entries, painter
from .security import policy

bp = Blueprint("proposals", __name__)


class Asking(msgspec.Struct, frozen=True):
    """Who may be asked to take over a drink, and whose may be taken over: `mine` is what this phone's seat owes.

    `phoneless` owe and have no phone: anybody asks for them.
    """

    mine: int
    others: tuple[Who, ...]
    owing: tuple[tuple[Who, int], ...]
    phoneless: tuple[tuple[Who, int], ...]
    people: tuple[Who, ...]


@bp.get("/n/<nid>/proposals")
@policy("joined")
def proposals(nid: str) -> Response:
    """The forms by which one asks somebody, and offers something."""
    return painter.page(nid, "proposals", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> Asking:
    """Whom one may ask."""
    scene, own = auth.scene(nid), auth.seat()
    here = tuple(scene.people[player] for player in scene.night.present())
    owed = {player.id: player.owed for player in scene.night.players.values()}
    owing = tuple((who, owed[who.id]) for who in here if owed[who.id] > 0 and who.id != own)
    return Asking(
        mine=max(owed[own], 0) if own not in scene.night.away else 0,
        others=tuple(who for who in here if who.id != own),
        owing=owing,
        phoneless=tuple((who, amount) for who, amount in owing if may_agree_for(scene, own, who.id)),
        people=here,
    )


@bp.post("/n/<nid>/proposals")
@policy("joined")
@entries.answers_refusals
def propose(nid: str) -> Response:
    """Keeps a question for whoever must agree."""
    commands.propose(auth.commands(), nid, request.form, auth.seat())
    return entries.done(nid)


@bp.post("/n/<nid>/proposals/<int:number>")
@policy("joined")
@entries.answers_refusals
def answer(nid: str, number: int) -> Response:
    """Yes enters it, no ends it, and whoever asked may take it back."""
    recorded = commands.answer(auth.commands(), nid, number, request.form.get("answer", ""), auth.seat())
    return entries.done(nid, entries.changes(nid, recorded.seq) if recorded else None)


entries.MORE["proposals"] = more  # a refused tap on what stands on every page brings this page too
