"""To print: the fine table of a game with every deal of the night, and whom each house rule convicted."""

from collections import Counter
from typing import Any

import msgspec

from ..domain.event_log import Log, applied_entries
from ..domain.games.game import Game
from ..domain.measure import listed, times, units
from ..domain.night import Who, people_of
from ..domain.settlement import earned

LEAST, MOST = 5, 13  # players for whom the table is made
EMPTY = 12  # lines


class FinedGame(msgspec.Struct, frozen=True):
    """A game of the night: a column for each of its players, the deals with their fines, and each player's sum.

    If no deal was fined, there are `empty` lines to write on, for the players who are present.
    """

    title: str
    columns: tuple[Who, ...]
    deals: tuple[Any, ...]
    sums: tuple[int, ...]
    empty: int = 0


class FineSheet(msgspec.Struct, frozen=True):
    """The fine table of a game, and its fines in each game of this night."""

    name: str
    unit: str
    chart: Any
    games: tuple[FinedGame, ...]


def fine_sheet(log: Log, game: Game) -> FineSheet | None:
    """The fine table of a game, with the fines so far; None for a game without a fine table."""
    chart, fined_by, night, people = game.pages.fine_chart, game.pages.fined, log.night, people_of(log.night)
    if chart is None:
        return None
    fined: dict[int, list[Any]] = {}  # the deals of each game of the night that were fined
    for applied in applied_entries(log):
        if applied.number is not None and applied.played is not None and applied.played.game.id == game.id:
            new = fined_by(applied.played.state)
            if new is not None and (applied.before.game is None or new != fined_by(applied.before.game.state)):
                fined.setdefault(applied.number, []).append(new)
    games = [_game(log, number, deals) for number, deals in fined.items()]
    if not games:
        here = tuple(people[player] for player in night.present())
        games = [FinedGame(night.name, here, (), (), EMPTY)]
    widest = max(len(one.columns) for one in games)
    return FineSheet(game.name, units(night.unit), chart(min(max(widest, LEAST), MOST)), tuple(games))


def _game(log: Log, number: int, deals: list[Any]) -> FinedGame:
    people, dealt = people_of(log.night), {player for deal in deals for player in deal.deal.dealt}
    columns = tuple(player for player in log.night.order if player in dealt)
    sums = tuple(sum(deal.owes.get(player, 0) for deal in deals) for player in columns)
    return FinedGame(f"Game {number} of {log.night.name}", tuple(people[one] for one in columns), tuple(deals), sums)


def convicted(log: Log) -> dict[str, str]:
    """By house rule, whom it fined or who was caught at it, and how often: "Cal twice and Ann once"."""
    night, counts = log.night, Counter[tuple[str, str]]()
    for line in log.lines:
        call = night.calls.get(line.entry.seq)
        found = {(charge.rule, charge.player) for charge in earned(night, line) if charge.rule}
        if call and not line.charges and call.stands is not False:  # of a rule that costs nothing
            found.add((call.rule, call.player))
        counts.update(found)
    said: dict[str, list[str]] = {}
    for (rule, player), count in counts.most_common():
        said.setdefault(rule, []).append(f"{night.names[player]} {times(count)}")
    return {rule: listed(names) for rule, names in said.items()}
