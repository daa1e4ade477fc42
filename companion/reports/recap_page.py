"""The recap page of a night and of each of its games: awards, plots, and what the house rules cost."""

import datetime

import msgspec

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.games import GAMES
from ..domain.measure import TOKEN, amount, times, units
from .awards import Award, awards
from .plots import Plot, bid_plot, box_plot, fine_plots, luck_plot, trick_plot
from .recap import Cost, GameRecap, Recap, recap


class RecapPage(msgspec.Struct, frozen=True):
    """The recap page of the night, or of one of its games (`game`); `fines` are the plots of who was fined when."""

    recap: Recap
    awards: tuple[Award, ...]
    plots: tuple[Plot, ...]
    fines: tuple[Plot, ...]
    game: GameRecap | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show yet."""
        return not (self.awards or self.plots or self.fines or (self.recap.games and not self.game))

    @property
    def facts(self) -> tuple[str, ...]:
        """The numbers of deals in the game; or of players, games and house rules in the night."""
        return (self.game.deals_in_words,) if self.game else facts(self.recap)

    @property
    def date(self) -> str:
        """The night's date in words; empty if it has none."""
        return dated(self.recap.night.date)

    def cost(self, cost: Cost) -> str:
        """How often a house rule fired, and what it cost, in words."""
        drinks = [amount(cost.cost, self.recap.night.unit)] if cost.cost or not cost.tokens else []
        tokens = [amount(cost.tokens, TOKEN)] if cost.tokens else []
        return f"Fired {times(cost.times)}, {' and '.join([*drinks, *tokens])} in all"


def night_page(log: Log) -> RecapPage:
    """The recap of the night as it is now."""
    found = recap(log)
    plots = bid_plot(found), trick_plot(found)
    return _page(found, plots, "game" if len(found.games) > 1 else _per(found))


def game_page(log: Log, number: int) -> RecapPage:
    """The recap of one game of the night; LookupError if there is no such game."""
    found = recap(log, number)
    (game,) = found.games
    counter = GAMES[game.kind].counter
    luck = luck_plot(found, game)
    # If luck is counted in tricks, its plot already shows the tricks.
    tricks = None if luck and counter and counter.by == "tricks" else trick_plot(found)
    return _page(found, (bid_plot(found), tricks, luck, box_plot(found, game)), _per(found), game)


def _page(found: Recap, plots: tuple[Plot | None, ...], per: str, game: GameRecap | None = None) -> RecapPage:
    fines = fine_plots(found, per, " and ".join(map(units, found.units)))
    return RecapPage(found, awards(found), tuple(filter(None, plots)), fines, game)


def _per(found: Recap) -> str:
    parts = {GAMES[game.kind].part for game in found.games}
    return parts.pop() if len(parts) == 1 else "deal"


def facts(found: Recap) -> tuple[str, ...]:
    """The numbers of players, games and house rules, in words, without those that are zero."""
    made = sum(isinstance(entry.event, of.RuleMade) for entry in found.entries)
    counts = ((len(found.night.order), "player"), (len(found.games), "game"), (made, "house rule"))
    return tuple(amount(number, what) for number, what in counts if number)


def dated(date: str | None) -> str:
    """The date in words; empty if there is none."""
    day = datetime.date.fromisoformat(date) if date else None
    return f"{day.day} {day:%B} {day.year}" if day else ""
