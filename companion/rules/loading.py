"""From stored rows to a log: evolved, not checked again, so that a stricter version never locks an old night out."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, Union

import msgspec

from .events import EVENTS, Entry, Event, written
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
    for row in rows:
        entry = Entry(row.seq, event_of(row.event, log), row.at, row.by)
        log.adopt(log.propose(entry, checked=True))
    return log
