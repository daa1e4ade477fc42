"""Undo and change: entries about entries, and which of them count (docs/night-format.md#undo-and-change)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from .events import Entry, EntryChanged, EntryUndone, Event
from .refused import Refused, in_words


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
    changed: dict[int, Event]

    def counting(self, entry: Entry) -> Event | None:
        """The event the entry counts as; None for one that is undone and for undos and changes themselves."""
        if entry.seq in self.undone or isinstance(entry.event, EntryUndone | EntryChanged):
            return None
        return self.changed.get(entry.seq, entry.event)

    def differences(self, other: Marks) -> set[int]:
        """The entries that count otherwise than by the other marks."""
        undone = {seq for seq, _ in self.undone.items() ^ other.undone.items()}
        return undone.union(
            seq for seq in {*self.changed, *other.changed} if self.changed.get(seq) != other.changed.get(seq)
        )


def marks(corrections: Sequence[Correction]) -> Marks:
    """The marks that all corrections together make: a later undo can undo an earlier one; the last change counts."""
    undone: dict[int, int] = {}
    for correction in reversed(corrections):
        if correction.undoes and correction.entry.seq not in undone:
            undone[correction.target] = correction.entry.seq
    changed = {one.target: one.event for one in corrections if one.event is not None and one.entry.seq not in undone}
    return Marks(undone, changed)


def root(entry: Entry, entry_at: Callable[[int], Entry]) -> Event:
    """What an undo, or an undo of an undo, is about in the end; any other entry is about itself."""
    while isinstance(entry.event, EntryUndone | EntryChanged):
        entry = entry_at(entry.event.entry)
    return entry.event


def check_change(event: EntryChanged, target: Event) -> None:
    """Refuses to change an undo or a change, and to change an entry into one of another type or place."""
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


def read_correction(entry: Entry, target: Entry) -> Correction:
    """The correction that a checked entry makes to the one it is about."""
    event = entry.event
    if isinstance(event, EntryChanged):
        return Correction(entry, event.entry, _read_alike(event.event, target.event))
    assert isinstance(event, EntryUndone)
    return Correction(entry, event.entry)
