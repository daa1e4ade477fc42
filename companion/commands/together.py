"""A change that can stand only together with changes of other entries: one tap enters them all, in a valid order."""

from collections.abc import Sequence

from ..domain.event_log import LONG, Log
from ..domain.events import Entry, EntryChanged, Event, read, written
from ..domain.games import GAMES
from ..domain.refused import Refused
from ..domain.visibility import played_at
from ..system.native_threads import aside


def together(change: EntryChanged, log: Log) -> list[EntryChanged]:
    """The change alone, or the first of the orders of its game that is valid; alone too if none is, to be refused."""
    old = log.line(change.entry).counts
    played = played_at(log, change.entry, old) if old is not None else None
    orders = GAMES[played.kind].together if played else None
    if old is None or played is None or orders is None:
        return [change]
    new = read(change.event, GAMES[played.kind].events)
    counted = [(line.entry.seq, line.counts) for line in log.lines_of(played) if line.counts is not None]
    others = [(change.entry, old), *(each for each in counted if each[0] != change.entry)]
    asked = ([change], *([_changed(*each) for each in order] for order in orders(old, new, others)))
    found = aside(_first_valid, log, asked) if log.seq >= LONG else _first_valid(log, asked)
    return found or [change]


def _changed(seq: int, event: Event) -> EntryChanged:
    return EntryChanged(entry=seq, event=written(event))


def _first_valid(log: Log, asked: Sequence[list[EntryChanged]]) -> list[EntryChanged] | None:
    """The first of these orders of which every step is valid."""
    return next((changes for changes in asked if _stand(log, changes)), None)


def _stand(log: Log, changes: list[EntryChanged]) -> bool:
    ahead = log
    for change in changes:
        try:
            ahead = ahead.after(ahead.propose(Entry(ahead.seq + 1, change)))
        except Refused:
            return False
    return True
