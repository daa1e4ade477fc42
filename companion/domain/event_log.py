"""The event log of a night: its entries as written, those that count, what they charged, and the night they make.

Rows out of a database are evolved and not checked again, so that a stricter version never locks an old night out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Union

import msgspec
from msgspec.structs import replace

from .corrections import Correction, Corrections, Flips, Marks, check_target, marks, read_correction
from .events import EVENTS, Entry, EntryChanged, EntryUndone, Event, GameStarted, NightClosed, PlayerJoined, written
from .fines import Charge
from .games import GAMES
from .house_rules.model import Happening
from .night import Night, Played
from .refused import Refused
from .transitions import check, evolve

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
    """What the log would be after one more entry: these lines, and after entry `start` these checkpoints.

    `correction` is the one it is, if any; it has no `marks` where it undoes the entry just before it.
    """

    entry: Entry
    night: Night
    start: int
    lines: dict[int, Line]
    checkpoints: dict[int, Night]
    correction: Correction | None = None
    marks: Marks | None = None


class Log:
    """An append-only log: `propose` changes nothing and may refuse, `adopt` makes a written proposal true.

    `turns` is odd while it changes, and another number afterwards, for whoever reads it in another thread.
    """

    def __init__(self) -> None:
        self.turns = 0
        self.lines: list[Line] = []
        self.night = Night()
        self.before = Night()
        self._corrections = Corrections()
        self._plain: list[int] = []  # the entries that are no corrections
        self._checkpoints: dict[int, Night] = {0: Night()}
        self._back: tuple[int, dict[int, Line], dict[int, Night]] | None = None  # what the newest entry replaced

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 for an empty log."""
        return len(self.lines)

    @property
    def marks(self) -> Marks:
        """Which entries are undone or changed."""
        return self._corrections.marks

    @property
    def corrections(self) -> Sequence[Correction]:
        """All undos and changes."""
        return self._corrections.all

    def copy(self) -> Log:
        """The log as it stands, which later entries do not change; taken again where one came meanwhile."""
        while True:
            turns, found = self.turns, Log()
            found.lines, found.night, found.before = self.lines[:], self.night, self.before
            found._corrections, found._plain = self._corrections.copy(), self._plain[:]
            found._checkpoints, found._back = dict(self._checkpoints), self._back
            if turns == self.turns and turns % 2 == 0:
                found.turns = turns
                return found

    def line(self, seq: int) -> Line:
        """The line of an entry by its number; raises LookupError where there is no such entry.

        Numbers are places, counted from 1 and without a gap: whoever writes takes the next one, a file that leaves one
        out is refused, and no entry is ever taken away: an undo is one more, erasing rewrites in place.
        """
        if not 0 < seq <= self.seq:
            raise LookupError(f"there is no entry {seq}")
        return self.lines[seq - 1]

    def _place(self, seq: int) -> int:
        """Where an entry stands in `lines`; only a damaged database has numbers that are no places."""
        place = min(seq, len(self.lines)) - 1
        while self.lines[place].entry.seq > seq:
            place -= 1
        return place

    def propose(self, entry: Entry, checked: bool = False, after: Proposal | None = None) -> Proposal:
        """The log with one more entry; raises Refused where it cannot stand, unless it was `checked` before.

        Several are proposed together one `after` another; undos and changes only come alone.
        """
        if isinstance(entry.event, EntryUndone | EntryChanged):
            return self._corrected(entry, checked)
        before = after.night if after else self.night
        if not checked:
            check(before, entry)
        night, charges = evolve(before, entry)
        line = Line(entry, entry.event, charges)
        start = after.start + 1 if after else self.seq
        is_checkpoint = (len(self._plain) + start - self.seq) % CHECKPOINT_EVERY == 0
        return Proposal(entry, night, start, {entry.seq: line}, {entry.seq: night} if is_checkpoint else {})

    def adopt(self, proposal: Proposal) -> None:
        """Makes the proposal the log; `before` is the night as it stood until now."""
        self.turns += 1
        self.before, self.night = self.night, proposal.night
        gone = [seq for seq in self._checkpoints if seq > proposal.start] if proposal.correction else []
        self._back = proposal.start, self._replace(proposal), {seq: self._checkpoints.pop(seq) for seq in gone}
        self._checkpoints.update(proposal.checkpoints)
        if proposal.correction:
            self._corrections.add(proposal.correction, proposal.marks)
        else:
            self._plain.append(proposal.entry.seq)
        self.turns += 1

    def after(self, proposal: Proposal) -> Log:
        """What the log would be if the proposal were adopted, to be read; this one stays as it is."""
        after = self.copy()
        after.adopt(proposal)
        return after

    def begin(self, entries: Sequence[Entry], corrections: Sequence[Correction]) -> None:
        """Makes checked entries, and what their undos and changes say, the log of an empty one.

        Each is counted once, as it counts in the end, however often the entries before it were corrected.
        """
        self._corrections = Corrections(corrections)
        self.lines = [Line(entry) for entry in entries]
        self._plain = [entry.seq for entry in entries if not isinstance(entry.event, EntryUndone | EntryChanged)]
        self.night, lines, kept = self._refolded(entries[-1], Flips(self.marks, [1]), True)
        self._exchange(lines)
        self._checkpoints.update(kept)

    def _replace(self, proposal: Proposal) -> dict[int, Line]:
        """Puts the lines of a proposal; returns what an undo of its entry would put back. The new line comes last:

        whoever reads in between, in another thread, sees the old number of entries and looks once more.
        """
        plain = Line(proposal.entry)
        newest = proposal.lines.get(proposal.entry.seq, plain)
        was = self._exchange({seq: line for seq, line in proposal.lines.items() if line is not newest})
        self.lines.append(newest)
        return was if newest is plain else {**was, proposal.entry.seq: plain}

    def _exchange(self, lines: dict[int, Line]) -> dict[int, Line]:
        """Puts these lines, which are all from the first of them on that are no corrections; returns those before."""
        places = {seq: self._place(seq) for seq in lines}
        was = {seq: self.lines[place] for seq, place in places.items()}
        for seq, line in lines.items():
            self.lines[places[seq]] = line
        return was

    def filled_by(self, event: Event) -> Line | None:
        """The newest line that fills the slot of this event; a slot of a game is that of the game that is on."""
        place = event.place()
        since = self.night.game.started if self.night.game and event.type not in EVENTS else 0
        for line in reversed(self.lines[since:]):
            if line.counts is not None and line.counts.place() == place:
                return line
        return None

    def _corrected(self, entry: Entry, checked: bool) -> Proposal:
        event = entry.event
        assert isinstance(event, EntryUndone | EntryChanged)
        newest = isinstance(event, EntryUndone) and event.entry == self.seq
        if not checked:  # nobody has undone the newest entry
            self._check_correction(self.night, entry, {} if newest else self.marks.undone)
        correction = read_correction(entry, self.line(event.entry).entry)
        if newest and self.seq > 1 and self._back:
            return Proposal(entry, self.before, *self._back, correction)
        flips = self._corrections.after(correction)
        if 1 in flips.marks.undone:
            self._refuse_unopened(entry)
        night, lines, kept = self._refolded(entry, flips, checked)
        start = min(flips.entries, default=entry.seq) - 1
        return Proposal(entry, night, start, lines, kept, correction, flips.marks)

    def _check_correction(self, night: Night, entry: Entry, undone: Mapping[int, int], again: bool = False) -> None:
        event = entry.event
        assert isinstance(event, EntryUndone | EntryChanged)
        if entry.by is not None and entry.by not in night.players and not (again and self._takes_back_own(entry)):
            raise Refused(f"{entry.by} has not joined this night")
        if event.entry >= entry.seq:
            raise Refused(f"there is no entry {event.entry} yet")
        target = self.line(event.entry).entry.event
        reopens = isinstance(self._root(event.entry) if again else target, NightClosed)
        if night.closed and not (reopens and isinstance(event, EntryUndone)):
            raise Refused("the night is closed")
        check_target(event, target, undone.get(event.entry, entry.seq) < entry.seq)

    def _root(self, seq: int) -> Event:
        """What an undo, or an undo of an undo, is about in the end."""
        return self.line(self._corrections.root(seq)).entry.event

    def _takes_back_own(self, entry: Entry) -> bool:
        """Whether it is about the joining of whoever it is by: they had joined when they took it back."""
        assert isinstance(entry.event, EntryUndone | EntryChanged)
        about = self._root(entry.event.entry)
        return isinstance(about, PlayerJoined) and about.player == entry.by

    def _refuse_unopened(self, entry: Entry) -> None:
        why = "without night.opened there is no night"
        raise Refused(why) if self.seq == 1 else InTheWay(2, f"{why} {_after(entry)}")

    def _refolded(self, cause: Entry, flips: Flips, checked: bool) -> tuple[Night, dict[int, Line], dict[int, Night]]:
        """The night counted again from the first entry that counts otherwise; a correction charges nobody."""
        first = min(flips.entries, default=cause.seq)
        night, since = self.night_after(first - 1), bisect_left(self._plain, first)
        places = {seq: place for place, seq in enumerate(self._plain[since:], start=since + 1)}
        root = self.lines[min(first, self.seq) - 1].entry
        asked = set() if checked else self._corrections.asked(flips, cause, root)
        lines: dict[int, Line] = {}
        kept: dict[int, Night] = {}
        for seq in sorted(asked.union(places)) if asked else places:
            was = self.lines[self._place(seq)].entry
            event = flips.marks.counting(was)
            charges: tuple[Charge, ...] = ()
            counted = was if event is None or event is was.event else replace(was, event=event)
            if not checked and seq not in flips.marks.undone:
                self._check_again(night, counted, flips.marks.undone, cause)
            if event is not None:
                night, charges = evolve(night, counted)
            if seq in places:
                lines[seq] = Line(was, event, charges)
                if places[seq] % CHECKPOINT_EVERY == 0:
                    kept[seq] = night
        return night, lines, kept

    def _check_again(self, night: Night, entry: Entry, undone: Mapping[int, int], cause: Entry) -> None:
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
        for plain in self._plain[bisect_left(self._plain, start + 1) : bisect_left(self._plain, seq + 1)]:
            line = self.lines[self._place(plain)]
            if line.counts is not None:
                night, _ = evolve(night, Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by))
        return night


