"""Votes: one phone's vote about what somebody objects to or claims; the last one that it takes decides."""

from __future__ import annotations

from flask import Blueprint, Response, request

from ..commands import votes
from ..commands.authorization import check_acting
from ..rules.refused import Refused
from ..store import votes_and_proposals
from . import auth, entries
from .security import policy

bp = Blueprint("votes", __name__)
VOTES = {"yes": True, "no": False}


@bp.post("/n/<nid>/votes")
@policy("joined")
@entries.answers_refusals
def vote(nid: str) -> Response:
    """Casts a vote, instead of any before it from the same seat, and records what the table has decided."""
    night, player = auth.nights().loaded(nid), request.form.get("acting") or auth.seat()
    check_acting(player, auth.seat(), night)
    favours = VOTES.get(request.form.get("vote", ""))
    motion = votes.votable(night, request.form.get("entry", default=0, type=int), player)
    if favours is None:
        raise Refused("Vote with one of the two buttons.")
    votes_and_proposals.cast(auth.disk(), nid, motion.entry, player, favours)
    auth.nights().members_changed(nid)
    auth.commands().conclude_votes(nid, player)
    return entries.done(nid)
