"""Which undos and changes need another player: of what is final, in a finished game, or hiding what everybody read."""

from collections.abc import Iterator
from typing import NamedTuple

from .corrections import Correction
from .event_log import Line, Log, Proposal
from .events import EVENTS, Entry, Event, GameEnded
from .games import GAMES
from .games.joining import GameJoined
from .games.trick_game import DealVoided
from .night import Played
from .refused import Refused
from .visibility import hidden_again, shown, started_or_played_at

READ = "everybody has seen what was hidden"
OVER = "that game is over"
ENDED = "Everybody has seen what was hidden, so that game can’t go on. Start a new one."
VOIDED = "Everybody has seen what was hidden, so that deal can’t go on. Deal again."
OPENED = "Everybody has seen it, so it can’t be hidden again."


class Reason(NamedTuple):
    """Why another player has to agree; in a game that is `over` the finesmaster's own tap is enough."""

    why: str
    over: bool = False


def why_two(log: Log, proposal: Proposal) -> Reason | None:
    """Why another player has to agree to an undo or a change (None: nobody has to); refuses what nobody can do."""
    correction = proposal.correction
    if correction is None:
        return None
    finals = [why for seq in proposal.tail.marks.differences(log.marks) if (why := _final(log, proposal, seq))]
    if hidden_again(log, proposal):
        _check_can_hide(log, correction)
        finals.append(READ)
    if finals:
        return Reason(finals[0])
    played = game_of(log, log.corrected(correction.target))
    is_over = played is not None and played.since is not None
    return Reason(OVER, over=True) if is_over or _changes_what_is_over(log, proposal) else None


def _changes_what_is_over(log: Log, proposal: Proposal) -> bool:
    """Whether anybody would be charged differently in a game that is over, as by a house rule that is undone."""
    over = [range(played.started, (played.ended or 0) + 1) for played in log.night.played]
    charged = zip(log.lines[proposal.tail.start :], proposal.tail.lines, strict=False)
    differ = (old.entry.seq for old, new in charged if _amounts(old) != _amounts(new))
    return any(seq in game for seq in differ for game in over)


def _amounts(line: Line) -> list[tuple[str, int]]:
    return [(charge.player, charge.amount) for charge in line.charges]


def _final(log: Log, proposal: Proposal, seq: int) -> str:
    """Why this entry, which counts differently after the proposal, is final; "" if it is not."""
    line = log.line(seq)
    return why_final(log, line, proposal.tail.marks.counting(line.entry), log.seq + 1)


def why_final(log: Log, line: Line, changed: Event | None, at: int) -> str:
    """Why one player alone cannot undo an entry, or make it the event `changed`, at entry `at`; "" if they can."""
    event = line.event
    played = started_or_played_at(log, line.entry.seq, event)
    if played is None:
        return ""
    on = shown(log).game if played.since is None else None
    final = GAMES[played.kind].corrections.final
    return final(on.state if on else played.state, event, changed, log.written_in(played, at))


def _check_can_hide(log: Log, correction: Correction) -> None:
    """An ended game or a voided deal that everybody could read stays so, and nothing is hidden by a change."""
    if log.night.game is None:
        raise Refused(ENDED)
    about = log.corrected(correction.target).entry.event
    if isinstance(about, DealVoided):
        raise Refused(VOIDED)
    if about.type in EVENTS or not correction.undoes:
        raise Refused(OPENED)


def game_of(log: Log, line: Line) -> Played | None:
    """The game to which an entry belongs, also an entry of the engine; None if it belongs to none that counts."""
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
            if why := why_final(log, line, None, at):
                yield line.entry.event, why


def was_alone(log: Log, seq: int) -> bool:
    """Whether the undo or change in entry `seq`, to which two had to agree, was made by the only phone at the table.

    Where two agreed, it was entered by somebody else than what it corrects.
    """
    if seq not in log.remembered:
        log.remembered[seq] = _was_alone(log, log.line(seq).entry)
    return log.remembered[seq]


def _was_alone(log: Log, entry: Entry) -> bool:
    if entry.by is None or entry.by != log.corrected(entry.seq).entry.by:
        return False
    then = Log()
    earlier = [correction for correction in log.corrections if correction.entry.seq < entry.seq]
    then.begin([line.entry for line in log.lines[: entry.seq - 1]], earlier)
    proposal = then.propose(entry, checked=True)
    try:
        reason = why_two(then, proposal)
    except Refused:  # an older version let it pass
        return False
    newest = proposal.correction is not None and proposal.correction.target == then.seq
    return reason is not None and not (reason.over and (newest or entry.by == then.night.finesmaster))