def _after(entry: Entry) -> str:
    return f"(after the {'undo' if isinstance(entry.event, EntryUndone) else 'change'} in event {entry.seq})"


# A night looked at again, entry by entry


class Moment(NamedTuple):
    """An entry that counts, with the night before and after it."""

    line: Line
    before: Night
    after: Night

    @property
    def event(self) -> Event:
        """What the entry says, as it counts."""
        assert self.line.counts is not None
        return self.line.counts

    @property
    def played(self) -> Played | None:
        """The game that was on at this entry, or that it started, as the entry left it; None between games."""
        if self.after.game is not None:
            return self.after.game
        return self.after.games[-1] if self.before.game is not None else None

    @property
    def number(self) -> int | None:
        """Which game of the night that is, counted from 1."""
        return len(self.before.games) + 1 if self.played else None

    @property
    def is_of_game(self) -> bool:
        """Whether the entry is an event of the game that was on."""
        on = self.before.game
        return on is not None and type(self.event) is GAMES[on.kind].events.get(self.event.type)

    @property
    def happened(self) -> tuple[Happening, ...]:
        """What house rules could have heard at an entry of the game that was on."""
        on = self.before.game
        if on is None or not self.is_of_game:
            return ()
        return GAMES[on.kind].evolve(on.state, self.event, self.before.table()).happened

    @property
    def deal(self) -> int | None:
        """The deal or round that the entry is about, else the one that was on at it."""
        event = self.event
        said = getattr(event, "deal", None) or getattr(event, "round", None)
        on = getattr(self.before.game.state, "on", None) if self.before.game else None
        return said or getattr(on, "number", None)


