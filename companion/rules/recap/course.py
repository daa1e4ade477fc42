"""The course of a night: each entry that counts with the game, deal and deeds it belongs to, as everybody may know."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .. import events as of
from ..fines import Charge
from ..games import GAMES
from ..games.game import Game, Step
from ..log import Line, Log
from ..night import Night, Played
from ..people import EVOLVES
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
    walk = Walk(log)
    stages = tuple(walk.stage(line, line.counts) for line in log.lines if line.counts is not None)
    return Course(stages, walk.states)


def games_of(night: Night) -> tuple[Played, ...]:
    """The games of a night, the one that is on last."""
    return (*night.games, night.game) if night.game else night.games


class Walk:
    """Goes through a log once more, with its games and people alone: what it charged stands in its lines already."""

    def __init__(self, log: Log) -> None:
        self.states: dict[int, list[Any]] = {}
        self._log, self._games = log, games_of(log.night)
        self._people = Night()
        self._game: Game | None = None
        self.state: Any = None
        self._number = self._deal = 0

    def stage(self, line: Line, event: of.Event) -> Stage:
        """One entry, after which this walk stands behind it."""
        if type(event) in EVOLVES:
            self._people, _ = EVOLVES[type(event)](self._people, of.Entry(line.entry.seq, event, by=line.entry.by))
        if isinstance(event, of.GameStarted):
            self._start(event)
        if self._game is None:
            return Stage(line, event, 0, 0)
        if type(event) not in OF_THE_NIGHT:
            return self._of_game(self._game, line, event)
        self._beside(self._game, line, event)
        return Stage(line, event, self._number, self._deal)

    def _start(self, event: of.GameStarted) -> None:
        self._game, self._number, self._deal = GAMES[event.game], self._number + 1, 0
        options = msgspec.convert(event.options, self._game.options)
        self.state = self._game.start(event, options, self._people.table())
        self.states[self._number] = []

    def _of_game(self, game: Game, line: Line, event: of.Event) -> Stage:
        began = getattr(event, "deal", 0) or getattr(event, "round", 0)
        if began > self._deal:
            self._deal = began
            self.states[self._number].append(self.state)
        before = self.state
        step = game.evolve(before, event, self._people.table())
        deeds = tuple(game.recount.deeds(before, event, step.state)) if game.recount else ()
        self._go_on(game, step, line.charges)
        known = deeds if deeds and self._is_known(game, line) else ()
        return Stage(line, event, self._number, self._deal, known, step.rights)

    def _is_known(self, game: Game, line: Line) -> bool:
        """Whether nobody has this entry hidden any more."""
        return game.hidden is None or is_open(self._log, line, insider=True)

    def _beside(self, game: Game, line: Line, event: of.Event) -> None:
        """What an entry of the night itself does to the game that is on."""
        match event:
            case of.GameEnded():
                self._game = None
            case of.PlayerLeft() | of.PlayerReturned() if game.left:
                self._go_on(game, game.left(self.state, self._people.table()), line.charges)
            case of.RuleCalled():
                self._go_on(game, Step(self.state), line.charges)
            case of.CallSettled(entry=seq, stands=False) if game.repays and seq > self._began:
                self.state = game.repays(self.state, _paid(self._log.night.calls[seq].charges))

    @property
    def _began(self) -> int:
        return self._games[self._number - 1].started

    def _go_on(self, game: Game, step: Step, charges: tuple[Charge, ...]) -> None:
        """The state after a step and what was paid for it, and whether the game is over."""
        paid = game.pays(step.state, _paid(charges), self._people.table()) if game.pays else None
        self.state = paid.state if paid else step.state
        if step.over or (paid and paid.over):
            self._game = None


def _paid(charges: tuple[Charge, ...]) -> tuple[Charge, ...]:
    return tuple(charge for charge in charges if charge.paid)
