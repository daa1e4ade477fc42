"""What one phone may see: the one place that applies what games keep hidden (docs/night-format.md#hidden-facts)."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from .event_log import Line, Log, Proposal
from .events import Event, GameStarted
from .games import GAMES
from .games.game import Game
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
    game, played = game_at(log, line.entry.seq, event), played_at(log, line.entry.seq, event)
    if game is None:
        return True
    if played is None:  # of a game that was undone: nobody knows who was initiated then
        return not (game.insiders or game.hidden)
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


def face_down(log: Log) -> dict[int, str]:
    """Every entry of the game that is on that is hidden, even if it was undone, and whose it is."""
    playing = log.night.game
    hidden = GAMES[playing.kind].hidden if playing else None
    if playing is None or hidden is None:
        return {}
    said = ((line.entry.seq, line.counts or line.entry.event) for line in log.lines[playing.started - 1 :])
    owners = ((seq, hidden(playing.state, event)) for seq, event in said if played_at(log, seq, event) is playing)
    return {seq: owner for seq, owner in owners if owner is not None}


def may_see(log: Log, seat: str, since: int | None) -> bool:
    """Whether a phone may see what is hidden of a seat: it acts for it, and all of that came after entry `since`.

    Without a `since` it tells public facts only, and of a game with secrets it sees none.
    """
    playing = log.night.game
    if since is not None and (playing is None or since < playing.started):
        return True  # only entries of the game that is on are hidden
    hidden = {seq: owner for seq, owner in face_down(log).items() if log.line(seq).counts is not None}
    if since is None:
        return not hidden and (playing is None or "seat" not in GAMES[playing.kind].senders.values())
    return all(seq > since for seq, owner in hidden.items() if owner == seat)


def hidden_again(log: Log, proposal: Proposal) -> set[int]:
    """The entries that everybody can read now, or in a file made now, and that an undo or change would hide."""
    hidden = face_down(log.after(proposal))
    return hidden.keys() - face_down(log).keys() if hidden else set()


def played_at(log: Log, seq: int, event: Event) -> Played | None:
    """The game that an entry is about: that was on at it, or that it started; None for what is about no game.

    None as well where that game was undone: another one may know the same events, and is not what it is about.
    """
    begins, played = isinstance(event, GameStarted), log.night.played
    before = bisect_left(played, seq + begins, key=attrgetter("started"))
    found = played[before - 1] if before else None
    if found is None or not _is_of(GAMES[found.kind], event) or _undone_start(log, seq) > found.started:
        return None
    return None if begins and found.started != seq else found


def game_at(log: Log, seq: int, event: Event) -> Game | None:
    """Whose event it is: the game's that was on when entry `seq` was written, even if it was undone since."""
    if isinstance(event, GameStarted):
        return GAMES.get(event.game)
    played = played_at(log, seq, event)
    if played is not None:
        return GAMES[played.kind]
    begun = _undone_start(log, seq)
    start = log.line(begun).entry.event if begun else None
    game = GAMES.get(start.game) if isinstance(start, GameStarted) else None
    return game if game is not None and _is_of(game, event) else None


def _undone_start(log: Log, seq: int) -> int:
    """The newest entry that started a game before an undone entry and was itself undone after it; 0 for none."""
    undone = log.marks.undone
    if seq not in undone:
        return 0
    before = (start for start, by in undone.items() if start < seq < by)
    return max((start for start in before if isinstance(log.line(start).entry.event, GameStarted)), default=0)


def _is_of(game: Game, event: Event) -> bool:
    """Whether an event is one of this game, or starts it."""
    return event.game == game.id if isinstance(event, GameStarted) else game.events.get(event.type) is type(event)
