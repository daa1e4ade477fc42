"""Proposals and notes on games, stored outside the log; only what was agreed to becomes an entry."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.domain.proposals import Proposal
from companion.storage import models
from companion.storage.clock import instant
from companion.storage.database import writes
from companion.storage.models import GameNote
from companion.storage.nights import changed

DRAWN = "drawn"  # the note on the entry of seats that were drawn by lot
COLUMNS = tuple(getattr(models.Proposal, name) for name in Proposal._fields)


@writes
def propose(session: Session, night_id: str, maker: str, asked: str, event: str) -> int:
    """Stores an event that `maker` asks `asked` to agree to, and returns the number of this proposal.

    The same proposal is not stored twice while it waits for an answer, but counts as asked now.
    """
    changed(session, night_id)
    same = {"night_id": night_id, "maker": maker, "asked": asked, "event": event}
    proposal = session.scalars(select(models.Proposal).filter_by(**same)).first() or models.Proposal(**same)
    proposal.created_at = instant()
    session.add(proposal)
    session.flush()
    return proposal.id


@writes
def end(session: Session, night_id: str, number: int) -> bool:
    """Deletes a proposal that was answered or withdrawn; returns whether it still existed."""
    changed(session, night_id)
    ending = delete(models.Proposal).filter_by(night_id=night_id, id=number).returning(models.Proposal.id)
    return session.scalars(ending).first() is not None


@writes
def take_note(session: Session, night_id: str, game: int, note: str) -> None:
    """Notes something about the game that began with entry `game`, such as "led 3"; the same note is kept once.

    With `DRAWN`, `game` is the entry of an order of seats. Raises `UnknownNight` if there is no such night.
    """
    changed(session, night_id)
    session.merge(GameNote(night_id=night_id, game=game, note=note))


def game_notes(session: Session, night_id: str) -> dict[int, frozenset[str]]:
    """The notes on each game, by the entry with which it began."""
    found: dict[int, frozenset[str]] = {}
    for game, note in session.execute(select(GameNote.game, GameNote.note).where(GameNote.night_id == night_id)):
        found[game] = found.get(game, frozenset()) | {note}
    return found


def proposals(session: Session, night_id: str) -> tuple[Proposal, ...]:
    """The proposals between players that wait for an answer, oldest first."""
    waiting = select(*COLUMNS).where(models.Proposal.night_id == night_id).order_by(models.Proposal.id)
    return tuple(Proposal(*row) for row in session.execute(waiting))
