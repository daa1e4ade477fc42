"""Proposals, which another player must agree to, and votes of the table."""

from typing import Any

from flask import Blueprint, Response, request

from ..commands import proposals as commands
from ..commands import votes
from ..commands.authorization import check_acting, may_agree_for
from ..commands.forms import check_meant
from ..domain.refused import Refused
from ..storage import votes_and_proposals
from . import auth, entries, rendering
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


rendering.OWN_DATA["proposals"] = debts


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
    check_meant(request.form)
    recorded = commands.answer(services().commands, nid, number, request.form.get("answer", ""), auth.seat())
    return entries.done(nid, entries.changes(nid, recorded.seq) if recorded else None)


VOTES = {"yes": True, "no": False}


@bp.post("/n/<nid>/votes")
@policy("joined")
def vote(nid: str) -> Response:
    """Casts a vote, which replaces the seat's earlier one, and records the outcome if the vote is decided."""
    night, own = services().nights.loaded(nid), auth.seat()
    player = request.form.get("acting") or own
    check_acting(player, own, night)
    favours = VOTES.get(request.form.get("vote", ""))
    motion = votes.votable(night, request.form.get("entry", default=0, type=int), player, own)
    if favours is None:
        raise Refused("Vote with one of the two buttons.")
    votes_and_proposals.cast(services().database, nid, motion.entry, player, favours)
    services().nights.members_changed(nid)
    services().commands.conclude_votes(nid, player)
    return entries.done(nid)
