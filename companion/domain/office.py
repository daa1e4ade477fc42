"""The finesmaster's office: by which entry its holder got it, and whether they took it over themselves."""

from .event_log import Line, Log
from .events import FinesmasterNamed
from .old_votes import OfficeVoted


def office_since(log: Log) -> Line | None:
    """The entry by which the finesmaster got the office; None if they have had it since the night began."""
    for line in reversed(log.lines):
        if isinstance(line.counts, FinesmasterNamed | OfficeVoted):
            before = log.night_after(line.entry.seq - 1).finesmaster
            if before != line.counts.player:
                return line
    return None


def took_over_after(log: Log, time: str) -> bool:
    """Whether the finesmaster took the office over after this time, and was not handed it by the one before."""
    line = office_since(log)
    if line is None or not isinstance(line.counts, FinesmasterNamed):
        return False
    return line.entry.by == line.counts.player and (line.entry.at or "") > time
