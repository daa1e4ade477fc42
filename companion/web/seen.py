"""What everybody could read is not hidden again: asked of every undo and change that a phone proposes."""

from __future__ import annotations

from ..rules import events as of
from ..rules.deals import DealVoided
from ..rules.events import EVENTS, Entry, Event
from ..rules.log import Log
from ..rules.refused import Refused
from ..rules.view import hidden_again
from ..scorekeeper import proposed
from ..showing.proposals import others_playing
from ..showing.scene import Scene
from .policy import judged_by

ENDED = "Everybody could read what was hidden in that game, so it cannot go on. Start a new one."
VOIDED = "Everybody could read what was hidden in that deal, so it cannot go on. Deal again."
OPENED = "Everybody could read what was hidden, so it cannot be hidden again."


class NeedsAnother(Refused):
    """This undo hides what everybody could read: it takes the agreement of another player."""

    def __init__(self, event: of.EntryUndone) -> None:
        super().__init__("Everybody could read what was hidden, so another player has to agree.")
        self.event = event


def check_seen(event: Event, log: Log, by: str, own: str, scene: Scene) -> None:
    """Refuses to hide again what everybody could read, so that nobody looks and plays on.

    A game or deal that was ended stays ended. What is undone within the game that is on takes another player, if
    anybody else plays with a phone.
    """
    if not isinstance(event, of.EntryUndone | of.EntryChanged):
        return
    if not hidden_again(log, proposed(log, Entry(log.seq + 1, event, by=by))):
        return
    if log.night.game is None:
        raise Refused(ENDED)
    about = judged_by(event, log)
    if isinstance(about, DealVoided):
        raise Refused(VOIDED)
    if about.type in EVENTS or isinstance(event, of.EntryChanged):
        raise Refused(OPENED)
    if others_playing(scene, own):
        raise NeedsAnother(event)