def moments(log: Log) -> Iterator[Moment]:
    """Every entry that counts, the oldest first."""
    night = Night()
    for line in log.lines:
        if line.counts is not None:
            before, entry = night, line.entry
            night, _ = evolve(before, type(entry)(entry.seq, line.counts, entry.at, entry.by))
            yield Moment(line, before, night)


# Rows of a database


class Row(NamedTuple):
    """An entry as it is stored: `event` is the JSON of type and fields."""

    seq: int
    at: str | None
    by: str | None
    event: str


@cache
def _decoder(game: str | None) -> msgspec.json.Decoder[Any]:
    own = GAMES[game].events if game else {}
    kinds = tuple({**EVENTS, **own}.values())
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007 - the union is made of a tuple


def stored(event: Event) -> str:
    """The JSON of an event, as rows keep it."""
    return msgspec.json.encode(written(event)).decode()


def event_of(text: str, log: Log) -> Event:
    """The event a row keeps, read as the game that is on at the end of the log understands it."""
    event: Event = _decoder(log.night.game.kind if log.night.game else None).decode(text)
    return event


def extend(log: Log, rows: Iterable[Row]) -> Log:
    """The log with these rows at its end; they were checked when they were written."""
    left = list(rows)
    if log.seq == 0 and len(left) > 1:
        log.begin(*_read(left[:-1]))
        left = left[-1:]  # added as when it was tapped, so that the log knows how the night stood before it
    for row in left:
        entry = Entry(row.seq, event_of(row.event, log), row.at, row.by)
        log.adopt(log.propose(entry, checked=True))
    return log


def _read(rows: Sequence[Row]) -> tuple[list[Entry], tuple[Correction, ...]]:
    """The entries of a whole log, each read as the game understands it that was started last when it was written."""
    entries: list[Entry] = []
    corrections: list[Correction] = []
    started: list[tuple[int, str]] = []
    decoder = _decoder(None)
    for row in rows:
        entry = Entry(row.seq, decoder.decode(row.event), row.at, row.by)
        entries.append(entry)
        if isinstance(entry.event, EntryUndone | EntryChanged):
            corrections.append(read_correction(entry, entries[entry.event.entry - 1]))
            if isinstance(_about(entry, entries), GameStarted):
                decoder = _decoder(_last(started, corrections))
        elif isinstance(entry.event, GameStarted):
            started.append((entry.seq, entry.event.game))
            decoder = _decoder(entry.event.game)
    return entries, tuple(corrections)


def _about(entry: Entry, entries: Sequence[Entry]) -> Event:
    """What an undo or a change is about in the end."""
    while isinstance(entry.event, EntryUndone | EntryChanged):
        entry = entries[entry.event.entry - 1]
    return entry.event


def _last(started: Sequence[tuple[int, str]], corrections: Sequence[Correction]) -> str | None:
    """The game that was started last, of those whose start is not undone."""
    undone = marks(corrections).undone
    return next((game for seq, game in reversed(started) if seq not in undone), None)
