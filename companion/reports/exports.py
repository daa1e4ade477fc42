"""A night for other programs: scores and fines as CSV (RFC 4180), and finished games for BG Stats (docs/export.md)."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from ..domain import events as of
from ..domain.event_log import AppliedEntry, Log, applied_entries
from ..domain.fines import TOKEN, Charge, total
from ..domain.games import BOXES
from ..domain.games.game import DRINKS
from ..domain.measure import titled
from ..domain.night import Played
from ..domain.playing import counts_in, most_wins, name_of, stopped_early, winners
from ..domain.settlement import earned, earned_standings
from ..domain.visibility import is_open

Cell = str | int | None
BYTE_ORDER_MARK = "\ufeff"  # without it Excel does not read the file as UTF-8, and a name like Zoë is garbled
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
BIDS = {"bid.made": ("bid made", 1), "bid.missed": ("bid missed", 0)}

SCORES = (
    "at", "entry", "game_number", "game", "finished", "deal", "player_id", "player",
    "what", "points", "total", "place",
)  # fmt: skip
FINES = (
    "at", "entry", "game_number", "game", "deal", "player_id", "player", "kind", "because", "unit",
    "amount", "settled", "forgiven", "entered_by", "taken_over",
)  # fmt: skip
AMOUNTS = ("amount", "settled", "forgiven", "taken_over")

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Party Companion"


# Scores


class Scored(NamedTuple):
    """The points that a player got by entry `seq`, and what they are for, in words."""

    seq: int
    at: str | None
    deal: int | None
    player: str
    what: str
    points: int


class GamePlayed(msgspec.Struct, frozen=True):
    """Game `number` of the night: when it began and ended, what was scored, and the standings.

    `place` has player, score and place, best first; empty while some scores are face down. `counts` is their unit.
    """

    number: int
    played: Played
    counts: str
    began: str | None
    ended: str | None
    scored: tuple[Scored, ...]
    place: tuple[tuple[str, int, int], ...]


def games_played(log: Log) -> Iterator[GamePlayed]:
    """Every game of the night with what was scored in it, without anything that is still face down."""
    for number, some in groupby(applied_entries(log), attrgetter("number")):
        if number is not None:
            yield _game(log, number, [*some])


def _game(log: Log, number: int, entries: Sequence[AppliedEntry]) -> GamePlayed:
    played = log.night.played[number - 1]
    game = played.game
    counts = counts_in(played)
    scored: list[Scored] = []
    scores: dict[str, int] = {}
    fines = Counter[str]()
    hides = False
    for applied in entries:
        assert applied.played is not None
        fines.update(total((charge.player, charge.amount) for charge in earned(log.night, applied.line)))
        if applied.line.entry.seq == played.ended:
            fines.subtract(played.parting)
        before, scores = scores, game.scores(applied.played.state, fines)
        if is_open(log, applied.line, insider=True):
            scored += _scored(applied, before, scores, game.scoring.extra or counts)
        else:  # everybody knows that a box was filled, even while its points are hidden
            hides = hides or any(_facts(applied))
    ended = entries[-1].line.entry.at if played.since is not None else None
    place = () if hides else tuple(earned_standings(log, played))
    return GamePlayed(number, played, counts, entries[0].line.entry.at, ended, tuple(scored), place)


def _scored(applied: AppliedEntry, before: Mapping[str, int], scores: Mapping[str, int], word: str) -> Iterator[Scored]:
    """What each player scored by the entry: every box and bid, and the rest of the change in their score."""
    facts, entry = [*_facts(applied)], applied.line.entry
    for player in filter(scores.__contains__, applied.after.order):
        own = [(what, points) for who, what, points in facts if who == player]
        rest = scores[player] - before.get(player, 0) - sum(points for _, points in own)
        for what, points in (*own, *([(word, rest)] if rest else [])):
            yield Scored(entry.seq, entry.at, applied.deal, player, what, points)


def _facts(applied: AppliedEntry) -> Iterator[tuple[str, str, int]]:
    """The boxes filled and the bids made or missed: player, what it was, and points."""
    for happening in applied.happened:
        if happening.on in BIDS:
            yield (happening.player, *BIDS[happening.on])
        elif happening.on == "box.scored":
            yield happening.player, titled(BOXES[happening.box]), happening.points


def scores_csv(log: Log) -> bytes:
    """What was scored in each game, followed by its standings: the `points` add up to `total`."""
    return sheet(SCORES, (row for game in games_played(log) for row in _score_rows(log, game)))


def _score_rows(log: Log, game: GamePlayed) -> Iterator[tuple[Cell, ...]]:
    names, stopped = log.night.names, stopped_early(log.night, game.played)
    finished = "no" if game.played.since is None else "yes"
    head = (game.number, name_of(game.played), "stopped early" if stopped else finished)
    for row in game.scored:
        yield row.at, row.seq, *head, row.deal, row.player, names[row.player], row.what, row.points, None, None
    for player, score, place in game.place:
        shown = None if stopped else place  # nobody wins a game that was stopped early
        yield game.ended, None, *head, None, player, names[player], game.counts, None, score, shown


# Fines


def fines_csv(log: Log) -> bytes:
    """What was fined, settled, forgiven and taken over, in order: a player owes the first and last less the others.

    A fine paid at once in tokens is charged and settled in one row. A call that fell has none.
    """
    return sheet(FINES, (row for applied in applied_entries(log) for row in _fine_rows(log, applied)))


def _fine_rows(log: Log, applied: AppliedEntry) -> Iterator[tuple[Cell, ...]]:
    entry, played, names = applied.line.entry, applied.played, log.night.names
    game = (applied.number, name_of(played), applied.deal) if played else (None, None, None)
    by = names.get(entry.by) if entry.by else None

    def row(
        player: str, kind: str, because: str, amounts: dict[str, int], unit: str = applied.before.unit
    ) -> tuple[Cell, ...]:
        charged, settled, forgiven, over = (amounts.get(column) or None for column in AMOUNTS)
        what = (player, names[player], kind, because, unit)
        return entry.at, entry.seq, *game, *what, charged, settled, forgiven, by, over

    match event := applied.event:
        case of.DrinkTaken():
            yield row(event.player, "settled", "", {"settled": event.amount})
        case of.FineForgiven():
            yield row(event.player, "forgiven", "", {"forgiven": event.amount})
        case of.DrinkMoved():
            yield row(event.player, "taken over", f"taken over by {names[event.to]}", {"taken_over": -event.amount})
            yield row(event.to, "taken over", f"for {names[event.player]}", {"taken_over": event.amount})
    for charge in earned(log.night, applied.line):
        because = charge.because or charge.reason
        if charge.paid:
            at_once = {"amount": charge.amount, "settled": charge.amount}
            yield row(charge.player, _kind(event, charge), because, at_once, TOKEN)
        else:
            yield row(charge.player, _kind(event, charge), because, {"amount": charge.amount})


def _kind(event: of.Event, charge: Charge) -> str:
    if charge.rule is not None:
        return "house rule"
    return "by hand" if isinstance(event, of.FineGiven) else "game"


# CSV


def sheet(header: Iterable[str], rows: Iterable[Iterable[Cell]]) -> bytes:
    """A CSV file that spreadsheet programs can open."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(_cell, row) for row in (header, *rows))
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _cell(value: Cell) -> Cell:
    """One cell; text that a spreadsheet would take for a formula gets an apostrophe before it, numbers never do."""
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULAS) else value


