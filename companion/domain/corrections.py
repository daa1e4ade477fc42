"""Undo and change: entries that correct others, and which entries count (docs/night-format.md#undo-and-change)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from .events import Correcting, Entry, EntryChanged, Event
from .refused import Refused, in_words


class Correction(msgspec.Struct, frozen=True):
    """An undo or a change: its own entry, the seq of its target, and for a change the event that replaces it."""

    entry: Entry
    target: int
    event: Event | None = None

    @property
    def undoes(self) -> bool:
        """Whether this is an undo and not a change."""
        return self.event is None


class Marks(NamedTuple):
    """By seq: the undone entries with the seq of the undo, and the changed entries with their new event."""

    undone: dict[int, int]
    changed: dict[int, Event]

    def counting(self, entry: Entry) -> Event | None:
        """The event that the entry counts as. An undone entry counts as none, and neither does an undo or a change."""
        if entry.seq in self.undone or isinstance(entry.event, Correcting):
            return None
        return self.changed.get(entry.seq, entry.event)

    def differences(self, other: Marks) -> set[int]:
        """The seqs of the entries that count differently under the other marks."""
        undone = {seq for seq, _ in self.undone.items() ^ other.undone.items()}
        changed = {*self.changed, *other.changed}
        return undone.union(seq for seq in changed if self.changed.get(seq) != other.changed.get(seq))


def marks(corrections: Sequence[Correction]) -> Marks:
    """The marks that all corrections together make: a later undo can undo an earlier one; the last change counts."""
    undone: dict[int, int] = {}
    for correction in reversed(corrections):
        if correction.undoes and correction.entry.seq not in undone:
            undone[correction.target] = correction.entry.seq
    changed = {one.target: one.event for one in corrections if one.event is not None and one.entry.seq not in undone}
    return Marks(undone, changed)


def root(entry: Entry, entry_at: Callable[[int], Entry]) -> Entry:
    """The entry that an undo or a change is about in the end. Any other entry is about itself."""
    while isinstance(entry.event, Correcting):
        entry = entry_at(entry.event.entry)
    return entry


def check_change(event: EntryChanged, target: Event) -> None:
    """Refuses to change an undo or a change, and to change an entry into one of another type or place."""
    if isinstance(target, Correcting):
        raise Refused("an undo or a change can be undone, not changed")
    if event.event.get("type") != target.type:
        raise Refused(f"a change keeps the type: entry {event.entry} is {target.type}")
    if _read_alike(event.event, target).place() != target.place():
        raise Refused("a change keeps what the entry is about: its place in the game and its player")


def _read_alike(raw: dict[str, object], target: Event) -> Event:
    try:
        return msgspec.convert(raw, type(target))
    except msgspec.ValidationError as wrong:
        raise Refused(in_words(str(wrong))) from None


def read_correction(entry: Entry, target: Entry) -> Correction:
    """The correction that a checked undo or change makes to its target."""
    event = entry.event
    assert isinstance(event, Correcting)
    new = _read_alike(event.event, target.event) if isinstance(event, EntryChanged) else None
    return Correction(entry, event.entry, new)
