"""The command handler, the one write path: a command is judged once, what it enters is appended, then published."""

from collections.abc import Sequence
from typing import NamedTuple

from ..domain.event_log import Candidate
from ..domain.rights import Sender
from ..realtime.pubsub import PubSub
from ..storage import event_store, proposals
from ..storage.database import Database
from ..storage.errors import DatabaseUnavailable
from .night_cache import DIGEST, LoadedNight, NightCache, row
from .verdict import AlreadyIn, Command, Conflict, Enter, ToConfirm, verdict

TRIES = 20


class Recorded(NamedTuple):
    """The tap is recorded, and entry `seq` is the last that it made. It is not `new` if the tap was sent again."""

    seq: int
    new: bool = True


Outcome = Recorded | AlreadyIn | Conflict | ToConfirm


class CommandHandler:
    """All new entries go through here; the taps of one night are handled one after another."""

    def __init__(self, nights: NightCache, database: Database, pubsub: PubSub) -> None:
        self.nights = nights
        self.database = database
        self.pubsub = pubsub

    def handle(self, night_id: str, command: Command, sender: Sender) -> Outcome:
        """Judges a command, appends what it enters, then publishes; one key of a phone is recorded once.

        Raises Refused with a sentence for the player. All events of a command are entered, or none.
        """
        command.read_ahead(self.nights.loaded(night_id))
        with self.nights.locked(night_id) as night:
            outcome = self._judged(night, command, sender)
        if isinstance(outcome, Recorded) and outcome.new:
            self.pubsub.publish(night_id)
        return outcome

    def enter(self, night_id: str, command: Command, sender: Sender) -> int:
        """Handles a command that nothing contradicts and about which nobody is asked; returns its newest entry."""
        outcome = self.handle(night_id, command, sender)
        assert isinstance(outcome, Recorded | AlreadyIn)
        return outcome.seq

    def _judged(self, night: LoadedNight, command: Command, sender: Sender) -> Outcome:
        for _ in range(TRIES):
            if (seq := night.recorded(sender.device, command.key, command.digest)) is not None:
                return Recorded(seq, new=False)
            found = verdict(command, sender, night)
            if not isinstance(found, Enter):
                return found
            if self._append(night, found.candidates, command, sender):
                return Recorded(night.log.seq)
        raise DatabaseUnavailable("Too many taps at once. Nothing is lost: try again.")

    def _append(self, night: LoadedNight, candidates: Sequence[Candidate], command: Command, sender: Sender) -> bool:
        """Appends the entries. If another process wrote first, the night gets its entries instead: False."""
        key = command.key and f"{command.key}{DIGEST}{command.digest}".removesuffix(DIGEST)
        rows = [row(night.night_id, each.entry, sender.device) for each in candidates[:-1]]
        rows.append(row(night.night_id, candidates[-1].entry, sender.device, key))  # the last has the tap's key
        try:
            event_store.append(self.database, *rows)
        except event_store.Raced:
            night.refresh(self.database, event_store.version(self.database, night.night_id))
            return False
        night.adopt(candidates, rows)
        return True

    def take_note(self, night_id: str, entry: int, note: str) -> None:
        """Keeps a note about the game or the order of seats that began with this entry, beside the log."""
        proposals.take_note(self.database, night_id, entry, note)
        self.nights.members_changed(night_id)
