"""Forecasts of what a game will cost, and what a house rule adds to that, by simulating up to DEALS deals.

The first forecast takes some hundred milliseconds, so a server calls it through `native_threads.aside`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from math import ceil
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ..domain import events as of
from ..domain.asking import Ask
from ..domain.fines import Charge, total
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.simulation import Raw, Simulation
from ..domain.house_rules.english.starters import starters
from ..domain.house_rules.model import Called, HouseRule, Part, When
from ..domain.refused import Refused
from ..domain.seating import Circle, clockwise_from
from ..domain.transitions import check, evolve, fold
from ..system import chance

HOURS = 2  # the length of an evening
HARD = 2.0  # a rule that costs each player this much in a deal is hard
DEALS = 300  # the most deals simulated
EVENTS = 4000  # no further deal begins after this many events
SEED = 0  # always the same random numbers, so that a forecast is the same for everybody

Options = Mapping[str, Any]
Shape = tuple[When, tuple[Part, ...]]


class Spread(msgspec.Struct, frozen=True):
    """What one player pays on average; one in ten pays at most `low`, and one in ten `high` or more."""

    mean: float
    low: int
    high: int


class Evening(msgspec.Struct, frozen=True):
    """What a game costs this number of players, in the night's unit.

    `each` is one player's cost of a deal, or of a game if games end by themselves (`ends`); `an_hour` is how many of
    them fit in an hour. `whole` is one player's cost in HOURS. `dearest` is the largest possible single fine. `paid`
    means that fines are paid at once in tokens and never owed.
    """

    game: str
    players: int
    ends: bool
    an_hour: float
    each: Spread
    whole: Spread
    dearest: int
    paid: bool


class Setup(NamedTuple):
    """The game to simulate, its number of players, and its options (JSON; people in them are simulated seats)."""

    game: str
    players: int
    options: bytes = b"{}"

    @property
    def seats(self) -> Circle:
        """The players, clockwise: p1, p2, and so on."""
        return tuple(f"p{number}" for number in range(1, self.players + 1))


class Dealt(NamedTuple):
    """The charges of one deal or round, and whether the game ended with it."""

    charges: tuple[Charge, ...]
    over: bool


def evening(game: str, players: int, options: Options | None = None, rules: Iterable[HouseRule] = ()) -> Evening:
    """What an evening costs each player with these house rules in force, except those that people must call.

    Raises Refused for an unknown game, or a number of players or options that the game does not allow.
    """
    seats = Setup(game, players).seats

    def seated(value: Any) -> Any:
        """The option's value; lists of people, or of teams of them, are replaced by as many simulated seats."""
        match value:
            case [[*_], *_]:
                left = iter(seats)
                return [[next(left, "") for _ in team] for team in value]
            case [str(), *_]:
                return seats[: len(value)]
        return value

    named = {option: seated(value) for option, value in (options or {}).items()}
    watched = tuple((rule.when, rule.charges) for rule in rules if not isinstance(rule.when, Called))
    return _evening(Setup(game, players, msgspec.json.encode(named, order="sorted")), watched)


@lru_cache(maxsize=32)
def _evening(setup: Setup, shapes: tuple[Shape, ...]) -> Evening:
    table = SimulatedGame(setup, shapes)
    deals = tuple(table.deals())
    ends = any(deal.over for deal in deals)
    units: list[dict[str, int]] = []  # what each player paid, for every deal, or for every game if games end
    rows: list[tuple[str, int]] = []
    played = 0
    for number, deal in enumerate(deals, start=1):
        rows += [(charge.player, charge.amount) for charge in deal.charges]
        if deal.over or not ends:
            units.append(total(rows))
            rows, played = [], number
    game, state = table.begun()
    an_hour = 60 / (played / len(units) * simulation_of(game).minutes(setup.players))
    columns = [[unit.get(seat, 0) for unit in units] for seat in setup.seats]
    wholes = [amount for column in columns for amount in _in_a_row(column, max(1, round(HOURS * an_hour)))]
    return Evening(
        game=setup.game,
        players=setup.players,
        ends=ends,
        an_hour=an_hour,
        each=_spread([amount for column in columns for amount in column]),
        whole=_spread(wholes),
        dearest=simulation_of(game).dearest(state.options, setup.players),
        paid=game.tokens is not None and game.tokens.pays(state, (), table.night.table()) is not None,
    )


