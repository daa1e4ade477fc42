"""The feed: a night as JSON for other programs, made of what the pages show (docs/building-on-it.md)."""

from collections.abc import Iterator
from typing import Any

from ..domain.night import Played
from ..domain.playing import counts_in, name_of, ranking, stopped_early, winners
from .context import ViewContext
from .drinks import settled
from .news import last
from .rule_book import RuleCard, book
from .table import Row, players

FORMAT = "companion-feed/1"
Told = dict[str, Any]


def feed(context: ViewContext) -> Told:
    """The night as the seat of this context sees it on its pages; without a seat, what everybody can see."""
    night, newest, rows = context.night, last(context), players(context)
    about = {"id": context.night_id, "name": night.name, "date": night.date, "unit": night.unit}
    return {
        "format": FORMAT,
        "night": {**about, "entry": context.log.seq, "over": night.closed, "finesmaster": night.finesmaster},
        "players": [*_players(context, rows)],
        "game": _game(context, rows),
        "games": [*_games(context)],
        "rules": [_rule(card) for card in book(context).rules],
        "last": newest and {"entry": newest.seq, "at": context.log.line(newest.seq).entry.at, "text": newest.text},
    }


def _players(context: ViewContext, rows: tuple[Row, ...]) -> Iterator[Told]:
    """Everybody at the table in seat order, with the fines that they still owe, the oldest first."""
    unit = context.night.unit
    for row in rows:
        player = context.night.players[row.who.id]
        amounts = {"owed": player.owed, "settled": settled(player, unit)}
        fines = [fine.told(unit) for fine in player.open]
        yield {"id": player.id, "name": player.name, "here": not row.away, **amounts, "fines": fines}


def _game(context: ViewContext, rows: tuple[Row, ...]) -> Told | None:
    """The game that is on; `points` and `note` are what the table shows about each player, in words."""
    playing, screen = context.night.game, context.screen
    if playing is None or context.game is None:
        return None
    dealt = ((row.who.id, row) for row in rows if not row.sits_out)
    points = screen.totals
    return {
        **_named(playing, len(context.night.played)),
        "deal": screen.deal,
        "between": screen.between,
        "dealer": screen.dealer,
        "leader": next((row.who.id for row in rows if row.leads), None),
        "awaited": [row.who.id for row in rows if row.who.id in screen.turn.players],
        "players": [
            {"id": player, "tricks": row.tricks, "points": points.get(player, ""), "note": row.note}
            for player, row in dealt
        ],
    }


def _games(context: ViewContext) -> Iterator[Told]:
    """The games that are over; nobody is ranked by what they drank, and nobody wins one that was stopped early."""
    for number, played in enumerate(context.night.games, start=1):
        ended = {"counts": counts_in(played), "stopped": stopped_early(context.night, played)}
        ranks = ranking(context.night, played)
        standings = [{"id": player, "score": score, "place": place} for player, score, place in ranks]
        won = [*winners(context.night, played)]
        yield {**_named(played, number), **ended, "winners": won, "standings": standings}


def _named(played: Played, number: int) -> Told:
    return {"id": played.game.id, "name": name_of(played), "number": number}


def _rule(card: RuleCard) -> Told:
    """A house rule in force; `meaning` is what the app does about it, "" if its text has the same words."""
    rule = card.rule
    text = {"id": rule.id, "text": rule.text, "meaning": card.plain}
    return {**text, "maker": rule.maker, "title": rule.title, "holder": rule.holder}
