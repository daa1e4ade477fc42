"""The scorekeeper: a proposed event is checked, written to the disk, and only then rung out to the phones."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from .bell import Bell
from .rules.events import Entry, Event
from .rules.loading import Row, extend, stored
from .rules.log import Line, Log
from .rules.refused import Filled, Refused
from .store import door, ledger
from .store.disk import Disk

SAME_ONE = 10.0
TRIES = 20
PAINTED = re.compile(r"s[0-9-]+(?:deal)?")
SAID = "."  # stands between a tap's key and its words in the log; no phone makes a key with it


class Tap(NamedTuple):
    """Who proposes: the player it counts as, the device that sent it, the key of the tap, and "yes, once more".

    `said` is a digest of what the phone sent: unlike the event made of it, it is the same when it is sent again.
    """

    by: str | None
    device: int | None = None
    key: str | None = None
    again: bool = False
    said: str | None = None


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


class Sitting:
    """One night in memory: its log, who sent each entry, and the phones at the table."""

    def __init__(self, night_id: str) -> None:
        self.night_id = night_id
        self.lock = Lock()
        self.log = Log()
        self.phones: door.Phones | None = None
        self.senders: list[int | None] = []
        self._keys: dict[tuple[int | None, str], tuple[int, str, str]] = {}

    def take(self, rows: list[ledger.Written]) -> None:
        """Adds rows that were written before, here or by another process."""
        extend(self.log, [Row(row.seq, row.at, row.by, row.event) for row in rows])
        for row in rows:
            self.remember(row.seq, row.device_id, row.key, row.event)

    def remember(self, seq: int, device: int | None, key: str | None, event: str) -> None:
        """Keeps who sent an entry and by which tap."""
        self.senders.append(device)
        if key is not None:
            name, _, said = key.partition(SAID)
            self._keys[device, name] = (seq, said, event)

    def tapped(self, tap: Tap, event: str | None = None) -> int | None:
        """The entry this tap has already made; refuses a key that stood for something else.

        What the phone said decides; where that was not kept, the event that was made of it.
        """
        if tap.key is None or (tap.device, tap.key) not in self._keys:
            return None
        seq, said, made = self._keys[tap.device, tap.key]
        by_words = bool(said and tap.said)
        if not by_words and event is None:
            return None
        if said != tap.said if by_words else made != event:
            raise Refused("This tap was already counted for something else. Tap again.")
        return seq


class Scorekeeper:
    """Keeps the logs of all nights in use; nights are independent, and the taps of one night wait for each other."""

    def __init__(self, disk: Disk, bell: Bell) -> None:
        self._disk = disk
        self._bell = bell
        self._sittings: dict[str, Sitting] = {}
        self._lock = Lock()

    def sitting(self, night_id: str) -> Sitting:
        """The night in memory, read from the disk when it is first asked for."""
        found = self._sittings.get(night_id)
        if found is not None:
            return found
        fresh = Sitting(night_id)
        with fresh.lock:
            fresh.take(ledger.after(self._disk, night_id, 0))
            fresh.phones = door.phones(self._disk, night_id)
        with self._lock:
            return self._sittings.setdefault(night_id, fresh)

    def knows(self, night_id: str) -> bool:
        """Whether there is such a night."""
        return night_id in self._sittings or door.by_id(self._disk, night_id) is not None

    def night(self, night_id: str) -> Log:
        """The log of a night as it stands."""
        return self.sitting(night_id).log

    def phones(self, night_id: str) -> door.Phones:
        """Who may speak for which seat."""
        phones = self.sitting(night_id).phones
        assert phones is not None
        return phones

    def door_changed(self, night_id: str) -> None:
        """Reads the phones of a night again and tells them all."""
        sitting, phones = self.sitting(night_id), door.phones(self._disk, night_id)
        with sitting.lock:  # of two changes at once the later one stays, in whatever order they were read
            if sitting.phones is None or sitting.phones.door < phones.door:
                sitting.phones = phones
        self._bell.ring(night_id)

    def whispered(self, night_id: str) -> None:
        """Reads anew what players keep to themselves; no bell rings, so that no other phone stirs."""
        sitting = self.sitting(night_id)
        with sitting.lock:  # what is read later is put down later
            sitting.phones = door.phones(self._disk, night_id)

    def forget(self, night_id: str) -> None:
        """Drops a night from memory; it is read again when asked for."""
        with self._lock:
            self._sittings.pop(night_id, None)

    def enter(self, night_id: str, propose: Callable[[Log], Event], tap: Tap) -> Entered:
        """Writes the event that `propose` makes of the log as it stands, and rings.

        Raises Refused, Conflict where a slot holds something else, Doubt where another phone may have said the same.
        The same tap, or the same content of a slot, counts once.
        """
        sitting = self.sitting(night_id)
        with sitting.lock:
            entered = self._entered(sitting, propose, tap)
        if not entered.before:
            self._bell.ring(night_id)
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
            except (ledger.Raced, ledger.Repeated):  # another process wrote; what it wrote decides
                sitting.take(ledger.after(self._disk, sitting.night_id, sitting.log.seq))
        raise Refused("Too many phones at once. Tap again.")

    def _written(self, sitting: Sitting, event: Event, text: str, tap: Tap) -> Entered:
        seq, at = sitting.log.seq + 1, now()
        proposal = sitting.log.propose(Entry(seq, event, at, tap.by))
        key = f"{tap.key}{SAID}{tap.said}" if tap.key and tap.said else tap.key
        new = ledger.NewEntry(sitting.night_id, seq, at, tap.by, tap.device, key, text)
        ledger.append(self._disk, new)
        sitting.log.adopt(proposal)
        sitting.remember(seq, tap.device, key, text)
        return Entered(seq)


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
    """A line of the last seconds, from another phone, that says the same about the same player."""
    if event.is_slotted or not hasattr(event, "player"):
        return None
    for line, sender in zip(reversed(sitting.log.lines[-20:]), reversed(sitting.senders[-20:]), strict=True):
        if line.entry.at is None or seconds_since(line.entry.at) > SAME_ONE:
            return None
        if sender != tap.device and line.counts == event:
            return line
    return None


def now() -> str:
    """This instant as the night format writes it: UTC with milliseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_since(at: str) -> float:
    """How long ago an instant of the log is, in seconds."""
    return (datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(at)).total_seconds()