SHEETS: dict[str, Callable[[Log], bytes]] = {"scores": scores_csv, "fines": fines_csv}


# BG Stats


class PlayLink(msgspec.Struct, frozen=True):
    """A finished game, number `number` of the night, and the link that sends it to BG Stats."""

    number: int
    name: str
    href: str


def play_links(night_id: str, log: Log) -> tuple[PlayLink, ...]:
    """A link for every finished game whose end time is known."""
    found = []
    for game in games_played(log):
        if game.ended:
            play = json.dumps(_play(night_id, log, game, game.ended), ensure_ascii=False, separators=(",", ":"))
            found.append(PlayLink(game.number, name_of(game.played), ADDRESS + quote(play, safe="")))
    return tuple(found)


def _play(night_id: str, log: Log, game: GamePlayed, ended: str) -> dict[str, Any]:
    """A play as BG Stats reads it, with scores only if the game has points, and a winner only if its rules name one."""
    rules, night, name = game.played.game, log.night, name_of(game.played)
    points = game.counts != DRINKS  # drinks are not sent to another program as scores
    won = winners(night, game.played)
    times = [datetime.fromisoformat(at) for at in (game.began, ended) if at]
    minutes = round((times[-1] - times[0]).total_seconds() / 60)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": blake2b(f"{night_id} {game.played.started}".encode(), digest_size=12).hexdigest(),
        "playDate": ended[:19].replace("T", " "),
        **({"durationMin": minutes} if minutes > 0 else {}),
        "comments": f"{night.name}; counted: {game.counts}" if points else night.name,
        "game": {
            "name": name,
            "sourceGameId": f"{rules.id} {name.casefold()}" if rules.called else rules.id,
            "highestWins": most_wins(game.played),
            "noPoints": not points,
        },
        "players": [
            {
                "name": night.names[player],
                "sourcePlayerId": night.names[player].casefold(),
                "startPlayer": False,
                **({"score": score} if points else {}),
                "winner": player in won,
            }
            for player, score, _ in game.place
        ],
    }
