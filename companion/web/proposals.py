"""Proposals, which another player must agree to."""

from typing import Any

from flask import Blueprint, Response, request

from ..commands import proposals as commands
from ..commands.forms import appeared
from ..commands.verdict import ToConfirm
from ..domain.rights import may_agree_for
from . import auth, entries
from .security import policy
from .services import services

bp = Blueprint("proposals", __name__)


def debts(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The debts that can move: this phone's own, those of others, those it can ask for; and who could take them."""
    context, own = auth.context(nid), auth.seat()
    here = [context.people[player] for player in context.night.present()]
    owed = {player.id: player.owed for player in context.night.players.values()}
    owing = [(who, owed[who.id]) for who in here if owed[who.id] > 0 and who.id != own]
    return {
        "mine": max(owed[own], 0) if own not in context.night.away else 0,
        "owing": owing,
        "phoneless": [(who, amount) for who, amount in owing if may_agree_for(context, own, who.id)],
        "here": here,
        "others": [who for who in here if who.id != own],
    }


@bp.post("/n/<nid>/proposals")
@policy("joined")
def propose(nid: str) -> Response:
    """Stores a proposal and asks the player who must agree."""
    commands.propose(services().commands, nid, request.form, auth.seat())
    return entries.done(nid)


@bp.post("/n/<nid>/proposals/<int:number>")
@policy("joined")
def answer(nid: str, number: int) -> Response:
    """Answers a proposal: yes enters it, no deletes it, and the player who made it can take it back."""
    if (question := appeared(request.form)) is not None:
        return entries.asked(nid, ToConfirm(question))
    entered = commands.answer(services().commands, nid, number, request.form.get("answer", ""), auth.seat())
    return entries.done(nid, entries.changes(nid, entered) if entered else None)
