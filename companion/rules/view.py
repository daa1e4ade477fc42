"""What one phone may see: the one place that applies what games keep hidden (night format, Hidden facts)."""

from __future__ import annotations

from .events import Event, GameStarted
from .games import GAMES
from .log import Line, Log
from .night import Night, Played


def is_insider(night: Night, player: str | None) -> bool:
    """Whether the player may know the reasons of every game of the night; most games hide theirs from nobody."""
    for played in (*night.games, night.game) if night.game else night.games:
        insiders = GAMES[played.kind].insiders
        if insiders is not None and player not in insiders(played.state, night.initiated):
            return False
    return True


def is_open(log: Log, line: Line, insider: bool) -> bool:
    """Whether all that this entry says may be told: nothing hidden any more, and nothing only the initiated know."""
    event = line.counts or line.entry.event
    played = played_at(log.night, line.entry.seq, event)
    if played is None or not (isinstance(event, GameStarted) or event.type in GAMES[played.kind].events):
        return True
    game = GAMES[played.kind]
    if game.insiders is not None and not insider:
        return False
    return played.since is not None or game.hidden is None or game.hidden(played.state, event) is None


def first_hidden(log: Log) -> int | None:
    """The first entry that is hidden from anybody; a night file made now ends before it."""
    start = log.night.game.started - 1 if log.night.game else log.seq
    lines = (line for line in log.lines[start:] if line.counts is not None)
    return next((line.entry.seq for line in lines if not is_open(log, line, insider=True)), None)


def played_at(night: Night, seq: int, event: Event) -> Played | None:
    """The game that was on at an entry, or that the entry itself started."""
    games = (*night.games, night.game) if night.game else night.games
    begins = isinstance(event, GameStarted)
    return next((played for played in reversed(games) if played.started < seq + begins), None)
