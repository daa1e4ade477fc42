"""The command handler: what one tap proposes is authorised, validated, appended to the log, and published."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..domain.event_log import LONG, Line, Log, Proposal
from ..domain.events import Entry, EntryChanged, EntryUndone, Event
from ..domain.limits import check_capacity
from ..domain.refused import Filled, Refused
from ..realtime.pubsub import PubSub
from ..storage import event_store, votes_and_proposals
from ..storage.clock import ago, instant, seconds_since
from ..storage.database import Database
from ..system.native_threads import aside
from . import votes
from .authorization import Sender, authorise, check_acting
from .checks import check_new, check_not_hidden_again
from .night_cache import DIGEST, LoadedNight, NightCache, row

SAME_ONE = 10.0  # seconds in which two phones may mean one and the same event
RECENT = 200  # lines
TRIES = 20


class Command(NamedTuple):
    """What a tap proposes: the events made of the night as it stands, and how the tap is known again.

    `digest` is of the fields that the phone sent: the same when the tap is sent again. `again`: the player knows of an
    equal entry, and it happened once more. `waited` is how many seconds the tap was in the phone's outbox, `in_game` on
    which game's page it was made, `asked` which question it answers, and `fields` the names of its form's fields.
    """

    events: Callable[[LoadedNight], Sequence[Event]]
    key: str | None = None
    digest: str = ""
    again: bool = False
    waited: float = 0.0
    in_game: str = ""
    asked: str = ""
    fields: Collection[str] = ()


class Recorded(NamedTuple):
    """The entry that a tap has become; `before`: it was recorded already."""

    seq: int
    before: bool = False


class Conflict(Refused):
    """The slot is filled with something else: `line` is what is recorded, `event` what was proposed."""

    def __init__(self, line: Line, event: Event, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.event = event


class PossibleDuplicate(Refused):
    """Another phone entered the same about the same player a moment ago; `line` is that entry."""

    def __init__(self, line: Line) -> None:
        super().__init__("Another phone has just entered the same. Is it the same one?")
        self.line = line


class CommandHandler:
    """The one way into the log of a night: nights are independent, and the taps of one night wait for each other."""

    def __init__(self, nights: NightCache, database: Database, pubsub: PubSub) -> None:
        self.nights = nights
        self.database = database
        self.pubsub = pubsub

    def handle(self, night_id: str, command: Command, sender: Sender) -> Recorded:
        """Authorises, validates and appends all events of a command or none, then publishes; one key counts once.

        Raises Refused, Conflict where a slot holds something else, PossibleDuplicate where another phone has just
        entered the same. The same content of a slot counts once.
        """
        with self.nights.locked(night_id) as night:
            recorded = self._record(night, command, sender)
        if not recorded.before:
            self.pubsub.publish(night_id)
        if sender.seat is not None:
            self.conclude_votes(night_id, sender.acting)
        return recorded

    def _record(self, night: LoadedNight, command: Command, sender: Sender) -> Recorded:
        for _ in range(TRIES):
            if (seq := night.recorded(sender.device, command.key, command.digest)) is not None:
                return Recorded(seq, before=True)
            if sender.seat is not None and sender.acting is not None:
                check_acting(sender.acting, sender.seat, night)
            events = command.events(night)
            for event in events:
                authorise(event, sender, night, command.fields)
                if sender.seat is not None:
                    check_new(event, night, command.in_game, command.asked)
                if not command.again:
                    _check_not_twice(night, event, command, sender)
            proposals, standing = _validated(night.log, events, sender)
            if sender.seat is not None:
                for proposal in proposals:
                    check_not_hidden_again(proposal, sender.seat, night)
            if not proposals:
                return Recorded(standing, before=True)
            key = command.key and f"{command.key}{DIGEST}{command.digest}".removesuffix(DIGEST)
            rows = [row(night.night_id, each.entry, sender.device) for each in proposals[:-1]]
            rows.append(row(night.night_id, proposals[-1].entry, sender.device, key))  # the last has the tap's key
            try:
                event_store.append(self.database, *rows, rewritten=night.phones.rewritten)
            except event_store.Raced:  # another process wrote; what it wrote decides
                night.refresh(self.database, event_store.version(self.database, night.night_id))
                continue
            night.adopt(proposals, rows)
            return Recorded(night.log.seq)
        raise Refused("Too many phones at once. Tap again.")

    def conclude_votes(self, night_id: str, by: str | None) -> None:
        """Records what the table has decided by now and closes those votes; `by` voted last, or changed who votes."""
        for motion in list(votes.motions(self.nights.loaded(night_id))):
            if motion.closed or motion.verdict is None:
                continue
            if motion.verdict:
                outcome = Command(lambda night, entry=motion.entry: votes.outcome(night, entry), again=True)  # type: ignore[misc]
                with suppress(Refused):  # another phone was quicker, or somebody has thought better of it
                    self.handle(night_id, outcome, Sender(by))
            votes_and_proposals.cast(self.database, night_id, motion.entry, votes.TABLE, motion.verdict)
            self.nights.members_changed(night_id)


def _validated(log: Log, events: Sequence[Event], sender: Sender) -> tuple[list[Proposal], int]:
    """The proposals that these events make, one after another, and the entry that already records the same."""
    proposals: list[Proposal] = []
    standing, at = log.seq, instant()
    for event in events:
        entry = Entry(log.seq + len(proposals) + 1, event, at, sender.acting)
        try:
            if isinstance(event, EntryUndone | EntryChanged) and log.seq >= LONG:
                proposal = aside(log.propose, entry)  # a long log is counted again beside the main thread
            else:
                proposal = log.propose(entry, after=proposals[-1] if proposals else None)
        except Filled as filled:
            standing = _same(log, event, filled)
            continue
        check_capacity(log, proposal)
        proposals.append(proposal)
    return proposals, standing


def _same(log: Log, event: Event, filled: Filled) -> int:
    """The entry that already fills this slot with the same; raises Conflict where it is something else."""
    line = log.filled_by(event)
    if line is None or line.counts is None:
        raise filled
    if line.counts.same_as(event):
        return line.entry.seq
    raise Conflict(line, event, str(filled)) from None


def _check_not_twice(night: LoadedNight, event: Event, command: Command, sender: Sender) -> None:
    """Raises PossibleDuplicate where another phone has just entered the same about the same player."""
    if event.is_slotted or not hasattr(event, "player"):
        return
    since, lines = ago(SAME_ONE + command.waited), night.log.lines
    for place in range(len(lines) - 1, max(-1, len(lines) - RECENT - 1), -1):
        line = lines[place]
        if line.entry.at is None or line.entry.at < since:  # as texts: to read each as a time takes ten times as long
            return
        if night.senders[place] != sender.device and line.counts == event:
            if seconds_since(line.entry.at) <= SAME_ONE + command.waited:
                raise PossibleDuplicate(line)
            return
