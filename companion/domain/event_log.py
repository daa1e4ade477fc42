"""The event log of a night: its entries as written, those that count, their charges, and the resulting night.

Rows from the database are not checked again, so that a stricter version of the program still opens an old night.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, takewhile
from typing import Any, NamedTuple, Union

import msgspec
from msgspec.structs import replace

from . import events as of
from .corrections import Correction, Marks, check_change, marks, read_correction, root
from .fines import Charge
from .games import GAMES
from .house_rules.model import Happening
from .night import Night, Played, passed_on
from .playing import owner
from .refused import Refused
from .transitions import check, evolve, fold

CHECKPOINT_EVERY = 50
LONG = 500  # entries; handing a shorter log to another thread takes longer than reading it


class InTheWay(Refused):
    """The undo or change `cause` would make a later `entry` invalid; `reason` says why."""

    def __init__(self, entry: int, why: str, cause: of.Entry, public: str | None = None) -> None:
        what = "undo" if isinstance(cause.event, of.EntryUndone) else "change"
        after = f"(after the {what} in event {cause.seq})"
        super().__init__(f"{why} {after}", public and f"{public} {after}")
        self.entry, self.cause, self.reason = entry, cause, Refused(why, public)


class Line(msgspec.Struct, frozen=True):
    """One entry as written, the event it counts as (None: undone, or itself an undo or change), and its charges.

    `titles` are the rules whose titles it passed on, each with who holds the title then.
    """

    entry: of.Entry
    counts: of.Event | None = None
    charges: tuple[Charge, ...] = ()
    titles: tuple[tuple[str, str | None], ...] = ()

    @property
    def event(self) -> of.Event:
        """The event as it counts now; if it does not count, as it was written."""
        return self.counts or self.entry.event


class Tail(NamedTuple):
    """The end of a log: its lines from index `start`, their checkpoints, and the night and marks at the end."""

    start: int
    lines: list[Line]
    checkpoints: dict[int, Night]
    night: Night
    marks: Marks


class Candidate(NamedTuple):
    """A new entry, the tail the log would then have, and the correction if the entry is an undo or a change."""

    entry: of.Entry
    tail: Tail
    correction: Correction | None = None

    @property
    def night(self) -> Night:
        """The night after the entry."""
        return self.tail.night


class Log:
    """An append-only log: `candidate` changes nothing and can refuse, `adopt` makes a written candidate part of it.

    Readers in other threads compare `revision`: it is odd during a change, and higher after it. `notes` is what the
    table noted beside the log about each game, by the entry that started it; replay does not need it.
    """

    def __init__(self) -> None:
        self.revision = 0
        self.lines: list[Line] = []
        self.night = Night()
        self.marks = Marks({}, {})
        self.corrections: list[Correction] = []
        self.notes: Mapping[int, Collection[str]] = {}
        self._checkpoints: dict[int, Night] = {0: Night()}
        self.before = Night()  # before the newest entry; before the first of several corrections that one tap made
        self._replaced: Tail | None = None  # what the newest entry replaced; unknown for a log read as a whole

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 for an empty log."""
        return len(self.lines)

    def copy(self) -> Log:
        """The log as it is now, unaffected by later entries; copied again if an entry arrives meanwhile."""
        while True:
            revision, found = self.revision, Log()
            found.lines, found.night, found.marks = self.lines[:], self.night, self.marks
            found.corrections, found._checkpoints = self.corrections[:], dict(self._checkpoints)
            found.before, found._replaced, found.notes = self.before, self._replaced, self.notes
            if revision == self.revision and revision % 2 == 0:
                found.revision = revision
                return found

    def until(self, seq: int) -> Log:
        """The log up to entry `seq`, in which everything counts as it does now."""
        found = self.copy()
        found.night = self.night_after(seq)
        del found.lines[seq:]
        return found

    def noted(self, notes: Mapping[int, Collection[str]]) -> None:
        """Replaces the notes on the games."""
        if notes != self.notes:
            self.revision += 1
            self.notes = notes
            self.revision += 1

    def line(self, seq: int) -> Line:
        """The line of the entry numbered `seq` (numbers have no gaps); raises LookupError if there is none."""
        if not 0 < seq <= self.seq:
            raise LookupError(f"there is no entry {seq}")
        return self.lines[seq - 1]

    def corrected(self, seq: int) -> Line:
        """The line that an undo or a change is about in the end, given the entry that it names."""
        return self.line(root(self.line(seq).entry, lambda seq: self.line(seq).entry).seq)

    def change_of(self, seq: int) -> Correction | None:
        """The change that says what entry `seq` counts as; None if that is what was first written."""
        changes = (one for one in reversed(self.corrections) if one.target == seq and not one.undoes)
        return next((one for one in changes if one.entry.seq not in self.marks.undone), None)

    def candidate(self, entry: of.Entry, checked: bool = False, after: Candidate | None = None) -> Candidate:
        """The log with one more entry; raises Refused if it is not valid. A `checked` entry is not checked again.

        To enter several together, pass the previous candidate as `after`; undos and changes come alone.
        """
        if isinstance(entry.event, of.Correcting):
            return self._corrected(entry, entry.event, checked)
        before = after.night if after else self.night
        if not checked:
            check(before, entry)
        night, charges = evolve(before, entry)
        kept = {entry.seq: night} if entry.seq % CHECKPOINT_EVERY == 0 else {}
        start = after.tail.start + 1 if after else self.seq
        line = Line(entry, entry.event, charges, passed_on(before, night))
        return Candidate(entry, Tail(start, [line], kept, night, self.marks))

    def adopt(self, candidate: Candidate) -> None:
        """Makes the candidate part of the log."""
        tail = candidate.tail
        self.revision += 1
        gone: dict[int, Night] = {}
        if candidate.correction:
            gone = {seq: night for seq, night in self._checkpoints.items() if seq > tail.start}
        self._replaced = Tail(tail.start, self.lines[tail.start :], gone, self.night, self.marks)
        newest = self.lines[-1].entry if self.lines else None
        at = candidate.entry.at
        is_same_tap = newest and isinstance(newest.event, of.Correcting) and at and newest.at == at
        if not (candidate.correction and is_same_tap):
            self.before = self.night
        for seq in gone:
            del self._checkpoints[seq]
        self.lines[tail.start :] = tail.lines
        self._checkpoints.update(tail.checkpoints)
        self.night, self.marks = tail.night, tail.marks
        if candidate.correction:
            self.corrections.append(candidate.correction)
        self.revision += 1

    def after(self, *candidates: Candidate) -> Log:
        """A copy of the log with these candidates adopted, each made on the log before it; this log does not change."""
        after = self.copy()
        for candidate in candidates:
            after.adopt(candidate)
        return after

    def begin(self, entries: Sequence[of.Entry], corrections: Sequence[Correction]) -> None:
        """Fills an empty log with checked entries; each is counted once, however often it was corrected."""
        self.lines = [Line(entry) for entry in entries]
        self.corrections = list(corrections)
        _, self.lines, kept, self.night, self.marks = self._counted_from(1, marks(corrections))
        self._checkpoints.update(kept)

    def written_in(self, game: Played, before: int | None = None) -> Iterator[of.Event]:
        """A game's own events (before entry `before`): undone ones as written, others as they count."""
        lines = self.lines_of(game)[: before and before - 1 - game.started]
        return (line.event for line in lines if game.game.owns(line.event))

    def lines_of(self, game: Played) -> list[Line]:
        """The lines after the start of a game up to its end, also those that are not its events."""
        return self.lines[game.started : game.ended]

    def filled_by(self, event: of.Event, game: Played | None = None) -> Line | None:
        """The newest line that fills the slot of this event; for one of a game, in the game that is on or in `game`.

        The slot of a game's start is filled by the game that is on, whichever it is.
        """
        place, on = event.place(), game or self.night.game
        if isinstance(event, of.GameStarted):
            return self.line(on.started) if on else None
        lines = self.lines_of(on) if on and (game or event.type not in of.EVENTS) else self.lines
        return next((line for line in reversed(lines) if line.counts and line.counts.place() == place), None)

    def _corrected(self, entry: of.Entry, event: of.Correcting, checked: bool) -> Candidate:
        """The log with an undo or a change; all entries from the first affected one are counted (and checked) again."""
        if not checked:
            self._check_correction(self.night, entry, event, self.marks.undone, again=False)
        correction = read_correction(entry, self.line(event.entry).entry)
        if correction.undoes and event.entry == self.seq > 1 and self._replaced:
            return Candidate(entry, self._without_newest(self._replaced, entry), correction)
        new = marks([*self.corrections, correction])
        if 1 in new.undone:
            why = "without night.opened there is no night"
            raise Refused(why) if self.seq == 1 else InTheWay(2, why, entry)
        first = min(new.differences(self.marks), default=entry.seq)
        tail = self._counted_from(first, new, None if checked else entry)
        tail.lines.append(Line(entry))
        return Candidate(entry, tail, correction)

    def _without_newest(self, before: Tail, undo: of.Entry) -> Tail:
        """The tail after undoing the newest entry, made from the tail `before` it without counting anything again."""
        newest = self.lines[-1].entry
        lines = [*before.lines, Line(newest), Line(undo)]
        undone = Marks({**before.marks.undone, newest.seq: undo.seq}, before.marks.changed)
        return before._replace(lines=lines, marks=undone)

    def _check_correction(
        self, night: Night, entry: of.Entry, event: of.Correcting, undone: Mapping[int, int], again: bool
    ) -> None:
        """Refuses an invalid undo or change; `again` is for one that was valid before a later correction."""
        if entry.by is not None and entry.by not in night.players:
            about = self.corrected(entry.seq).entry.event if again else None
            if not (isinstance(about, of.PlayerJoined) and about.player == entry.by):  # they undid their own joining
                raise Refused(f"{entry.by} has not joined this night")
        if event.entry >= entry.seq:
            raise Refused(f"there is no entry {event.entry} yet")
        target = self.line(event.entry).entry.event
        if night.closed:
            about = self.corrected(entry.seq).entry.event if again else target
            if not (isinstance(about, of.NightClosed) and isinstance(event, of.EntryUndone)):
                raise Refused("the night is over")
        if undone.get(event.entry, entry.seq) < entry.seq:
            raise Refused(f"entry {event.entry} is already undone")
        if isinstance(event, of.EntryChanged) and not again:
            check_change(event, target)

    def _counted_from(self, first: int, marks: Marks, cause: of.Entry | None = None) -> Tail:
        """The log counted again from entry `first`; if a new correction is the `cause`, also checked again."""
        night = self.night_after(first - 1)
        lines: list[Line] = []
        checkpoints: dict[int, Night] = {}
        for line in self.lines[first - 1 :]:
            entry = line.entry
            event = marks.counting(entry)
            charges: tuple[Charge, ...] = ()
            before = night
            counted = entry if event is None or event is entry.event else replace(entry, event=event)
            if cause is not None and entry.seq not in marks.undone:
                self._check_again(night, counted, marks.undone, cause)
            if event is not None:
                night, charges = evolve(night, counted)
            lines.append(Line(entry, event, charges, passed_on(before, night)))
            if entry.seq % CHECKPOINT_EVERY == 0:
                checkpoints[entry.seq] = night
        return Tail(first - 1, lines, checkpoints, night, marks)

    def _check_again(self, night: Night, entry: of.Entry, undone: Mapping[int, int], cause: of.Entry) -> None:
        """Refuses the `cause` if it makes this entry (a later one, or the one it changes) invalid."""
        try:
            if isinstance(entry.event, of.Correcting):
                self._check_correction(night, entry, entry.event, undone, again=True)
            else:
                check(night, entry, again=True)
        except Refused as why:
            if isinstance(cause.event, of.EntryChanged) and cause.event.entry == entry.seq:
                raise
            raise InTheWay(entry.seq, str(why), cause, why.public) from None

    def night_after(self, seq: int) -> Night:
        """The night after entry `seq`, with all corrections so far applied; 0 is before the first entry."""
        start = max(kept for kept in self._checkpoints if kept <= seq)
        return fold(
            (replace(line.entry, event=line.counts) for line in self.lines[start:seq] if line.counts is not None),
            self._checkpoints[start],
        )


