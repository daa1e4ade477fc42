"""A change that can stand only together with changes of other entries: one tap enters them all, in a valid order."""

from collections.abc import Sequence
from typing import Any, cast

from ..domain.event_log import LONG, InTheWay, Log
from ..domain.events import Entry, EntryChanged, Event, read, written
from ..domain.games import GAMES
from ..domain.refused import BoxFilled, Refused
from ..domain.visibility import played_at
from ..system.native_threads import aside_replay


def together(change: EntryChanged, log: Log) -> list[EntryChanged]:
    """The change alone, or the first of the orders of its game that is valid; alone too if none is, to be refused."""
    old = log.line(change.entry).counts
    played = played_at(log, change.entry, old) if old is not None else None
    if old is None or played is None:
        return [change]
    new = read(change.event, GAMES[played.kind].events)
    game = GAMES[played.kind]
    counted = ((line.entry.seq, line.counts) for line in log.lines_of(played) if line.counts is not None)
    others = [(change.entry, old), *(one for one in counted if one[0] != change.entry and game.owns(one[1]))]
    orders = game.corrections.together(old, new, others)
    asked = ([change], *([_changed(*each) for each in order] for order in orders))
    found = aside_replay(_first_valid, log, asked) if log.seq >= LONG else _first_valid(log, asked)
    return found or [change]


def why_refused(change: EntryChanged, log: Log, why: Refused) -> Refused:
    """The refusal of a change, with what stands in its way if another entry fills its box."""
    old: Any = log.line(change.entry).counts
    played = played_at(log, change.entry, old) if old is not None else None
    box = change.event.get("box")
    if old is None or played is None or "box" not in old.__struct_fields__ or old.box == box:
        return why
    lines = ((line.entry.seq, cast(Any, line.counts)) for line in log.lines_of(played) if line.counts is not None)
    same = ((at, one) for at, one in lines if (one.type, one.about) == (old.type, old.about))
    filled = {one.box: at for at, one in same if at != change.entry}
    if box not in filled:
        return why
    if len(filled) + 1 < len(GAMES[played.kind].scoring.boxes):
        reason = why.reason if isinstance(why, InTheWay) else why
        return BoxFilled(str(reason), reason.public, filled[box], full=False)
    swap = f"Every box of {log.night.name_of(old.player)} is filled"
    if log.night.played[-1].started > played.started:
        return Refused(f"{swap}, and another game has begun since, so two of them cannot be swapped any more.")
    full = f"{swap}, so to swap two of them, undo the last one first."
    return BoxFilled(full, full, max(change.entry, *filled.values()), full=True)


def _changed(seq: int, event: Event) -> EntryChanged:
    return EntryChanged(entry=seq, event=written(event))


def _first_valid(log: Log, asked: Sequence[list[EntryChanged]]) -> list[EntryChanged] | None:
    """The first of these orders of which every step is valid."""
    return next((changes for changes in asked if _stand(log, changes)), None)


def _stand(log: Log, changes: list[EntryChanged]) -> bool:
    ahead = log
    for change in changes:
        try:
            ahead = ahead.after(ahead.candidate(Entry(ahead.seq + 1, change)))
        except Refused:
            return False
    return True
