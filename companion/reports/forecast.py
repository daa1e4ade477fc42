"""What a game costs before anybody plays it, and what a house rule adds: simulated, some hundred deals at a time.

The first time that takes some hundred milliseconds, so a server asks through `native.aside`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from math import ceil
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ..domain import events as of
from ..domain.fines import Charge, total
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.simulation import Raw, Simulation
from ..domain.house_rules.english.starters import Starter, starters
from ..domain.house_rules.model import Called, HouseRule, Part, Ruled, When
from ..domain.refused import Refused
from ..domain.seating import Circle
from ..domain.transitions import check, evolve, fold
from ..system import chance

HOURS = 2.0
HARD = 2.0
DEALS = 300
EVENTS = 4000
SEED = 0  # always the same luck: a forecast is the same whoever asks

Options = Mapping[str, Any]
Shape = tuple[When, tuple[Part, ...]]


class Spread(msgspec.Struct, frozen=True):
    """What one player pays on average; one in ten pays at most `low`, and one in ten `high` or more."""

    mean: float
    low: int
    high: int


class Evening(msgspec.Struct, frozen=True):
    """What so many players pay for a game, in the night's unit.

    `each` is one player's in a deal, or where games end by themselves (`ends`) in a game, `an_hour` being played.
    `whole` is one player's in `hours`. `largest` is the largest single fine by the game that was met, `dearest` the
    largest there can be. `paid` says that it is played for tokens, paid at once and never owed.
    """

    game: str
    players: int
    ends: bool
    an_hour: float
    hours: float
    each: Spread
    whole: Spread
    largest: int
    dearest: int
    paid: bool


class RuleForecast(msgspec.Struct, frozen=True):
    """What a house rule adds to a deal or round on average: how often it fires, and drinks for all and for each.

    `most` is what one player paid by it in one deal. Of a rule that people call (`caught`) nobody knows how often it
    fires: these are its costs if somebody is caught once a deal.
    """

    times: float
    total: float
    each: float
    most: int
    caught: bool

    @property
    def is_hard(self) -> bool:
        """Whether a table should think twice: it costs everybody two or more a deal."""
        return self.each >= HARD


class Setup(NamedTuple):
    """The game that is asked about, for how many players, with which options (JSON; whom they name are seats here)."""

    game: str
    players: int
    options: bytes = b"{}"

    @property
    def seats(self) -> Circle:
        """Who plays: p1, p2, and so on clockwise."""
        return tuple(f"p{number}" for number in range(1, self.players + 1))


class Dealt(NamedTuple):
    """What was charged in one deal or round, and whether the game was over with it."""

    charges: tuple[Charge, ...]
    over: bool


def evening(
    game: str, players: int, options: Options | None = None, hours: float = HOURS, rules: Iterable[Ruled] = ()
) -> Evening:
    """What an evening costs each player, with these house rules in force as far as the companion watches for them.

    Raises Refused for a game, a number of players or options that there are not.
    """
    watched = tuple((rule.when, rule.parts) for rule in rules if not isinstance(rule.when, Called))
    return _evening(_setup(game, players, options), hours, watched)


def rule_forecast(game: str, players: int, rule: Ruled, options: Options | None = None) -> RuleForecast:
    """What a house rule adds to each deal or round; raises Refused as `evening` does."""
    return _rule_forecasts(_setup(game, players, options), ((rule.when, rule.parts),))[0]


def starter_forecasts(
    game: str, players: int, options: Options | None = None
) -> tuple[tuple[Starter, RuleForecast], ...]:
    """The starters of a game, each with what it adds; raises Refused as `evening` does."""
    setup = _setup(game, players, options)
    paid = SimulatedGame(setup).is_paid_at_once()  # then what one rule charges leaves less for another
    shapes = tuple((starter.when, starter.parts) for starter in starters(game))
    adds = [_rule_forecasts(setup, (shape,))[0] for shape in shapes] if paid else _rule_forecasts(setup, shapes)
    return tuple(zip(starters(game), adds, strict=True))


def _setup(game: str, players: int, options: Options | None) -> Setup:
    seats = Setup(game, players).seats

    def seated(value: Any) -> Any:
        """An option that names people names as many seats of the simulation; any other stays."""
        names_people = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
        return seats[: len(value)] if names_people else value

    named = {option: seated(value) for option, value in (options or {}).items()}
    return Setup(game, players, msgspec.json.encode(named, order="sorted"))


# What simulated deals come to


@lru_cache(maxsize=32)
def _evening(setup: Setup, hours: float, shapes: tuple[Shape, ...]) -> Evening:
    deals = tuple(simulated(setup, shapes))
    first = SimulatedGame(setup)
    game, state = first.begun()
    ends = any(deal.over for deal in deals)
    units: list[dict[str, int]] = []  # what each paid in every deal, or in every game where games end
    rows: list[tuple[str, int]] = []
    played = 0
    for number, deal in enumerate(deals, start=1):
        rows += [(charge.player, charge.amount) for charge in deal.charges]
        if deal.over or not ends:
            units.append(total(rows))
            rows, played = [], number
    an_hour = 60 / (played / len(units) * simulation_of(game).minutes(setup.players))
    columns = [[unit.get(seat, 0) for unit in units] for seat in setup.seats]
    wholes = [amount for column in columns for amount in _in_a_row(column, max(1, round(hours * an_hour)))]
    return Evening(
        game=setup.game,
        players=setup.players,
        ends=ends,
        an_hour=an_hour,
        hours=hours,
        each=_spread([amount for column in columns for amount in column]),
        whole=_spread(wholes),
        largest=max((row.amount for deal in deals for row in deal.charges if row.rule is None), default=0),
        dearest=simulation_of(game).dearest(state.options, setup.players),
        paid=first.is_paid_at_once(),
    )


def _in_a_row(amounts: list[int], size: int) -> list[int]:
    """The sums of so many amounts in a row, from each of them on; after the last comes the first again."""
    turns = size // len(amounts) + 2
    until = list(accumulate(amounts * turns, initial=0))
    return [until[start + size] - until[start] for start in range(len(amounts))]


def _spread(amounts: Sequence[int]) -> Spread:
    ordered, tenth = sorted(amounts), ceil(len(amounts) / 10)
    return Spread(sum(ordered) / len(ordered), ordered[tenth - 1], ordered[-tenth])


@lru_cache(maxsize=256)
def _rule_forecasts(setup: Setup, shapes: tuple[Shape, ...]) -> tuple[RuleForecast, ...]:
    """What each of these rules adds, in their order; where drinks are owed they do not touch one another."""
    deals = [[row for row in deal.charges if row.rule] for deal in simulated(setup, shapes)]
    found = []
    for number, (when, _) in enumerate(shapes):
        rows = [[row for row in deal if row.rule == str(number)] for deal in deals]
        drinks = sum(row.amount for deal in rows for row in deal) / len(deals)
        forecast = RuleForecast(
            times=sum(len({row.seq for row in deal}) for deal in rows) / len(deals),
            total=drinks,
            each=drinks / setup.players,
            most=max(max(total((row.player, row.amount) for row in deal).values(), default=0) for deal in rows),
            caught=isinstance(when, Called),
        )
        found.append(forecast)
    return tuple(found)


# The simulation


def simulation_of(game: Game) -> Simulation:
    """How a game plays itself; raises Refused where that is not known."""
    if game.simulation is None:
        raise Refused(f"what {game.name} costs is not known")
    return game.simulation


def simulated(setup: Setup, shapes: tuple[Shape, ...] = ()) -> Iterator[Dealt]:
    """What each deal charges while these rules are in force; the charges of the first have rule `0`, and so on.

    There are so many deals, or fewer if these have many events. Who may choose, chooses one other player; a rule that
    people call catches one player at the end of each deal.

    Raises Refused for a game, a number of players or options that there are not.
    """
    playing = SimulatedGame(setup, shapes)
    for number in range(DEALS):
        if playing.events >= EVENTS:
            return
        yield playing.deal(number)


class SimulatedGame:
    """A night in which a game plays itself, over and over; `events` is how many of the game there were."""

    def __init__(self, setup: Setup, shapes: tuple[Shape, ...] = ()) -> None:
        joined = (of.PlayerJoined(player=seat, name=seat) for seat in setup.seats)
        opened = (of.NightOpened(name="simulation"), *joined)
        rules = {str(name): HouseRule(str(name), "rule", *shape) for name, shape in enumerate(shapes)}
        night = fold(of.Entry(seq, event) for seq, event in enumerate(opened, start=1))
        self.night = replace(night, rules=rules)
        self.events = 0
        self._setup, self._source, self._seq = setup, Random(SEED), count(1)
        self._charges: list[Charge] = []

    def begun(self) -> tuple[Game, Any]:
        """The game and its state, begun (again) if it is not on."""
        if self.night.game is None:
            self._enter(self._start())
        assert self.night.game is not None
        return GAMES[self._setup.game], self.night.game.state

    def is_paid_at_once(self) -> bool:
        """Whether the game is played for tokens that are paid at once."""
        game, state = self.begun()
        return game.pays is not None and game.pays(state, (), self.night.table()) is not None

    def deal(self, number: int) -> Dealt:
        """Plays the next deal, cut short where the game ends before it."""
        game, state = self.begun()
        for raw in simulation_of(game).deal(state, self.night.table(), self._source.choice):
            self.events += 1
            self._enter(of.read(raw, game.events))
            while self.night.asking:
                self._call(self.night.asking[0].rule, self.night.asking[0].player, self.events)
            if self.night.game is None:
                break
        for rule in self.night.rules.values():
            if isinstance(rule.when, Called):
                self._call(rule.id, self._setup.seats[number % self._setup.players], number)
        charges, self._charges = tuple(self._charges), []
        return Dealt(charges, self.night.game is None)

    def _start(self) -> of.Event:
        setup = self._setup
        options = msgspec.json.decode(setup.options)
        raw: Raw = {"type": "game.started", "game": setup.game, "players": list(setup.seats), "options": options}
        if setup.game in GAMES and (fill := GAMES[setup.game].fill):
            fill(None, raw, lambda number: chance.dice(number, self._source))
        event = of.read(raw, {})
        check(self.night, of.Entry(0, event))
        return event

    def _enter(self, event: of.Event) -> None:
        self.night, charges = evolve(self.night, of.Entry(next(self._seq), event))
        self._charges += charges

    def _call(self, rule: str, player: str, number: int) -> None:
        """The rule called on somebody, who chooses one of the others, each in turn."""
        circle = self._setup.seats
        steps = 1 + number % max(1, len(circle) - 1)
        chosen = circle[(circle.index(player) + steps) % len(circle)]
        self._enter(of.RuleCalled(rule=rule, player=player, chosen=(chosen,)))
