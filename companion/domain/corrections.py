"""Undo and change: entries about entries, and which of them count (docs/night-format.md#undo-and-change)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import msgspec

from .events import Entry, EntryChanged, EntryUndone, Event, NightClosed, PlayerJoined
from .refused import Refused, in_words

T = TypeVar("T")


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

    def copy(self) -> Marks:
        """The same, to be changed."""
        return Marks(dict(self.undone), dict(self.changed))

    def turn(self, correction: Correction, counts: bool, others: Sequence[Correction]) -> None:
        """One correction begins or ceases to count, beside the others of the same entry."""
        seq, target = correction.entry.seq, correction.target
        rest = (one for one in others if one is not correction and one.entry.seq not in self.undone)
        if not correction.undoes:
            now = self.changed.get(target)
            if counts:
                _put(self.changed, target, correction if now is None or now.entry.seq < seq else now)
            elif now is correction:
                changes = [one for one in rest if not one.undoes]
                _put(self.changed, target, changes[-1] if changes else None)
        elif counts:
            self.undone[target] = min(seq, self.undone.get(target, seq))
        elif self.undone.get(target) == seq:
            _put(self.undone, target, next((one.entry.seq for one in rest if one.undoes), None))


def _put(kept: dict[int, T], target: int, value: T | None) -> None:
    if value is None:
        kept.pop(target, None)
    else:
        kept[target] = value


class Flips(NamedTuple):
    """How all corrections stand after one more, and the entries that then count otherwise, the newest first."""

    marks: Marks
    entries: list[int]


class Corrections:
    """All undos and changes of a log in order, and what they make of it: kept as they come, not counted anew."""

    def __init__(self, all: Sequence[Correction] = ()) -> None:
        self.all: list[Correction] = []
        self._of: dict[int, Correction] = {}  # the correction that an entry is
        self._about: dict[int, list[Correction]] = {}  # those of an entry
        self._roots: dict[int, int] = {}  # what a correction is about in the end
        self._marks = marks(all)
        self._run: list[Correction] = []  # undos, each of the entry just before it, that are not in the marks yet
        for correction in all:
            self._list(correction)
        self._known = len(self.all), self._marks  # how so many of them stand

    def copy(self) -> Corrections:
        """The same, which later ones do not change."""
        found = Corrections()
        found.all, found._of, found._roots = self.all[:], dict(self._of), dict(self._roots)
        found._about = {entry: some[:] for entry, some in dict(self._about).items()}
        found._marks, found._run, found._known = self._marks, self._run[:], self._known
        return found

    @property
    def marks(self) -> Marks:
        """What they make of the log. In a run of undos, each of the entry before it, every second takes one back."""
        count = len(self.all)
        if self._known[0] != count:
            self._known = count, self._after_run() if self._run else self._marks
        return self._known[1]

    def _after_run(self) -> Marks:
        run = tuple(self._run)
        new = self._after(run[0], self._marks).marks if len(run) % 2 else self._marks.copy()
        for place in range(len(run) - 2, -1, -2):
            new.undone[run[place].entry.seq] = run[place + 1].entry.seq
        return new

    def after(self, newest: Correction) -> Flips:
        """How they stand with one more."""
        return self._after(newest, self.marks)

    def asked(self, flips: Flips, cause: Entry, root: Entry) -> set[int]:
        """The corrections that might stand no more: those that count again, and others of what they undo.

        Whether the night is open, and who is at it, is another question only where somebody's joining or its end was.
        """
        first, undone = min(flips.entries, default=cause.seq), flips.marks.undone
        if isinstance(root.event, PlayerJoined | NightClosed | EntryUndone | EntryChanged):
            return {one.entry.seq for one in self.all if one.entry.seq >= first}
        again = {seq for seq in flips.entries if seq not in undone}
        for seq in flips.entries:
            if undone.get(seq, cause.seq) != cause.seq:
                again.update(one.entry.seq for one in self.about(seq))
        return again

    def add(self, newest: Correction, new: Marks | None) -> None:
        """Adds one, with how they stand then; None where it undoes the entry just before it."""
        if new is not None:
            self._marks, self._run = new, []
        elif self._run and self._run[-1].entry.seq == newest.target:
            self._run.append(newest)
        else:
            self._marks, self._run = self.marks, [newest]
        self._list(newest)

    def about(self, entry: int) -> Sequence[Correction]:
        """The corrections of an entry."""
        return self._about.get(entry, ())

    def root(self, entry: int) -> int:
        """What an undo, or an undo of an undo, is about in the end; any other entry is about itself."""
        return self._roots.get(entry, entry)

    def _list(self, correction: Correction) -> None:
        self.all.append(correction)
        self._of[correction.entry.seq] = correction
        self._about.setdefault(correction.target, []).append(correction)
        self._roots[correction.entry.seq] = self.root(correction.target)

    def _after(self, newest: Correction, before: Marks) -> Flips:
        new, flipped = before.copy(), list[int]()
        correction, counts = newest, True
        while True:
            target = correction.target
            was = new.undone.get(target)
            new.turn(correction, counts, self.about(target))
            now = new.undone.get(target)
            if correction.undoes and now == was:
                return Flips(new, flipped)
            flipped.append(target)
            if not correction.undoes or (now is None) == (was is None) or target not in self._of:
                return Flips(new, flipped)
            correction, counts = self._of[target], now is None


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


def read_correction(entry: Entry, target: Entry) -> Correction:
    """The correction that a checked entry makes to the one it is about."""
    event = entry.event
    if isinstance(event, EntryChanged):
        return Correction(entry, event.entry, _read_alike(event.event, target.event))
    assert isinstance(event, EntryUndone)
    return Correction(entry, event.entry)
