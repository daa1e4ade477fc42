"""Votes: one phone's vote about what somebody objects to or claims; the last one that it takes decides."""

from __future__ import annotations

from flask import Blueprint, Response, request

from ..rules.refused import Refused
from ..showing import booth
from ..showing.scene import Scene
from ..store import votes_and_proposals
from ..store.errors import DatabaseUnavailable
from . import entries, gate, verdicts
from .guard import policy
from .painter import Answer

bp = Blueprint("votes", __name__)
VOTES = {"yes": True, "no": False}


@bp.post("/n/<nid>/votes")
@policy("joined")
def vote(nid: str) -> Response:
    """Casts a vote, instead of any before it from the same seat, and writes down what the table has decided."""
    try:
        acting = entries.tapping(nid).acting
        _cast(nid, acting)
        verdicts.conclude(gate.keeper(), gate.disk(), nid, acting)
    except Refused as refused:
        return entries.answered(nid, Answer(str(refused)), 422)
    except DatabaseUnavailable as refused:
        return entries.answered(nid, Answer(str(refused)), 503)
    return entries.done(nid)


def _cast(nid: str, player: str) -> None:
    scene, favours = gate.scene(nid), VOTES.get(request.form.get("vote", ""))
    motion = booth.motion(scene, request.form.get("entry", default=0, type=int))
    if motion is None or not motion.is_open:
        raise Refused(f"That vote is over.{_outcome(scene, motion)}")
    if favours is None:
        raise Refused("Vote with one of the two buttons.")
    if player not in motion.voters:
        raise Refused(f"{scene.name(player)} is away: only those at the table vote.")
    votes_and_proposals.cast(gate.disk(), nid, motion.entry, player, favours)
    gate.keeper().door_changed(nid)


def _outcome(scene: Scene, motion: booth.Motion | None) -> str:
    """How it went, for who came too late."""
    if motion is None:
        return " What the table decided stands in the log."
    return " The rule stays." if motion.rule else f" {scene.name(scene.night.finesmaster)} stays finesmaster."
