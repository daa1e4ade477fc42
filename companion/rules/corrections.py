"""Undo and change: entries about entries, and which of them count (night format, Undo and change)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .complaints import in_words
from .events import Entry, EntryChanged, EntryUndone, Event
from .refused import Refused


class Correction(msgspec.Struct, frozen=True):
    """An undo or a change: the entry it is, the seq it is about, and for a change the event that one now counts as."""

    entry: Entry
    target: int
    event: Event | None = None

    @property
    def undoes(self) -> bool:
        """Whether it undoes rather than changes."""
        return self.event is None


class Marks(NamedTuple):
    """Which entries are undone (and by which), and which count as changed (and by what)."""

    undone: dict[int, int]
    changed: dict[int, Correction]

    def counting(self, entry: Entry) -> Event | None:
        """The event the entry counts as; None for one that is undone and for undos and changes themselves."""
        if entry.seq in self.undone or isinstance(entry.event, EntryUndone | EntryChanged):
            return None
        change = self.changed.get(entry.seq)
        return change.event if change else entry.event

    def differ(self, other: Marks) -> set[int]:
        """The entries that do not count alike under both."""
        undone = set(self.undone) ^ set(other.undone)
        changed = set(self.changed) | set(other.changed)
        return undone | {seq for seq in changed if self.changed.get(seq) is not other.changed.get(seq)}


def marks(corrections: Sequence[Correction]) -> Marks:
    """What all corrections together make of the log: a later undo may undo an earlier one; the last change counts."""
    undone: dict[int, int] = {}
    for correction in reversed(corrections):
        if correction.undoes and correction.entry.seq not in undone:
            undone[correction.target] = correction.entry.seq
    changed = {
        correction.target: correction
        for correction in corrections
        if not correction.undoes and correction.entry.seq not in undone
    }
    return Marks(undone, changed)


def check_target(event: EntryUndone | EntryChanged, target: Event, undone: bool) -> None:
    """Refuses a target that is undone already, and to change what is no plain entry or into something else."""
    if undone:
        raise Refused(f"entry {event.entry} is already undone")
    if isinstance(event, EntryUndone):
        return
    if isinstance(target, EntryUndone | EntryChanged):
        raise Refused("an undo or a change can be undone, but not changed")
    if event.event.get("type") != target.type:
        raise Refused(f"a change keeps the type: entry {event.entry} is {target.type}")
    if _read_alike(event.event, target).place() != target.place():
        raise Refused("a change keeps what the entry is about: its place in the game and its player")


def _read_alike(raw: dict[str, object], target: Event) -> Event:
    try:
        return msgspec.convert(raw, type(target))
    except msgspec.ValidationError as wrong:
        raise Refused(in_words(str(wrong))) from None


def read_correction(entry: Entry, entries: Sequence[Entry]) -> Correction:
    """The correction that a checked entry makes to the entries before it."""
    event = entry.event
    if isinstance(event, EntryChanged):
        return Correction(entry, event.entry, _read_alike(event.event, entries[event.entry - 1].event))
    assert isinstance(event, EntryUndone)
    return Correction(entry, event.entry)
