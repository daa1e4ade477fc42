"""The finesmaster's office: by which entry its holder got it, and whether they took it over themselves."""

from .event_log import Log
from .events import EntryUndone, Event, FinesmasterNamed, NightClosed, PlayerJoined, PlayerLeft
from .old_votes import OfficeVoted
from .refused import Refused
from .rights import State, is_free, judged_by

NEW_IN_OFFICE = 3600.0  # seconds in which who took the office over cannot do everything


def office_since(log: Log) -> tuple[int, str | None]:
    """The entry by which the finesmaster got the office, and who had it before; 0 if they had it from the beginning."""
    for line in reversed(log.lines):
        if isinstance(line.counts, FinesmasterNamed | OfficeVoted):
            before = log.night_after(line.entry.seq - 1).finesmaster
            if before != line.counts.player:
                return line.entry.seq, before
    return 0, None


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
    seq, _ = office_since(log)
    if seq < max(target, 1) or not isinstance((line := log.line(seq)).counts, FinesmasterNamed):
        return False
    return line.entry.by == line.counts.player and (line.entry.at or "") > time


def check_established(event: Event | None, state: State, own: str, an_hour_ago: str) -> None:
    """Refuses what the finesmaster cannot do in the first hour after taking the office over.

    That is to delete the night, to hand the office on and not back, to remove a phone, and to end the night while the
    one before them is here; None stands for an act that is no event. To undo the takeover gives the office back, too.
    """
    if event is not None:
        judged, undone = judged_by(event, state.log), event.entry if isinstance(event, EntryUndone) else 0
        waits = False
        if isinstance(judged, PlayerJoined):  # undone, it removes the player's phone
            waits = bool(undone) and judged.player != own and state.phones.has_phone(judged.player)
        elif isinstance(judged, FinesmasterNamed):
            since, before = office_since(state.log)
            waits = undone != since and event != FinesmasterNamed(player=before or "")
        elif isinstance(judged, NightClosed) and (why := why_ending_waits(state, an_hour_ago)):
            raise Refused(why)
        if not waits:
            return
    if took_over_after(state.log, an_hour_ago):
        name = state.night.name_of(state.night.finesmaster)
        raise Refused(f"{name} took the office over less than an hour ago, so that has to wait.")


def why_ending_waits(state: State, an_hour_ago: str) -> str:
    """Why who took the office over cannot end the night yet, and what to do; "" if they can."""
    (_, before), name = office_since(state.log), state.night.name_of
    here = before is not None and before not in state.night.away and not is_free(state, before)
    if not here or not took_over_after(state.log, an_hour_ago):
        return ""
    now, old = name(state.night.finesmaster), name(before)
    ways = f"Has {old} gone home, or a dead phone? Tap {old} at the table: “Goes home”, “{old} has a new phone”."
    return f"{now} took the office over less than an hour ago, so {old} ends the night. {ways}"
