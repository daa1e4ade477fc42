"""The feed: a night as JSON for other programs, made of what the pages show (docs/building-on-it.md)."""

from collections.abc import Iterator
from typing import Any

from ..domain.playing import counts_in, name_of, ranking, stopped_early, winners
from .context import ViewContext
from .drinks import accounts
from .news import last
from .rule_book import RuleCard, book
from .table import Row, players

FORMAT = "companion-feed/1"


def feed(context: ViewContext) -> dict[str, Any]:
    """The night as the seat of this context sees it on its pages; without a seat, what everybody can see."""
    night, newest, rows = context.night, last(context), players(context)
    return {
        "format": FORMAT,
        "night": {
            "id": context.night_id,
            "name": night.name,
            "date": night.date,
            "unit": night.unit,
            "entry": context.log.seq,
            "over": night.closed,
            "finesmaster": night.finesmaster,
        },
        "players": [*_players(context, rows)],
        "game": _game(context, rows),
        "games": [*_games(context)],
        "rules": [*map(_rule, book(context).rules)],
        "last": newest and {"entry": newest.seq, "at": context.log.line(newest.seq).entry.at, "text": newest.text},
    }


def _players(context: ViewContext, rows: tuple[Row, ...]) -> Iterator[dict[str, Any]]:
    """Everybody at the table in seat order, with the fines that they still owe, the oldest first."""
    sums = accounts(context)
    for row, player in zip(rows, sums.players, strict=True):
        yield {
            "id": player.id,
            "name": player.name,
            "here": not row.away,
            "owed": player.owed,
            "settled": sums.became[player.id][0],
            "fines": [fine.told(sums.unit) for fine in player.open],
        }


def _game(context: ViewContext, rows: tuple[Row, ...]) -> dict[str, Any] | None:
    """The game that is on; `points` and `note` are what the table shows about each player, in words."""
    playing, screen = context.night.game, context.screen
    if playing is None or context.game is None:
        return None
    dealt = [row for row in rows if not row.sits_out]
    return {
        "id": playing.kind,
        "name": name_of(playing),
        "number": len(context.night.played),
        "deal": screen.deal,
        "between": screen.between,
        "dealer": screen.dealer,
        "leader": next((row.who.id for row in rows if row.leads), None),
        "awaited": [row.who.id for row in rows if row.who.id in screen.awaited],
        "players": [
            {"id": row.who.id, "tricks": row.tricks, "points": screen.totals.get(row.who.id, ""), "note": row.note}
            for row in dealt
        ],
    }


def _games(context: ViewContext) -> Iterator[dict[str, Any]]:
    """The games that are over; nobody is ranked by what they drank, and nobody wins one that was stopped early."""
    for number, played in enumerate(context.night.games, start=1):
        yield {
            "id": played.kind,
            "name": name_of(played),
            "number": number,
            "counts": counts_in(played),
            "stopped": stopped_early(context.night, played),
            "winners": [*winners(context.night, played)],
            "standings": [
                {"id": player, "score": score, "place": place}
                for player, score, place in ranking(context.night, played)
            ],
        }


def _rule(card: RuleCard) -> dict[str, Any]:
    """A house rule in force; `meaning` is what the app does about it, "" if its text has the same words."""
    return {
        "id": card.rule.id,
        "text": card.rule.text,
        "meaning": card.plain,
        "maker": card.maker and card.maker.id,
        "title": card.rule.title,
        "holder": card.holder and card.holder.id,
    }
