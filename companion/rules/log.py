"""The log of a night and what follows from it: entries as written, those that count, their charges, and the night."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from .corrections import Correction, Marks, check_target, marks, read_correction
from .events import EVENTS, EntryChanged, EntryUndone, Event, NightClosed, PlayerJoined
from .events import Entry as Entry
from .fines import Charge
from .fold import check, evolve
from .night import Night
from .refused import Refused
from .tally import Tally

CHECKPOINT_EVERY = 50
LONG = 500  # entries; a shorter log is gone through faster than it is handed to another thread


class InTheWay(Refused):
    """A later entry could not stand after an undo or a change; `entry` is its seq."""

    def __init__(self, entry: int, why: str, public: str | None = None) -> None:
        super().__init__(why, public)
        self.entry = entry


class Line(msgspec.Struct, frozen=True):
    """One entry as written, the event it counts as (None: undone, or itself an undo or change), and what it charged."""

    entry: Entry
    counts: Event | None = None
    charges: tuple[Charge, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """What the log would be after one more entry: `lines` take the place of all from index `start` on."""

    entry: Entry
    night: Night
    start: int
    lines: list[Line]
    checkpoints: dict[int, Night]
    corrections: tuple[Correction, ...]
    marks: Marks


class Log:
    """An append-only log: `propose` changes nothing and may refuse, `adopt` makes a written proposal true.

    `turns` is odd while it changes, and another number afterwards, for whoever reads it in another thread.
    """

    def __init__(self) -> None:
        self.turns = 0
        self.lines: list[Line] = []
        self.night = Night()
        self.before = Night()
        self.marks = Marks({}, {})
        self.corrections: tuple[Correction, ...] = ()
        self.tally = Tally()
        self._checkpoints: dict[int, Night] = {0: Night()}

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 for an empty log."""
        return len(self.lines)

    def copy(self) -> Log:
        """The log as it stands, which later entries do not change; taken again where one came meanwhile."""
        while True:
            turns, found = self.turns, Log()
            found.lines, found.night, found.before = self.lines[:], self.night, self.before
            found.marks, found.corrections, found.tally = self.marks, self.corrections, self.tally.copy()
            found._checkpoints = dict(self._checkpoints)
            if turns == self.turns and turns % 2 == 0:
                found.turns = turns
                return found

    def line(self, seq: int) -> Line:
        """The line of an entry by its number; raises LookupError where there is no such entry.

        Numbers are places, counted from 1 and without a gap: whoever writes takes the next one, a file that leaves one
        out is refused (night format), and no entry is ever taken away: an undo is one more, erasing rewrites in place.
        """
        if not 0 < seq <= self.seq:
            raise LookupError(f"there is no entry {seq}")
        return self.lines[seq - 1]

    def propose(self, entry: Entry, checked: bool = False) -> Proposal:
        """The log with one more entry; raises Refused where it cannot stand, unless it was `checked` before."""
        if isinstance(entry.event, EntryUndone | EntryChanged):
            return self._corrected(entry, checked)
        if not checked:
            check(self.night, entry)
        night, charges = evolve(self.night, entry)
        line = Line(entry, entry.event, charges)
        kept = {entry.seq: night} if entry.seq % CHECKPOINT_EVERY == 0 else {}
        return Proposal(entry, night, self.seq, [line], kept, self.corrections, self.marks)

    def adopt(self, proposal: Proposal) -> None:
        """Makes the proposal the log; `before` is the night as it stood until now."""
        self.turns += 1
        self.before, self.night = self.night, proposal.night
        self._replace(proposal.start, proposal.lines)
        self.marks, self.corrections = proposal.marks, proposal.corrections
        if proposal.start < proposal.entry.seq - 1:
            for seq in [seq for seq in self._checkpoints if seq > proposal.start]:
                del self._checkpoints[seq]
        self._checkpoints.update(proposal.checkpoints)
        self.turns += 1

    def after(self, proposal: Proposal) -> Log:
        """What the log would be if the proposal were adopted, to be read; this one stays as it is."""
        after = Log()
        after.lines = [*self.lines[: proposal.start], *proposal.lines]
        after.night, after.marks, after.corrections = proposal.night, proposal.marks, proposal.corrections
        return after

    def begin(self, entries: Sequence[Entry], corrections: tuple[Correction, ...]) -> None:
        """Makes checked entries, and what their undos and changes say, the log of an empty one.

        Each is counted once, as it counts in the end, however often the entries before it were corrected.
        """
        self.marks, self.corrections = marks(corrections), corrections
        self.lines = [Line(entry) for entry in entries]
        self.night, lines, kept = self._refolded(entries[-1], 1, self.marks, checked=True)
        self.lines = []
        self._replace(0, lines)
        self._checkpoints.update(kept)

    def _replace(self, start: int, lines: list[Line]) -> None:
        for line in reversed(self.lines[start:]):
            self.tally.take_back(line.charges)
        self.lines[start:] = lines
        for line in lines:
            self.tally.add(line.charges)

    def filled_by(self, event: Event) -> Line | None:
        """The newest line that fills the slot of this event; a slot of a game is that of the game that is on."""
        place = event.place()
        since = self.night.game.started if self.night.game and event.type not in EVENTS else 0
        for line in reversed(self.lines[since:]):
            if line.counts is not None and line.counts.place() == place:
                return line
        return None

    def _corrected(self, entry: Entry, checked: bool) -> Proposal:
        if not checked:
            self._check_correction(self.night, entry, self.marks.undone)
        correction = read_correction(entry, [line.entry for line in self.lines])
        corrections = (*self.corrections, correction)
        new = marks(corrections)
        if 1 in new.undone:
            self._refuse_unopened(entry)
        first = min(self.marks.differ(new), default=entry.seq)
        night, lines, kept = self._refolded(entry, first, new, checked)
        return Proposal(entry, night, first - 1, [*lines, Line(entry)], kept, corrections, new)

    def _check_correction(self, night: Night, entry: Entry, undone: Collection[int], again: bool = False) -> None:
        event = entry.event
        assert isinstance(event, EntryUndone | EntryChanged)
        if entry.by is not None and entry.by not in night.players and not (again and self._takes_back_own(entry)):
            raise Refused(f"{entry.by} has not joined this night")
        if event.entry >= entry.seq:
            raise Refused(f"there is no entry {event.entry} yet")
        target = self.line(event.entry).entry.event
        reopens = isinstance(self._plain(target) if again else target, NightClosed)
        if night.closed and not (reopens and isinstance(event, EntryUndone)):
            raise Refused("the night is closed")
        check_target(event, target, event.entry in undone)

    def _plain(self, event: Event) -> Event:
        """What an undo, or an undo of an undo, is about in the end."""
        while isinstance(event, EntryUndone | EntryChanged):
            event = self.line(event.entry).entry.event
        return event

    def _takes_back_own(self, entry: Entry) -> bool:
        """Whether it is about the joining of whoever it is by: they had joined when they took it back."""
        about = self._plain(entry.event)
        return isinstance(about, PlayerJoined) and about.player == entry.by

    def _refuse_unopened(self, entry: Entry) -> None:
        why = "without night.opened there is no night"
        raise Refused(why) if self.seq == 1 else InTheWay(2, f"{why} {_after(entry)}")

    def _refolded(
        self, cause: Entry, first: int, new: Marks, checked: bool
    ) -> tuple[Night, list[Line], dict[int, Night]]:
        night = self.night_after(first - 1)
        undone = {target for target, undoer in new.undone.items() if undoer < first}
        lines: list[Line] = []
        kept: dict[int, Night] = {}
        for was in [line.entry for line in self.lines[first - 1 :]]:
            event = new.counting(was)
            counted = was if event is None or event is was.event else replace(was, event=event)
            charges: tuple[Charge, ...] = ()
            if not checked and was.seq not in new.undone:
                self._check_again(night, counted, undone, cause)
            if event is not None:
                night, charges = evolve(night, counted)
            elif isinstance(was.event, EntryUndone) and was.seq not in new.undone:
                undone.add(was.event.entry)
            lines.append(Line(was, event, charges))
            if was.seq % CHECKPOINT_EVERY == 0:
                kept[was.seq] = night
        return night, lines, kept

    def _check_again(self, night: Night, entry: Entry, undone: set[int], cause: Entry) -> None:
        """A later entry that can no longer stand is in the way; the one changed is the change's own fault."""
        try:
            if isinstance(entry.event, EntryUndone | EntryChanged):
                self._check_correction(night, entry, undone, again=True)
            else:
                check(night, entry, again=True)
        except Refused as why:
            if isinstance(cause.event, EntryChanged) and cause.event.entry == entry.seq:
                raise
            raise InTheWay(entry.seq, f"{why} {_after(cause)}", f"{why.public} {_after(cause)}") from None

    def night_after(self, seq: int) -> Night:
        """The night as it stood after an entry, counted as the log counts now; 0 is before the first."""
        start = max(kept for kept in self._checkpoints if kept <= seq)
        night = self._checkpoints[start]
        for line in self.lines[start:seq]:
            if line.counts is not None:
                night, _ = evolve(night, Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by))
        return night


def _after(entry: Entry) -> str:
    return f"(after the {'undo' if isinstance(entry.event, EntryUndone) else 'change'} in event {entry.seq})"


def differences(before: Night, after: Night) -> dict[str, int]:
    """By how much what each player was charged differs between two nights; those without a difference are left out."""
    charged = {player: after.players[player].charged for player in after.players}
    for player in before.players:
        charged[player] = charged.get(player, 0) - before.players[player].charged
    return {player: difference for player, difference in charged.items() if difference}