def _in_a_row(amounts: list[int], size: int) -> list[int]:
    """For each amount, the sum of `size` amounts beginning with it; after the last, the first follows again."""
    turns = size // len(amounts) + 2
    until = list(accumulate(amounts * turns, initial=0))
    return [until[start + size] - until[start] for start in range(len(amounts))]


def _spread(amounts: Sequence[int]) -> Spread:
    ordered, tenth = sorted(amounts), ceil(len(amounts) / 10)
    return Spread(sum(ordered) / len(ordered), ordered[tenth - 1], ordered[-tenth])


@lru_cache(maxsize=64)
def starter_forecasts(game: str, players: int) -> dict[str, float]:
    """What each starter rule of a game costs each player in an average deal or round, by the rule's text.

    Rules that people must call are left out: how often they do is not known; and those that only give a title, which
    costs nothing. Raises Refused as `evening` does.
    """
    watched = [starter for starter in starters(game) if starter.parts and not isinstance(starter.when, Called)]
    table = SimulatedGame(Setup(game, players), [(starter.when, starter.parts) for starter in watched])
    deals = list(table.deals())
    drinks = total((row.rule, row.amount) for deal in deals for row in deal.charges if row.rule)
    return {rule.text: drinks.get(str(number), 0) / len(deals) / players for number, rule in enumerate(watched)}


# The simulation


def simulation_of(game: Game) -> Simulation:
    """The simulation of a game; raises Refused if it has none."""
    if game.simulation is None:
        raise Refused(f"what {game.name} costs is not known")
    return game.simulation


class SimulatedGame:
    """A night in which a game is simulated again and again, while rules of these shapes are in force.

    In the charges the first rule has the id `0`, the second `1`, and so on.
    """

    def __init__(self, setup: Setup, shapes: Iterable[Shape] = ()) -> None:
        joined = (of.PlayerJoined(player=seat, name=seat) for seat in setup.seats)
        opened = (of.NightOpened(name="simulation"), *joined)
        rules = {str(name): HouseRule(str(name), "rule", *shape) for name, shape in enumerate(shapes)}
        night = fold(of.Entry(seq, event) for seq, event in enumerate(opened, start=1))
        self.night = replace(night, rules=rules)
        self._setup, self._source, self._seq, self._picks = setup, Random(SEED), count(1), count()
        self._charges: list[Charge] = []
        self._events = 0

    def begun(self) -> tuple[Game, Any]:
        """The game and its state; starts the game (again) if it is not running."""
        if self.night.game is None:
            self._enter(self._start())
        assert self.night.game is not None
        return self.night.game.game, self.night.game.state

    def deals(self) -> Iterator[Dealt]:
        """Plays DEALS deals, or fewer once there are EVENTS events; a deal is cut short if the game ends in it.

        Raises Refused for an unknown game, or a number of players or options that the game does not allow.
        """
        for _ in range(DEALS):
            if self._events >= EVENTS:
                return
            game, state = self.begun()
            for raw in simulation_of(game).deal(state, self.night.table(), self._source.choice):
                self._events += 1
                self._enter(of.read(raw, game.events))
                while self.night.asking:
                    self._pick(self.night.asking[0])
                if self.night.game is None:
                    break
            charges, self._charges = tuple(self._charges), []
            yield Dealt(charges, self.night.game is None)

    def _start(self) -> of.Event:
        setup = self._setup
        given = msgspec.json.decode(setup.options)
        raw: Raw = {"type": "game.started", "game": setup.game, "players": list(setup.seats), "options": given}
        if setup.game in GAMES:
            GAMES[setup.game].entering.fill(None, raw, lambda number: chance.dice(number, self._source), ())
        event = of.read(raw, {})
        check(self.night, of.Entry(0, event))
        return event

    def _enter(self, event: of.Event) -> None:
        self.night, charges = evolve(self.night, of.Entry(next(self._seq), event))
        self._charges += charges

    def _pick(self, asked: Ask) -> None:
        """The player who is asked picks another player, a different one in turn."""
        circle = clockwise_from(asked.player, self._setup.seats)[1:] or self._setup.seats
        picked = circle[next(self._picks) % len(circle)]
        self._events += asked.rule is None  # what house rules ask changes no deal
        answer = {**asked.answer, asked.fills: [picked] if asked.each else picked}
        self._enter(of.read(answer, GAMES[self._setup.game].events))
