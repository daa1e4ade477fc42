"""Deals that nobody played, always dealt with the same luck, and what they charge under some house rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion import chance
from companion.rules import events as of
from companion.rules.fines import Charge
from companion.rules.fold import check, evolve, fold
from companion.rules.games import GAMES
from companion.rules.games.game import Game
from companion.rules.house_rules import Called, HouseRule, Part, When
from companion.rules.night import Night
from companion.rules.refused import Refused
from companion.rules.rehearsing import Raw
from companion.rules.seating import Circle

DEALS = 300
EVENTS = 4000
SEED = 0

Shape = tuple[When, tuple[Part, ...]]


class Asked(NamedTuple):
    """The game that is asked about, for how many players, with which options (JSON; whom they name are seats here)."""

    game: str
    players: int
    options: bytes

    @property
    def seats(self) -> Circle:
        """Who plays: p1, p2, and so on clockwise."""
        return seats(self.players)


class Due(NamedTuple):
    """What was charged in one deal or round, and whether the game was over with it."""

    charges: tuple[Charge, ...]
    over: bool


def seats(players: int) -> Circle:
    """So many players without faces."""
    return tuple(f"p{number}" for number in range(1, players + 1))


def dues(asked: Asked, shapes: tuple[Shape, ...] = ()) -> Iterator[Due]:
    """What each deal charges while these rules are in force; the charges of the first have rule `0`, and so on.

    There are so many deals, or fewer if these have many events. Who may choose, chooses one other player; a rule that
    people call catches one player at the end of each deal.

    Raises Refused for a game, a number of players or options that there are not.
    """
    rehearsed = Rehearsed(asked, shapes)
    for number in range(DEALS):
        if rehearsed.events >= EVENTS:
            return
        rehearsed.deal()
        rehearsed.catch(number)
        yield rehearsed.due()


def is_paid_at_once(asked: Asked) -> bool:
    """Whether what one rule charges leaves less for another: in a game for tokens. Raises Refused as `dues` does."""
    rehearsed = Rehearsed(asked, ())
    game, state = rehearsed.begun()
    return game.pays is not None and game.pays(state, (), rehearsed.night.table()) is not None


class Rehearsed:
    """A night in which a game plays itself, over and over; `events` is how many of the game there were."""

    def __init__(self, asked: Asked, shapes: tuple[Shape, ...]) -> None:
        rules = {str(name): HouseRule(str(name), "rule", *shape) for name, shape in enumerate(shapes)}
        self.night = replace(_table(asked), rules=rules)
        self.events = 0
        self._asked, self._source, self._seq = asked, Random(SEED), count(1)
        self._charges: list[Charge] = []

    def begun(self) -> tuple[Game, Any]:
        """The game and its state, begun (again) if it is not on."""
        if self.night.game is None:
            self._enter(_started(self.night, self._asked, self._source))
        assert self.night.game is not None
        return GAMES[self._asked.game], self.night.game.state

    def deal(self) -> None:
        """Plays the next deal, cut short where the game ends before it."""
        game, state = self.begun()
        if game.rehearsal is None:
            raise Refused(f"nobody has rehearsed {game.name}, so what it costs is not known")
        for raw in game.rehearsal.deal(state, self.night.table(), self._source.choice):
            self.events += 1
            self._enter(of.read(raw, game.events))
            while self.night.asking:
                asking = self.night.asking[0]
                self._call(asking.rule, asking.player, self.events)
            if self.night.game is None:
                return

    def catch(self, number: int) -> None:
        """Calls each of the rules that people call on somebody, in turn."""
        player = self._asked.seats[number % self._asked.players]
        for rule in self.night.rules.values():
            if isinstance(rule.when, Called):
                self._call(rule.id, player, number)

    def due(self) -> Due:
        """What was charged since this was last asked."""
        charges, self._charges = tuple(self._charges), []
        return Due(charges, self.night.game is None)

    def _enter(self, event: of.Event) -> None:
        self.night, charges = evolve(self.night, of.Entry(next(self._seq), event))
        self._charges += charges

    def _call(self, rule: str, player: str, number: int) -> None:
        """The rule called on somebody, who chooses one of the others, each in turn."""
        circle = self._asked.seats
        steps = 1 + number % max(1, len(circle) - 1)
        chosen = circle[(circle.index(player) + steps) % len(circle)]
        self._enter(of.RuleCalled(rule=rule, player=player, chosen=(chosen,)))


def _started(night: Night, asked: Asked, source: Random) -> of.Event:
    options = msgspec.json.decode(asked.options)
    raw: Raw = {"type": "game.started", "game": asked.game, "players": list(asked.seats), "options": options}
    if asked.game in GAMES and (fill := GAMES[asked.game].fill):
        fill(None, raw, lambda number: chance.dice(number, source))
    event = of.read(raw, {})
    check(night, of.Entry(0, event))
    return event


def _table(asked: Asked) -> Night:
    joined = (of.PlayerJoined(player=seat, name=seat) for seat in asked.seats)
    return fold(of.Entry(seq, event) for seq, event in enumerate((of.NightOpened(name="rehearsal"), *joined), start=1))
