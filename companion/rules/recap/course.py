"""The course of a night: each entry that counts with the game, deal and deeds it belongs to, as everybody may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .. import events as of
from ..games import GAMES
from ..log import Line, Log
from ..moments import Moment, moments
from ..recounting import Deed
from ..seating import Circle
from ..view import is_open

OF_THE_NIGHT = frozenset(of.EVENTS.values())


class Stage(NamedTuple):
    """An entry that counts: in which game of the night (1, 2, 3; between games 0) and which deal or round of it.

    `deeds` leave out what is still hidden from anybody; `rights` are those earned by it.
    """

    line: Line
    event: of.Event
    game: int
    deal: int
    deeds: tuple[Deed, ...] = ()
    rights: Circle = ()


class Course(NamedTuple):
    """The stages of a night, and for each of its games the states in which its deals or rounds began."""

    stages: tuple[Stage, ...]
    states: dict[int, list[Any]]


def course(log: Log) -> Course:
    """The course of a night as it stands."""
    states: dict[int, list[Any]] = {}
    return Course(tuple(_stages(log, states)), states)


def _stages(log: Log, states: dict[int, list[Any]]) -> Iterator[Stage]:
    deal = 0
    for moment in moments(log):
        event, number = moment.event, moment.number or 0
        if isinstance(event, of.GameStarted):
            states[number], deal = [], 0
        if _is_of_the_game(moment) and (begun := getattr(event, "deal", 0) or getattr(event, "round", 0)) > deal:
            deal = begun
            states[number].append(moment.before.game.state)  # type: ignore[union-attr]
        yield Stage(moment.line, event, number, deal if number else 0, _deeds(log, moment), _earned(moment))


def _is_of_the_game(moment: Moment) -> bool:
    return moment.before.game is not None and type(moment.event) not in OF_THE_NIGHT


def _deeds(log: Log, moment: Moment) -> tuple[Deed, ...]:
    """What was done at this entry, unless the entry is hidden from anybody still."""
    on, left = moment.before.game, moment.played
    if on is None or left is None or not _is_of_the_game(moment):
        return ()
    recount = GAMES[left.kind].recount
    deeds = tuple(recount.deeds(on.state, moment.event, left.state)) if recount else ()
    return deeds if deeds and is_open(log, moment.line, insider=True) else ()


def _earned(moment: Moment) -> Circle:
    """Who earned a right by this entry that did not lapse with the game at once."""
    if not _is_of_the_game(moment):
        return ()
    return tuple(right.player for right in moment.after.rights[len(moment.before.rights) :])
