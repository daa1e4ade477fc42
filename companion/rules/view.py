"""What one phone may see: the one place that applies what games keep hidden (night format, Hidden facts)."""

from __future__ import annotations

from .events import Event, GameStarted
from .games import GAMES
from .games.game import Game
from .log import Line, Log
from .night import Night, Played


def initiated(night: Night) -> frozenset[str]:
    """Everybody who was initiated this night, by name or when a game began."""
    return night.initiated.union(night.insiders or (), _insiders(night) or ())


def is_insider(night: Night, player: str | None) -> bool:
    """Whether the player may know the reasons of every game of the night; most games hide theirs from nobody."""
    if night.insiders is None and _insiders(night) is None:
        return True
    return player in initiated(night)


def _insiders(night: Night) -> frozenset[str] | None:
    """Who may know the reasons of the game that is on; None where everybody may."""
    told = GAMES[night.game.kind].insiders if night.game else None
    return told(night.game.state, night.initiated) if told and night.game else None


def is_open(log: Log, line: Line, insider: bool) -> bool:
    """Whether all that this entry says may be told: nothing hidden any more, and nothing only the initiated know."""
    event = line.counts or line.entry.event
    played = played_at(log.night, line.entry.seq, event)
    if played is None:  # the night's own, or of a game that was undone: nobody knows who was initiated then
        return not any(_is_of(game, event) and (game.insiders or game.hidden) for game in GAMES.values())
    game = GAMES[played.kind]
    if game.insiders is not None and not insider:
        return False
    return played.since is not None or game.hidden is None or game.hidden(played.state, event) is None


def first_hidden(log: Log, insider: bool = True) -> int | None:
    """The first entry that is hidden from anybody, even if it was undone; a night file made now ends before it.

    For who is no `insider` it ends before the first game whose reasons they may not know, too.
    """
    start = log.night.game.started - 1 if log.night.game else log.seq
    lines = log.lines[start:] if insider else log.lines
    return next((line.entry.seq for line in lines if not is_open(log, line, insider)), None)


def played_at(night: Night, seq: int, event: Event) -> Played | None:
    """The game that an entry is about: that was on at it, or that it started; None for what is about no game."""
    games = (*night.games, night.game) if night.game else night.games
    begins = isinstance(event, GameStarted)
    found = next((played for played in reversed(games) if played.started < seq + begins), None)
    return found if found and _is_of(GAMES[found.kind], event) and (not begins or found.started == seq) else None


def _is_of(game: Game, event: Event) -> bool:
    """Whether an event is one of this game, or starts it."""
    return event.game == game.id if isinstance(event, GameStarted) else game.events.get(event.type) is type(event)
