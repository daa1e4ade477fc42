"""The fine table on paper: what the rules of a game charge, and every deal of the night that it fined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..rules.games.game import Game
from ..rules.measure import units
from ..rules.moments import Moment, moments
from ..rules.seating import Circle
from .scene import Scene, Who

LEAST, MOST = 5, 13
EMPTY = 12


class Cell(msgspec.Struct, frozen=True):
    """What a deal cost one player, whether they made the bid, and what they said ("declare", "reveal"); or nothing."""

    owes: int
    made: bool
    call: str


class DealLine(msgspec.Struct, frozen=True):
    """A deal of a game, a cell for each column; None for who was not dealt in."""

    number: int
    cells: tuple[Cell | None, ...]


class FinedGame(msgspec.Struct, frozen=True):
    """A game of the night: a column for each of its players, its fined deals, and what they come to for each.

    Without one that was fined there are so many `empty` lines to write on, for those who are here.
    """

    title: str
    columns: tuple[Who, ...]
    deals: tuple[DealLine, ...]
    sums: tuple[int, ...]
    empty: int = 0


class FineSheet(msgspec.Struct, frozen=True):
    """The fine table of a game, and what it fined this night, game by game."""

    name: str
    unit: str
    chart: Any
    games: tuple[FinedGame, ...]


def fine_sheet(scene: Scene, game: Game) -> FineSheet | None:
    """The fine table of a game as the night stands; None for a game that has none."""
    if game.fine_table is None:
        return None
    rows = list(_fined(scene, game))
    found = tuple(_game(scene, number, [deal for at, deal in rows if at == number]) for number in dict(rows))
    games = found or (_unwritten(scene),)
    widest = max(len(one.columns) for one in games)
    chart = game.fine_table.chart(min(max(widest, LEAST), MOST))
    return FineSheet(game.name, units(scene.night.unit), chart, games)


def _fined(scene: Scene, game: Game) -> Iterator[tuple[int, Any]]:
    """The number of the game in the night, and each of its deals as it was fined."""
    assert game.fine_table is not None
    for moment in moments(scene.log):
        if moment.number is None or moment.played is None or moment.played.kind != game.id:
            continue
        new, old = game.fine_table.fined(moment.played.state), _before(moment, game)
        if new is not None and new != old:
            yield moment.number, new


def _before(moment: Moment, game: Game) -> Any:
    assert game.fine_table is not None
    return game.fine_table.fined(moment.before.game.state) if moment.before.game else None


def _game(scene: Scene, number: int, deals: list[Any]) -> FinedGame:
    dealt = {player for deal in deals for player in deal.dealt}
    columns = tuple(player for player in scene.night.order if player in dealt)
    lines = tuple(DealLine(deal.number, tuple(_cell(deal, player) for player in columns)) for deal in deals)
    sums = tuple(sum(deal.owes.get(player, 0) for deal in deals) for player in columns)
    return FinedGame(f"Game {number} of {scene.night.name}", _people(scene, columns), lines, sums)


def _unwritten(scene: Scene) -> FinedGame:
    return FinedGame(scene.night.name, _people(scene, scene.night.present()), (), (), EMPTY)


def _people(scene: Scene, players: Circle) -> tuple[Who, ...]:
    return tuple(scene.people[player] for player in players)


def _cell(deal: Any, player: str) -> Cell | None:
    if player not in deal.dealt:
        return None
    return Cell(deal.owes.get(player, 0), player in deal.made, deal.call if deal.loud == player else "")
