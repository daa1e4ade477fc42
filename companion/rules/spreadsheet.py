"""A night for a spreadsheet: its scores and its fines as CSV, one fact a row (docs/export.md).

RFC 4180: a header row, lines end in CR LF, quotes double. A byte order mark leads, since without one Excel takes a file
opened by a double tap for its own old alphabet, and Zoë is not called Zoë any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .fined import fined
from .games import GAMES
from .log import Log
from .scored import GamePlayed, games_played

Cell = str | int | None
BYTE_ORDER_MARK = "\ufeff"
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
NEEDS_QUOTES = (",", '"', "\r", "\n")

SCORES = (
    "at", "entry", "game_number", "game", "finished", "deal", "player_id", "player",
    "what", "points", "total", "place",
)  # fmt: skip
FINES = (
    "at", "entry", "game_number", "game", "deal", "player_id", "player", "kind", "because", "unit",
    "amount", "settled", "forgiven", "entered_by",
)  # fmt: skip


def scores_csv(log: Log) -> bytes:
    """What was scored, game by game, each with its standings below: `points` add up to `total`."""
    return _csv(SCORES, (row for game in games_played(log) for row in _game(log, game)))


def _game(log: Log, game: GamePlayed) -> Iterator[tuple[Cell, ...]]:
    names, name, finished = log.night.names, GAMES[game.kind].name, "yes" if game.finished else "no"
    head = (game.number, name, finished)
    for row in game.scored:
        who = (row.player, names[row.player])
        yield row.at, row.seq, *head, row.deal, *who, row.what, row.points, None, None
    for player, score, place in game.place:
        yield game.ended, None, *head, None, player, names[player], game.counts, None, score, place


def fines_csv(log: Log) -> bytes:
    """What was charged, settled and forgiven, as it came: what is owed is the first less the others."""
    return _csv(FINES, _fines(log))


def _fines(log: Log) -> Iterator[tuple[Cell, ...]]:
    names = log.night.names
    for row in fined(log):
        game = GAMES[row.game].name if row.game else None
        who = (row.player, names[row.player])
        amounts = (row.charged or None, row.settled or None, row.forgiven or None)
        by = names.get(row.by) if row.by else None
        yield row.at, row.seq, row.number, game, row.deal, *who, row.kind, row.because, row.unit, *amounts, by


def _csv(header: Iterable[str], rows: Iterable[Iterable[Cell]]) -> bytes:
    lines = (",".join(map(cell, row)) for row in (header, *rows))
    return (BYTE_ORDER_MARK + "".join(f"{line}\r\n" for line in lines)).encode()


def cell(value: Cell) -> str:
    """One cell; words that a spreadsheet would take for a formula get an apostrophe before them, numbers never do."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    safe = f"'{value}" if value.lstrip(" ").startswith(FORMULAS) else value
    return '"' + safe.replace('"', '""') + '"' if any(sign in safe for sign in NEEDS_QUOTES) else safe


SHEETS: dict[str, Callable[[Log], bytes]] = {"scores": scores_csv, "fines": fines_csv}
