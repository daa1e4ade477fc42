"""What one phone can see: the only place that decides what is hidden (docs/night-format.md#hidden-facts)."""

from bisect import bisect_left
from operator import attrgetter

from msgspec.structs import replace

from .event_log import Candidate, Line, Log
from .events import Event, GameStarted
from .games import GAMES
from .games.game import Game
from .night import Night, Played


def initiated(night: Night) -> frozenset[str]:
    """Everybody who was initiated this night, on their own or when a game began."""
    return night.initiated.union(night.insiders or (), _insiders(night) or ())


def is_insider(night: Night, player: str | None) -> bool:
    """Whether the player can know the secrets of every game of the night; most games have none."""
    if night.insiders is None and _insiders(night) is None:
        return True
    return player in initiated(night)


def _insiders(night: Night) -> frozenset[str] | None:
    """Who can know the secrets of the game that is on; None if it has none."""
    secrets = night.game.game.secrets if night.game else None
    if night.game is None or secrets is None or secrets.insiders is None:
        return None
    return secrets.insiders(night.game.state, night.initiated)


def shown(log: Log) -> Night:
    """The night as phones show it: with what the table noted about the game that is on."""
    playing = log.night.game
    taken = log.notes.get(playing.started) if playing else None
    notes = playing.game.notes if playing else None
    if playing is None or notes is None or not taken:
        return log.night
    return replace(log.night, game=replace(playing, state=notes.noted(playing.state, taken)))


def is_open(log: Log, line: Line, insider: bool) -> bool:
    """Whether all of this entry can be shown: it is not hidden, and has no secret that only an `insider` can know."""
    event = line.event
    game, played = game_at(log, line.entry.seq, event), started_or_played_at(log, line.entry.seq, event)
    if game is None or game.secrets is None:
        return True
    if played is None:  # of a game that was undone: nobody knows who was initiated then
        return False
    if game.secrets.insiders is not None and not insider:
        return False
    if played.since is not None:
        return True
    on = shown(log).game
    return on is not None and game.secrets.hidden(on.state, event) is None


def shows_cards(log: Log, line: Line) -> bool:
    """Whether the cards of a trick can be shown: where a game has secrets, they lie face down while the deal is on."""
    event = line.event
    played = played_at(log, line.entry.seq, event)
    if played is None:
        return False
    secrets = played.game.secrets
    return played.since is not None or secrets is None or not secrets.face_down(played.state, event)


def is_known(log: Log, line: Line, cards: bool, insider: bool) -> bool:
    """Whether what happened at this entry can be told, and with `cards` also which ones were played."""
    return is_open(log, line, insider) and shows_cards(log, line) if cards else is_open(log, line, True)


def first_hidden(log: Log, insider: bool = True) -> int | None:
    """The first entry that is hidden from anybody, even if it was undone; a night file exported now ends before it.

    For somebody who is not an `insider` it also ends before the first game with secrets.
    """
    start = log.night.game.started - 1 if log.night.game else log.seq
    lines = log.lines[start:] if insider else log.lines
    return next((line.entry.seq for line in lines if not is_open(log, line, insider)), None)


def face_down(log: Log) -> dict[int, str]:
    """The hidden entries of the game that is on, including undone ones: the owner's seat of each, by seq."""
    playing, on = log.night.game, shown(log).game
    secrets = playing.game.secrets if playing else None
    if playing is None or on is None or secrets is None:
        return {}
    events = ((line.entry.seq, line.event) for line in log.lines[playing.started - 1 :])
    own = ((seq, event) for seq, event in events if started_or_played_at(log, seq, event) is playing)
    owners = ((seq, secrets.hidden(on.state, event)) for seq, event in own)
    return {seq: owner for seq, owner in owners if owner is not None}


def can_see(log: Log, seat: str, since: int | None) -> bool:
    """Whether a phone that has acted for a seat since entry `since` can see its hidden entries: all came later.

    A phone without a `since` only enters public facts, and sees nothing of a game with secrets.
    """
    playing = log.night.game
    if since is not None and (playing is None or since < playing.started):
        return True  # only entries of the game that is on are hidden
    hidden = {seq: owner for seq, owner in face_down(log).items() if log.line(seq).counts is not None}
    if since is None:
        return not hidden and (playing is None or "seat" not in playing.game.entering.senders.values())
    return all(seq > since for seq, owner in hidden.items() if owner == seat)


def hidden_again(log: Log, candidate: Candidate) -> set[int]:
    """The entries that everybody can read now and that an undo or a change would hide again."""
    hidden = face_down(log.after(candidate))
    return hidden.keys() - face_down(log).keys() if hidden else set()


def turned_up(log: Log, after: Log) -> bool:
    """Whether something that lies face down now would lie open `after` some corrections."""
    return bool(face_down(log).keys() - face_down(after).keys())


def played_at(log: Log, seq: int, event: Event) -> Played | None:
    """The game whose own event an entry is. No game is asked about an event of the engine.

    An entry of a game that was undone belongs to none, because a game started later can have the same events.
    """
    return None if isinstance(event, GameStarted) else started_or_played_at(log, seq, event)


def started_or_played_at(log: Log, seq: int, event: Event) -> Played | None:
    """The same, and also the game that an entry started."""
    begins, played = isinstance(event, GameStarted), log.night.played
    before = bisect_left(played, seq + begins, key=attrgetter("started"))
    found = played[before - 1] if before else None
    if found is None or not _is_of(found.game, event) or _undone_start(log, seq) > found.started:
        return None
    return None if begins and found.started != seq else found


def game_at(log: Log, seq: int, event: Event) -> Game | None:
    """The game that was on at entry `seq`, also if it was undone since. None if the event is not its own."""
    if isinstance(event, GameStarted):
        return GAMES.get(event.game)
    played = played_at(log, seq, event)
    if played is not None:
        return played.game
    begun = _undone_start(log, seq)
    start = log.line(begun).entry.event if begun else None
    game = GAMES.get(start.game) if isinstance(start, GameStarted) else None
    return game if game is not None and _is_of(game, event) else None


def _undone_start(log: Log, seq: int) -> int:
    """For an undone entry, the newest start of a game before it that was undone after it; 0 for none."""
    undone = log.marks.undone
    if seq not in undone:
        return 0
    before = (start for start, by in undone.items() if start < seq < by)
    return max((start for start in before if isinstance(log.line(start).entry.event, GameStarted)), default=0)


def _is_of(game: Game, event: Event) -> bool:
    """Whether an event is one of this game, or starts it."""
    return event.game == game.id if isinstance(event, GameStarted) else game.owns(event)
