"""From stored rows to a log: evolved, not checked again, so that a stricter version never locks an old night out."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, Union

import msgspec

from .corrections import Correction, marks, read_correction
from .events import EVENTS, Entry, EntryChanged, EntryUndone, Event, GameStarted, written
from .games import GAMES
from .log import Log


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
