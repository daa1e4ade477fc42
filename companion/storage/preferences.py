"""Preferences: what a player drinks or does instead, their limit, pause and glass; for their own eyes alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.storage.database import writes
from companion.storage.models import Preference
from companion.storage.nights import held


class Preferences(NamedTuple):
    """How a player settles their fines: `cap` is for the whole night, in the `unit` that it was counted in when the
    player set it; `glass` in millilitres."""

    drinks: Literal["alcohol", "soft", "forfeit"] = "alcohol"
    forfeit: str = ""
    cap: int | None = None
    paused: bool = False
    glass: int | None = None
    unit: str | None = None


COLUMNS = tuple(getattr(Preference, name) for name in Preferences._fields)


@writes
def keep(session: Session, night_id: str, player: str, mine: Preferences) -> None:
    """Stores the player's preferences; raises `UnknownNight` where there is no such night.

    `members_version` stays, since every phone can see it. `preferences_version` is for the other processes.
    """
    held(session, night_id).preferences_version += 1  # locks the row
    session.merge(Preference(night_id=night_id, player=player, **mine._asdict()))


def forget(session: Session, night_id: str, player: str) -> None:
    """The player has no preferences any more, within a transaction that is already open."""
    session.execute(delete(Preference).where(Preference.night_id == night_id, Preference.player == player))


def read(session: Session, night_id: str) -> dict[str, Preferences]:
    """What each player of the night prefers."""
    kept = select(Preference.player, *COLUMNS).where(Preference.night_id == night_id)
    return {row[0]: Preferences(*row[1:]) for row in session.execute(kept)}
