"""What a game costs before anybody plays it, and how hard a house rule bites: simulated, some hundred deals at a time.

The first time that takes some hundred milliseconds, so a server asks through `native.aside`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import Any, Protocol

import msgspec

from companion.forecast.rehearsed import Asked, Due, Shape, dues, is_paid_at_once, seats
from companion.rules.complaints import in_words
from companion.rules.fines import Charge, total
from companion.rules.games import GAMES
from companion.rules.house_rules import Called, Part, When
from companion.rules.refused import Refused
from companion.rules.starters import Starter

HOURS = 2.0
HARD = 2.0

Options = Mapping[str, Any]


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


class Bite(msgspec.Struct, frozen=True):
    """What a house rule adds to a deal or round on average: strikes, and drinks for all together and for each.

    `most` is what one player paid by it in one deal. Of a rule that people call (`caught`) nobody knows how often it
    strikes: these are its costs if somebody is caught once a deal.
    """

    strikes: float
    total: float
    each: float
    most: int
    caught: bool

    @property
    def is_hard(self) -> bool:
        """Whether a table should think twice: it costs everybody two or more a deal."""
        return self.each >= HARD


class Ruled(Protocol):
    """What strikes and charges: a house rule, a starter, or what a sentence means."""

    @property
    def when(self) -> When: ...

    @property
    def parts(self) -> tuple[Part, ...]: ...


def evening(
    game: str, players: int, options: Options | None = None, hours: float = HOURS, rules: Iterable[Ruled] = ()
) -> Evening:
    """What an evening costs each player, with these house rules in force as far as the companion watches for them.

    Raises Refused for a game, a number of players or options that there are not.
    """
    watched = tuple((rule.when, rule.parts) for rule in rules if not isinstance(rule.when, Called))
    return _evening(_asked(game, players, options), hours, watched)


def bite(game: str, players: int, rule: Ruled, options: Options | None = None) -> Bite:
    """What a house rule adds to each deal or round; raises Refused as `evening` does."""
    return _bites(_asked(game, players, options), ((rule.when, rule.parts),))[0]


def shelf(game: str, players: int, options: Options | None = None) -> tuple[tuple[Starter, Bite], ...]:
    """The starters of a game, each with its bite; raises Refused as `evening` does."""
    asked = _asked(game, players, options)
    if is_paid_at_once(asked):
        return tuple((starter, bite(game, players, starter, options)) for starter in GAMES[game].starters)
    starters = GAMES[game].starters
    bites = _bites(asked, tuple((starter.when, starter.parts) for starter in starters))
    return tuple(zip(starters, bites, strict=True))


def _asked(game: str, players: int, options: Options | None) -> Asked:
    named = {option: _seated(value, players) for option, value in (options or {}).items()}
    return Asked(game, players, msgspec.json.encode(named, order="sorted"))


def _seated(value: Any, players: int) -> Any:
    """An option that names people names as many seats of the rehearsal; any other stays."""
    names_people = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    return seats(players)[: len(value)] if names_people else value


@lru_cache(maxsize=32)
def _evening(asked: Asked, hours: float, shapes: tuple[Shape, ...]) -> Evening:
    deals = tuple(dues(asked, shapes))
    units, ends = _units(deals), any(deal.over for deal in deals)
    game = GAMES[asked.game]
    assert game.rehearsal is not None
    rounds = (len(deals) - [deal.over for deal in deals[::-1]].index(True)) / len(units) if ends else 1
    an_hour = 60 / (rounds * game.rehearsal.minutes(asked.players))
    columns = [[unit.get(seat, 0) for unit in units] for seat in asked.seats]
    wholes = [amount for column in columns for amount in _in_a_row(column, max(1, round(hours * an_hour)))]
    return Evening(
        game=asked.game,
        players=asked.players,
        ends=ends,
        an_hour=an_hour,
        hours=hours,
        each=_spread([amount for column in columns for amount in column]),
        whole=_spread(wholes),
        largest=max((row.amount for deal in deals for row in deal.charges if row.rule is None), default=0),
        dearest=_dearest(asked),
        paid=is_paid_at_once(asked),
    )


def _dearest(asked: Asked) -> int:
    game = GAMES[asked.game]
    assert game.rehearsal is not None
    try:
        options = msgspec.json.decode(asked.options, type=game.options)
    except msgspec.ValidationError as wrong:  # of what a game throws for itself, whatever was said
        raise Refused(f"options of {game.name}: {in_words(str(wrong))}") from None
    return game.rehearsal.dearest(options, asked.players)


def _units(deals: Sequence[Due]) -> list[dict[str, int]]:
    """What each paid in every deal, or in every game where games end; the last may not have come to its end."""
    ends = any(deal.over for deal in deals)
    units: list[dict[str, int]] = []
    rows: list[tuple[str, int]] = []
    for deal in deals:
        rows += [(charge.player, charge.amount) for charge in deal.charges]
        if deal.over or not ends:
            units.append(total(rows))
            rows = []
    return units


def _in_a_row(amounts: list[int], size: int) -> list[int]:
    """The sums of so many amounts in a row, from each of them on; after the last comes the first again."""
    turns = size // len(amounts) + 2
    until = list(accumulate(amounts * turns, initial=0))
    return [until[start + size] - until[start] for start in range(len(amounts))]


def _spread(amounts: Sequence[int]) -> Spread:
    ordered, tenth = sorted(amounts), ceil(len(amounts) / 10)
    return Spread(sum(ordered) / len(ordered), ordered[tenth - 1], ordered[-tenth])


@lru_cache(maxsize=256)
def _bites(asked: Asked, shapes: tuple[Shape, ...]) -> tuple[Bite, ...]:
    """What each of these rules adds, in their order; where drinks are owed they do not touch one another."""
    deals = [[row for row in deal.charges if row.rule] for deal in dues(asked, shapes)]
    return tuple(_bite(asked, shape[0], str(name), deals) for name, shape in enumerate(shapes))


def _bite(asked: Asked, when: When, name: str, deals: Sequence[Sequence[Charge]]) -> Bite:
    rows = [[row for row in deal if row.rule == name] for deal in deals]
    drinks = sum(row.amount for deal in rows for row in deal) / len(deals)
    return Bite(
        strikes=sum(len({row.seq for row in deal}) for deal in rows) / len(deals),
        total=drinks,
        each=drinks / asked.players,
        most=max(max(total((row.player, row.amount) for row in deal).values(), default=0) for deal in rows),
        caught=isinstance(when, Called),
    )
