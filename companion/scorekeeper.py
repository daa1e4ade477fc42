"""The scorekeeper: a proposed event is checked, written to the disk, and only then rung out to the phones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from .memory import Memory
from .native import aside
from .rules.capacity import check_capacity
from .rules.events import Entry, EntryChanged, EntryUndone, Event
from .rules.loading import stored
from .rules.log import LONG, Line, Log, Proposal
from .rules.refused import Filled, Refused
from .sitting import SAID, Sitting
from .sitting import Tap as Tap
from .store import errors, event_store, members
from .store.errors import DatabaseUnavailable
from .store.moment import ago, instant, seconds_since

SAME_ONE = 10.0  # seconds
RECENT = 200  # lines
TRIES = 20
PAINTED = re.compile(r"s[0-9-]+(?:deal)?")


class Entered(NamedTuple):
    """The entry that stands for a tap; `before` says that it stood already."""

    seq: int
    before: bool = False


class Conflict(Refused):
    """The slot is filled with something else: `line` is what stands, `event` what was proposed."""

    def __init__(self, line: Line, event: Event, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.event = event


class Doubt(Refused):
    """Another phone said the same about the same player a moment ago; `line` is that entry."""

    def __init__(self, line: Line) -> None:
        super().__init__("Another phone has just entered the same. Is it the same one?")
        self.line = line


class Scorekeeper(Memory):
    """Keeps the logs of all nights in use; nights are independent, and the taps of one night wait for each other."""

    def door_changed(self, night_id: str) -> None:
        """Reads the phones of a night again and tells them all."""
        if not self._alone:
            self.sitting(night_id)
            self.catch_up(night_id)
            return self._bell.publish(night_id)
        sitting, phones = self.sitting(night_id), members.phones(self._disk, night_id)
        with sitting.lock:  # of two changes at once the later one stays, in whatever order they were read
            if sitting.phones is None or sitting.phones.door < phones.door:
                sitting.phones = phones
        return self._bell.publish(night_id)

    def whispered(self, night_id: str) -> None:
        """Reads anew what players keep to themselves; no bell rings, so that no other phone stirs."""
        sitting = self.sitting(night_id)
        with sitting.lock:  # what is read later is put down later
            sitting.phones = members.phones(self._disk, night_id)

    def look(self, night_id: str) -> None:
        """Reads what other processes wrote before somebody is shown a night; costs nothing where there is one process.

        Raises `UnknownNight` for one that was deleted; while the database is away the night is shown as it was.
        """
        if not self._alone:
            with suppress(DatabaseUnavailable):
                self.catch_up(night_id)

    def catch_up(self, night_id: str) -> None:
        """Reads what others wrote in a night in memory, and rings it here; what was only whispered is not rung.

        Where the database has lost what this process remembers, by a failover or a backup put back, it is right.
        """
        sitting = self._sittings.get(night_id)
        if sitting is None:
            return
        standing = event_store.standing(self._disk, night_id)
        if standing is None:
            raise errors.UnknownNight(night_id)
        if not sitting.differs(standing):
            return
        with sitting.lock:
            before = sitting.version
            if standing.seq < sitting.log.seq:  # or this very process was just writing
                standing = event_store.standing(self._disk, night_id) or standing
            if sitting.differs(standing):
                sitting.refresh(self._disk, standing)
            is_new = sitting.version != before
        if is_new:
            self._bell.publish_here(night_id)

    def is_behind(self, night_id: str, standing: event_store.Standing) -> bool:
        """Whether a night in memory is older than it stands on the disk."""
        sitting = self._sittings.get(night_id)
        return sitting is not None and sitting.is_behind(standing)

    def enter(self, night_id: str, propose: Callable[[Log], Event], tap: Tap) -> Entered:
        """Writes the event that `propose` makes of the log as it stands, and rings.

        Raises Refused, Conflict where a slot holds something else, Doubt where another phone may have said the same.
        The same tap, or the same content of a slot, counts once.
        """
        with self.held(night_id) as sitting:
            entered = self._entered(sitting, propose, tap)
        if not entered.before:
            self._bell.publish(night_id)
        return entered

    def _entered(self, sitting: Sitting, propose: Callable[[Log], Event], tap: Tap) -> Entered:
        for _ in range(TRIES):
            # The log has gone on since: what it would make of the same words now may be refused, or something else.
            if tap.said and (done := sitting.tapped(_named(tap))):
                return Entered(done, before=True)
            event = propose(sitting.log)
            text = stored(event)
            keyed = _named(tap, text)
            if done := sitting.tapped(keyed, text):
                return Entered(done, before=True)
            if not tap.again and (echo := _echo(sitting, event, tap)):
                raise Doubt(echo)
            try:
                return self._written(sitting, event, text, keyed)
            except Filled as filled:
                return Entered(_same(sitting.log, event, filled), before=True)
            except (event_store.Raced, event_store.Repeated):  # another process wrote; what it wrote decides
                sitting.refresh(self._disk, event_store.standing(self._disk, sitting.night_id))
        raise Refused("Too many phones at once. Tap again.")

    def _written(self, sitting: Sitting, event: Event, text: str, tap: Tap) -> Entered:
        seq, at = sitting.log.seq + 1, instant()
        proposal = proposed(sitting.log, Entry(seq, event, at, tap.by))
        check_capacity(sitting.log, proposal)
        key = f"{tap.key}{SAID}{tap.said}" if tap.key and tap.said else tap.key
        new = event_store.NewEntry(sitting.night_id, seq, at, tap.by, tap.device, key, text)
        event_store.append(self._disk, new, sitting.rewritten)
        sitting.log.adopt(proposal)
        sitting.remember(seq, tap.device, key, text)
        return Entered(seq)


def proposed(log: Log, entry: Entry) -> Proposal:
    """The log with one more entry; what an undo or a change makes of a long one is counted beside the main thread.

    For whoever holds the night: until then nobody adds to its log.
    """
    corrects = isinstance(entry.event, EntryUndone | EntryChanged)
    return aside(log.propose, entry) if corrects and log.seq >= LONG else log.propose(entry)


def _named(tap: Tap, text: str = "") -> Tap:
    """Paper without script carries the seq it was painted at (`s12`): the same paper with the same words is one tap."""
    if tap.key is None or not PAINTED.fullmatch(tap.key):
        return tap
    return tap._replace(key=f"{tap.key}-{tap.said or hashlib.sha256(text.encode()).hexdigest()[:24]}")


def _same(log: Log, event: Event, filled: Filled) -> int:
    """The entry that already says the same in this slot; raises Conflict where it says something else."""
    line = log.filled_by(event)
    if line is None or line.counts is None:
        raise filled
    if line.counts.same_as(event):
        return line.entry.seq
    raise Conflict(line, event, str(filled)) from None


def _echo(sitting: Sitting, event: Event, tap: Tap) -> Line | None:
    """A line of the seconds around the tap, from another phone, that says the same about the same player."""
    if event.is_slotted or not hasattr(event, "player"):
        return None
    since = ago(SAME_ONE + tap.waited)
    for place in range(len(sitting.log.lines) - 1, max(-1, len(sitting.log.lines) - RECENT - 1), -1):
        line = sitting.log.lines[place]
        if line.entry.at is None or line.entry.at < since:  # as texts: to read each as a time takes ten times as long
            return None
        if sitting.senders[place] != tap.device and line.counts == event:
            return line if seconds_since(line.entry.at) <= SAME_ONE + tap.waited else None
    return None
