"""Proposals, which another player must agree to."""

from flask import Blueprint, Response, request

from ..commands import proposals as commands
from ..commands.forms import appeared
from ..commands.verdict import ToConfirm
from . import auth, entries
from .rendering import Answer, is_scripted
from .security import policy
from .services import services

bp = Blueprint("proposals", __name__)


@bp.post("/n/<nid>/proposals")
@policy("joined")
def propose(nid: str) -> Response:
    """Stores a proposal and asks the player who must agree."""
    asked = commands.propose(services().commands, nid, request.form, auth.seat())
    told = Answer(f"{asked} is asked ✓ Nothing changes before {asked} says yes.", "done", 200)
    return entries.done(nid, told if is_scripted() else None)


@bp.post("/n/<nid>/proposals/<int:number>")
@policy("joined")
def answer(nid: str, number: int) -> Response:
    """Answers a proposal: yes enters it, no deletes it, and the player who made it can take it back."""
    if (question := appeared(request.form)) is not None:
        return entries.asked(nid, ToConfirm(question))
    entered = commands.answer(services().commands, nid, number, request.form.get("answer", ""), auth.seat())
    return entries.done(nid, entries.changes(nid, entered) if entered else None)