# Replaying a night entry by entry


class AppliedEntry(NamedTuple):
    """An entry that counts, with the night before and after it."""

    line: Line
    before: Night
    after: Night

    @property
    def event(self) -> of.Event:
        """The event that the entry counts as."""
        assert self.line.counts is not None
        return self.line.counts

    @property
    def played(self) -> Played | None:
        """The game that was on at this entry or started with it, in its state after the entry; None between games."""
        if self.after.game is not None:
            return self.after.game
        return self.after.games[-1] if self.before.game is not None else None

    @property
    def number(self) -> int | None:
        """The number of that game in the night, from 1; None between games."""
        return len(self.before.games) + 1 if self.played else None

    @property
    def happened(self) -> tuple[Happening, ...]:
        """What happened at an entry of the game that was on, for house rules to fire on."""
        on = owner(self.before, self.event)
        if on is None:
            return ()
        return on.game.evolve(on.state, self.event, self.before.table()).happened

    @property
    def deal(self) -> int | None:
        """The number of the deal or round that the entry names, or else of the one in progress."""
        on = self.before.game
        return self.event.part or (on.game.number(on.state) if on else 0) or None


def applied_entries(log: Log) -> Iterator[AppliedEntry]:
    """Every entry that counts, the oldest first."""
    night = Night()
    for line in log.lines:
        if line.counts is not None:
            before, entry = night, line.entry
            night, _ = evolve(before, replace(entry, event=line.counts))
            yield AppliedEntry(line, before, night)


