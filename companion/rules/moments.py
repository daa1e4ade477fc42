"""A night looked at again entry by entry: what each one found, what it left, and the game it was about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .events import Event
from .fold import evolve
from .games import GAMES
from .house_rules import Happening
from .log import Line, Log
from .night import Night, Played


class Moment(NamedTuple):
    """An entry that counts, with the night before and after it."""

    line: Line
    before: Night
    after: Night

    @property
    def event(self) -> Event:
        """What the entry says, as it counts."""
        assert self.line.counts is not None
        return self.line.counts

    @property
    def played(self) -> Played | None:
        """The game that was on at this entry, or that it started, as the entry left it; None between games."""
        if self.after.game is not None:
            return self.after.game
        return self.after.games[-1] if self.before.game is not None else None

    @property
    def number(self) -> int | None:
        """Which game of the night that is, counted from 1."""
        return len(self.before.games) + 1 if self.played else None

    @property
    def is_of_game(self) -> bool:
        """Whether the entry is an event of the game that was on."""
        on = self.before.game
        return on is not None and type(self.event) is GAMES[on.kind].events.get(self.event.type)

    @property
    def happened(self) -> tuple[Happening, ...]:
        """What house rules could have heard at an entry of the game that was on."""
        on = self.before.game
        if on is None or not self.is_of_game:
            return ()
        return GAMES[on.kind].evolve(on.state, self.event, self.before.table()).happened

    @property
    def deal(self) -> int | None:
        """The deal or round that the entry is about, else the one that was on at it."""
        event = self.event
        said = getattr(event, "deal", None) or getattr(event, "round", None)
        on = getattr(self.before.game.state, "on", None) if self.before.game else None
        return said or getattr(on, "number", None)


def moments(log: Log) -> Iterator[Moment]:
    """Every entry that counts, the oldest first."""
    night = Night()
    for line in log.lines:
        if line.counts is not None:
            before, entry = night, line.entry
            night, _ = evolve(before, type(entry)(entry.seq, line.counts, entry.at, entry.by))
            yield Moment(line, before, night)
