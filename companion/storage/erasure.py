"""Erasing a player from a night. Entries of a log are rewritten for this only (decision 0014)."""

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from companion.storage.database import writes
from companion.storage.event_store import Raced, last_entry
from companion.storage.models import Device, Loan, Preference, Question, Ticket, Vote, entry
from companion.storage.nights import changed


@writes
def rewrite(
    session: Session,
    night_id: str,
    last: int,
    events: Mapping[int, str],
    player: str,
    new_id: str,
    without: Callable[[str], str],
) -> None:
    """Replaces the entries with these numbers by `events`, and deletes the data about the player outside the log.

    `new_id` replaces the player's id. `without` removes the player's names from the private texts of others. Raises
    `Raced` if the log has entries after the entry `last`, and `UnknownNight`.
    """
    night = changed(session, night_id, log=True)
    if last_entry(session, night_id) != last:
        raise Raced(f"Entry {last} is no longer the last one.")
    for seq, event in events.items():  # no key is kept: it can be a digest of typed text, and so of a name
        _rewrite(session, night_id, entry.c.seq == seq, event=event, key=None)
    for table in (Loan, Preference, Device, Ticket):
        session.execute(delete(table).filter_by(night_id=night_id, player=player))
    _forget_in_texts_of_others(session, night_id, player, without)
    if new_id != player:
        session.execute(update(Vote).filter_by(night_id=night_id, player=player).values(player=new_id))
        _rewrite(session, night_id, entry.c.by == player, by=new_id)
    counted = select(func.sum(entry.c.version - 1)).where(entry.c.night_id == night_id)
    night.rewritten = session.scalar(counted) or 0


def _rewrite(session: Session, night_id: str, which: ColumnElement[bool], **new: str | None) -> None:
    rows = update(entry).where(entry.c.night_id == night_id, which)
    session.execute(rows.values(version=entry.c.version + 1, **new))


def _forget_in_texts_of_others(session: Session, night_id: str, player: str, without: Callable[[str], str]) -> None:
    """Deletes questions that name the player, and replaces the name in the private forfeits of others."""
    for asked in session.scalars(select(Question).filter_by(night_id=night_id)):
        names_them = f'"{player}"' in asked.event or without(asked.event) != asked.event
        if player in (asked.maker, asked.asked) or names_them:
            session.delete(asked)
    for kept in session.scalars(select(Preference).filter_by(night_id=night_id)):
        kept.forfeit = without(kept.forfeit)