# Rows of a database


class Row(NamedTuple):
    """An entry as it is stored: `event` is the JSON of type and fields."""

    seq: int
    at: str | None
    by: str | None
    event: str


@cache
def _decoder(game: str | None) -> msgspec.json.Decoder[Any]:
    own = GAMES[game].entered if game else {}
    kinds = tuple({**of.EVENTS, **own}.values())
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007 - the union is made of a tuple


def stored(event: of.Event) -> str:
    """The JSON of an event for its row."""
    return msgspec.json.encode(of.written(event)).decode()


def event_of(text: str, log: Log) -> of.Event:
    """The event of a row, read as an event of the game that is on at the end of the log."""
    event: of.Event = _decoder(log.night.game_id).decode(text)
    return event


def extend(log: Log, rows: Iterable[Row]) -> Log:
    """Adds rows, which were checked when they were written, to the end of the log and returns it."""
    left = list(rows)
    tap = len(left) - _of_newest_tap(left)
    if log.seq == 0 and tap > 0:
        log.begin(*_read(left[:tap]))
        left = left[tap:]  # adopted one by one, so that `log.before` is known
    for row in left:
        entry = of.Entry(row.seq, event_of(row.event, log), row.at, row.by)
        log.adopt(log.candidate(entry, checked=True))
    return log


