"""How the night went: the page of a night and of each of its games, with a table behind each plot."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import msgspec

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.games import GAMES
from ..domain.measure import TOKEN, amount, units
from ..domain.night import Night, Who, people_of
from .awards import awards, times
from .plots import Plot, bid_plot, box_plot, fine_plots, luck_plot, trick_plot
from .recap import GameRecap, Recap, recap

COUNTS_ALL = (
    "The places count all that was charged while it was on, "
    "also what was taken over from somebody else, and being caught where it fell."
)


class Given(msgspec.Struct, frozen=True):
    """An award as it is read out."""

    title: str
    people: tuple[Who, ...]
    because: str


class RuleCost(msgspec.Struct, frozen=True):
    """A house rule that fired: its words, what that came to, and how long its bar is (100 for the dearest)."""

    text: str
    said: str
    bar: float
    active: bool


class GameLine(msgspec.Struct, frozen=True):
    """A game of the night: who came first in it, as far as it is over."""

    number: int
    name: str
    said: str
    first: tuple[Who, ...]


class RecapPage(msgspec.Struct, frozen=True, kw_only=True):
    """A recap as it is shown: of the night, or of game `number` of it (0: the night). What there is not, is empty.

    `places` are with scores and places. `still` says that it is not over yet, `counts` what the places count where that
    is more than its fines.
    """

    title: str
    ask: str
    still: str
    facts: tuple[str, ...]
    awards: tuple[Given, ...]
    fined: bool
    plots: tuple[Plot, ...]
    rules: tuple[RuleCost, ...]
    number: int = 0
    games: tuple[GameLine, ...] = ()
    places: tuple[tuple[Who, int, int], ...] = ()
    counts: str = ""
    ending: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be seen yet."""
        return not (self.awards or self.plots or self.games)


def night_page(log: Log) -> RecapPage:
    """The recap of the night as it stands."""
    night, found = log.night, recap(log)
    return _page(
        found,
        (bid_plot(found), trick_plot(found)),
        "game" if len(found.games) > 1 else _per(found),
        title="How the night went",
        ask=", ".join((night.name, *dated(night.date))),
        still="" if night.closed else "The night is still on: this is how it stands.",
        facts=facts(found),
        games=tuple(_line(night, game) for game in found.games),
    )


def game_page(log: Log, number: int) -> RecapPage:
    """The recap of one game of the night; LookupError if there is no such game."""
    night, found = log.night, recap(log, number)
    (game,) = found.games
    people = people_of(night)
    return _page(
        found,
        _plots(found, game),
        _per(found),
        number=number,
        title=GAMES[game.kind].name,
        ask=f"Game {number} of {night.name}",
        still="" if game.over or night.closed else "The game is still on: this is how it stands.",
        facts=(_deals(game),),
        places=tuple((people[player], score, place) for player, score, place in game.places),
        counts=COUNTS_ALL if game.places and game.counts_charges and found.apart else "",
        ending=game.ending,
    )


def _page(found: Recap, plots: tuple[Plot | None, ...], per: str, **more: Any) -> RecapPage:
    fines = fine_plots(found, per, " and ".join(map(units, found.units)))
    return RecapPage(
        awards=given(found),
        fined=bool(fines),
        plots=(*fines, *(plot for plot in plots if plot)),
        rules=tuple(_rules(found)),
        **more,
    )


def given(found: Recap) -> tuple[Given, ...]:
    """The awards with the people who get them."""
    people = people_of(found.night)
    return tuple(
        Given(award.title, tuple(people[player] for player in award.players), award.because) for award in awards(found)
    )


def _plots(found: Recap, game: GameRecap) -> tuple[Plot | None, ...]:
    """The plots of a game beside its fines: where its luck is its tricks, these stand in that."""
    counter = GAMES[game.kind].counter
    luck = luck_plot(found, game) if any(share.got or share.even for share in game.luck) else None
    tricks = None if luck and counter and counter.by == "tricks" else trick_plot(found)
    return bid_plot(found), tricks, luck, box_plot(found, game)


def _rules(found: Recap) -> Iterator[RuleCost]:
    most = max((cost.cost for cost in found.costs), default=0)
    for cost in found.costs:
        drinks = [amount(cost.cost, found.night.unit)] if cost.cost or not cost.tokens else []
        tokens = [amount(cost.tokens, TOKEN)] if cost.tokens else []
        said = f"Struck {times(cost.times)}, {' and '.join([*drinks, *tokens])} in all"
        yield RuleCost(cost.rule.text, said, round(100 * cost.cost / most, 1) if most else 0.0, cost.rule.active)


def _line(night: Night, game: GameRecap) -> GameLine:
    people = people_of(night)
    first = tuple(people[player] for player, _, place in game.places if place == 1)
    shared = first if len(first) < len(game.places) else ()
    state = "" if game.over else ", unfinished" if night.closed else ", still on"
    return GameLine(game.number, GAMES[game.kind].name, f"{_deals(game)}{state}", shared)


def _per(found: Recap) -> str:
    return "round" if found.games and all(GAMES[game.kind].boxes for game in found.games) else "deal"


def _deals(game: GameRecap) -> str:
    return amount(game.deals, "round" if GAMES[game.kind].boxes else "deal")


def facts(found: Recap) -> tuple[str, ...]:
    """How many sat there, what they played, and the rules they made."""
    made = sum(isinstance(entry.event, of.RuleMade) for entry in found.entries)
    counts = ((len(found.night.order), "player"), (len(found.games), "game"), (made, "house rule"))
    return tuple(amount(number, what) for number, what in counts if number)


def dated(date: str | None) -> tuple[str, ...]:
    """The night's date in words; nothing where it has none."""
    if date is None:
        return ()
    day = datetime.date.fromisoformat(date)
    return (f"{day.day} {day:%B} {day.year}",)
