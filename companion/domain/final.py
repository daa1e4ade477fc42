"""What of a game is final: the three cases of an undo or a change.

Nobody can hide again what everybody has read, or change dice that the companion threw. What is final can be put right
by the finesmaster alone, and the log says so. Everything else can be put right by whoever may enter it.
"""

from collections.abc import Iterator

from .corrections import Correction
from .event_log import Candidate, Line, Log
from .events import EVENTS, Correcting, Entry, Event, GameEnded
from .games.joining import GameJoined
from .night import Played
from .refused import Refused
from .visibility import hidden_again, shown, started_or_played_at

READ = "everybody has seen what was hidden"
OVER = "that game is over"
ENDED = "Everybody has seen what was hidden, so that game can’t go on. Start a new one."
VOIDED = "Everybody has seen what was hidden, so that deal can’t go on. Deal again."
OPENED = "Everybody has seen it, so it can’t be hidden again."


def why_final(log: Log, candidate: Candidate) -> str:
    """Why only the finesmaster can make this undo or change; "" if it is not final. Refuses what nobody can do."""
    correction = candidate.correction
    if correction is None:
        return ""
    new = candidate.tail.marks
    differ = map(log.line, new.differences(log.marks))
    finals = [called_final(log, line, new.counting(line.entry), log.seq + 1) for line in differ]
    if hidden_again(log, candidate):
        _check_can_hide(log, correction)
        finals.append(READ)
    if any(finals):
        return next(filter(None, finals))
    is_over = is_in_a_game_that_is_over(log, correction.entry) or _changes_what_is_over(log, candidate)
    return OVER if is_over else ""


def is_final(log: Log, entry: Entry) -> bool:
    """Whether the entry that this undo or change is about is final, whatever it would say afterwards."""
    if not isinstance(entry.event, Correcting) or not 0 < entry.event.entry <= log.seq:
        return False
    line = log.corrected(entry.event.entry)
    return bool(called_final(log, line, None, log.seq + 1)) or is_in_a_game_that_is_over(log, entry)


def is_in_a_game_that_is_over(log: Log, entry: Entry) -> bool:
    """Whether this undo or change is about an entry of a game that was over before it."""
    assert isinstance(entry.event, Correcting)
    played = game_of(log, log.corrected(entry.event.entry))
    return played is not None and played.ended is not None and played.ended < entry.seq


def _changes_what_is_over(log: Log, candidate: Candidate) -> bool:
    """Whether anybody would be charged differently in a game that is over, as by a house rule that is undone."""
    over = [range(played.started, (played.ended or 0) + 1) for played in log.night.played]
    charged = zip(log.lines[candidate.tail.start :], candidate.tail.lines, strict=False)
    differ = (old.entry.seq for old, new in charged if _amounts(old) != _amounts(new))
    return any(seq in game for seq in differ for game in over)


def _amounts(line: Line) -> list[tuple[str, int]]:
    return [(charge.player, charge.amount) for charge in line.charges]


def called_final(log: Log, line: Line, changed: Event | None, at: int) -> str:
    """Why its game calls an entry final, or "". Entry `at` undoes it, or makes it the event `changed`."""
    event = line.event
    played = started_or_played_at(log, line.entry.seq, event)
    if played is None:
        return ""
    on = shown(log).game if played.since is None else None
    final = played.game.corrections.final
    return final(on.state if on else played.state, event, changed, log.written_in(played, at))


def _check_can_hide(log: Log, correction: Correction) -> None:
    """An ended game or a voided deal that everybody could read stays so, and nothing is hidden by a change."""
    if log.night.game is None:
        raise Refused(ENDED)
    about = log.corrected(correction.target).entry.event
    if about.calls_off:
        raise Refused(VOIDED)
    if about.type in EVENTS or not correction.undoes:
        raise Refused(OPENED)


def game_of(log: Log, line: Line) -> Played | None:
    """The game to which an entry belongs, also if it is one of the engine. A game that was undone has no entries."""
    event = line.event
    if isinstance(event, GameEnded | GameJoined):
        return next((played for played in reversed(log.night.played) if played.started < line.entry.seq), None)
    return started_or_played_at(log, line.entry.seq, event)


def finals_corrected(log: Log, played: Played) -> Iterator[tuple[Event, str]]:
    """Each final event of a game that was undone or changed, as it was then, and why the game calls it final.

    What was undone in time, but entered anew too late, is one of them.
    """
    for correction in log.corrections:
        if correction.target > played.started and correction.entry.seq not in log.marks.undone:
            line = log.line(correction.target)
            anew = log.filled_by(line.entry.event, played) if correction.undoes else None
            at = max(correction.entry.seq, anew.entry.seq if anew else 0)
            if why := called_final(log, line, None, at):
                yield line.entry.event, why


def told(log: Log, entry: Entry) -> str:
    """What the log says of the undo or change of something final: why it was, and that the finesmaster did it."""
    assert isinstance(entry.event, Correcting)
    why = called_final(log, log.corrected(entry.event.entry), None, entry.seq)
    why = why or (OVER if is_in_a_game_that_is_over(log, entry) else "")
    if not why:
        return ""
    master = log.night_after(entry.seq).finesmaster
    by = f" The finesmaster, {log.night.name_of(master)}, put it right." if entry.by == master else ""
    return f"{why[0].upper()}{why[1:]}.{by}"