def _of_newest_tap(rows: Sequence[Row]) -> int:
    """How many of the last rows one tap wrote; they have the same time."""
    at = rows[-1].at if rows else None
    if at is None:
        return 1
    return len(list(takewhile(lambda row: row.at == at, reversed(rows))))


def _read(rows: Sequence[Row]) -> tuple[list[of.Entry], tuple[Correction, ...]]:
    """The entries and corrections of a whole log. Each event is read as one of the game that was on then."""
    entries: list[of.Entry] = []
    corrections: list[Correction] = []
    started: dict[int, str] = {}
    decoder = _decoder(None)
    for row in rows:
        entry = of.Entry(row.seq, decoder.decode(row.event), row.at, row.by)
        entries.append(entry)
        if isinstance(entry.event, of.Correcting):
            corrections.append(read_correction(entry, entries[entry.event.entry - 1]))
            if isinstance(root(entry, lambda seq: entries[seq - 1]).event, of.GameStarted):
                undone = marks(corrections).undone
                decoder = _decoder(next((game for seq, game in reversed(started.items()) if seq not in undone), None))
        elif isinstance(entry.event, of.GameStarted):
            started[entry.seq] = entry.event.game
            decoder = _decoder(entry.event.game)
    return entries, tuple(corrections)


def next_id(field: str, log: Log) -> str:
    """The first of p1, p2 … (r1, r2 …) that no entry has, not even an undone one: an old phone can still name it."""
    return next(next_ids(field, log))


def next_ids(field: str, log: Log) -> Iterator[str]:
    """All of p1, p2 … (r1, r2 …) that no entry has."""
    events = (line.entry.event for line in log.lines)
    used = {getattr(event, field) for event in events if field in event.__struct_fields__}
    return (name for name in (f"{field[0]}{number}" for number in count(1)) if name not in used)
