"""A change that can stand only together with changes of other entries: one tap enters them all, in a valid order."""

from functools import partial
from typing import Any, cast

from ..domain.event_log import LONG, InTheWay, Log
from ..domain.events import Entry, EntryChanged, read, written
from ..domain.refused import BoxFilled, Refused
from ..domain.visibility import played_at
from ..system.native_threads import aside_replay


def together(change: EntryChanged, log: Log) -> list[EntryChanged]:
    """The changes with which this one can stand: alone, or with others of its game. If it cannot, it is alone."""
    old = log.line(change.entry).counts
    played = played_at(log, change.entry, old) if old is not None else None
    if old is None or played is None:
        return [change]
    game = played.game
    new = read(change.event, game.events)
    counted = ((line.entry.seq, line.counts) for line in log.lines_of(played) if line.counts is not None)
    others = [(change.entry, old), *(one for one in counted if one[0] != change.entry and game.owns(one[1]))]
    orders = game.corrections.together(old, new, others)
    asked = ([change], *([EntryChanged(entry=at, event=written(one)) for at, one in order] for order in orders))
    stands = partial(aside_replay, _stand) if log.seq >= LONG else _stand
    return next((changes for changes in asked if stands(log, changes)), [change])


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
    if len(filled) + 1 < len(played.game.scoring.boxes):
        reason = why.reason if isinstance(why, InTheWay) else why
        return BoxFilled(str(reason), reason.public, filled[box], full=False)
    swap = f"Every box of {log.night.name_of(old.player)} is filled"
    if log.night.played[-1].started > played.started:
        return Refused(f"{swap}, and another game has begun since, so two of them cannot be swapped any more.")
    full = f"{swap}, so to swap two of them, undo the last one first."
    return BoxFilled(full, full, max(change.entry, *filled.values()), full=True)


def _stand(log: Log, changes: list[EntryChanged]) -> bool:
    for change in changes:
        try:
            log = log.after(log.candidate(Entry(log.seq + 1, change)))
        except Refused:
            return False
    return True
