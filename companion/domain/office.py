"""The finesmaster's office: by which entry its holder got it, and whether they took it over themselves."""

from .event_log import Line, Log
from .events import EntryUndone, Event, FinesmasterNamed, NightClosed, PlayerJoined, PlayerLeft
from .old_votes import OfficeVoted
from .refused import Refused
from .rights import State, is_free, judged_by

NEW_IN_OFFICE = 3600.0  # seconds in which who took the office over cannot do everything


def office_since(log: Log) -> Line | None:
    """The entry by which the finesmaster got the office; None if they have had it since the night began."""
    for line in reversed(log.lines):
        if isinstance(line.counts, FinesmasterNamed | OfficeVoted):
            before = log.night_after(line.entry.seq - 1).finesmaster
            if before != line.counts.player:
                return line
    return None


def is_vacant(state: State) -> bool:
    """Whether no phone acts for the finesmaster, or they have left and said so themselves, which anybody can say."""
    master = state.night.finesmaster
    if master is None or is_free(state, master):
        return True
    lefts = (line.entry.by for line in reversed(state.log.lines) if line.counts == PlayerLeft(player=master))
    return master in state.night.away and next(lefts, None) == master


def took_over_after(log: Log, time: str, target: int = 0) -> bool:
    """Whether the finesmaster took the office over after this time, and after entry `target`.

    Not if it was handed to them by the one before.
    """
    line = office_since(log)
    if line is None or not isinstance(line.counts, FinesmasterNamed) or target > line.entry.seq:
        return False
    return line.entry.by == line.counts.player and (line.entry.at or "") > time


def check_established(event: Event | None, state: State, own: str, an_hour_ago: str) -> None:
    """Refuses what the finesmaster cannot do in the first hour after taking the office over.

    That is to delete the night, to hand the office on, to remove a phone, and to end the night while the one before
    them is here; None stands for an act that is no event. To undo the takeover gives the office back.
    """
    if event is not None:
        judged, undone = judged_by(event, state.log), event.entry if isinstance(event, EntryUndone) else 0
        since = office_since(state.log) if isinstance(judged, FinesmasterNamed) else None
        if isinstance(judged, PlayerJoined):  # undone, it removes the player's phone
            waits = bool(undone) and judged.player != own and state.phones.has_phone(judged.player)
        else:
            waits = isinstance(judged, FinesmasterNamed)
        if isinstance(judged, NightClosed) and (why := why_ending_waits(state, an_hour_ago)):
            raise Refused(why)
        if not waits or (since and undone == since.entry.seq):
            return
    if took_over_after(state.log, an_hour_ago):
        name = state.night.name_of(state.night.finesmaster)
        raise Refused(f"{name} took the office over less than an hour ago, so that has to wait.")


def why_ending_waits(state: State, an_hour_ago: str) -> str:
    """Why who took the office over cannot end the night yet, and what to do; "" if they can."""
    line, name = office_since(state.log), state.night.name_of
    if line is None or not took_over_after(state.log, an_hour_ago):
        return ""
    before = state.log.night_after(line.entry.seq - 1).finesmaster
    if before is None or before in state.night.away or is_free(state, before):
        return ""
    until = f"Within that hour the night ends only once {name(before)} has gone home: say so at that name in Seats."
    return f"{name(state.night.finesmaster)} took the office over less than an hour ago. {until}"
