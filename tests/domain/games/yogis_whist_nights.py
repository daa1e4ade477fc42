"""Nights of Yogi's Whist for the tests: five friends, Ann deals first, so Bob is dealt to first and leads."""

import re
from typing import Any

from companion.domain import replay
from companion.domain.event_log import Log

from ..entries import Event
from ..nights import playing, table_of

FIVE = "ann bob cal dan eve"
played, refused = playing("yogis-whist", FIVE)


def night(*events: Event, players: str = FIVE, **how: Any) -> bytes:
    return table_of("yogis-whist", *events, players=players, **how)


def log(*events: Event, **how: Any) -> Log:
    """The log of such a night."""
    return replay.replayed(night(*events, **how))


def state(*events: Event, **how: Any) -> Any:
    """The state of the game after these events."""
    game = log(*events, **how).night.game
    assert game is not None
    return game.state


def turn(*events: Event, deal: int = 1, number: int = 1, **how: Any) -> str:
    """Who plays to a trick, from the leader on, as the refusal of a trick without cards says it."""
    empty = {"type": "trick.taken", "deal": deal, "trick": number, "winner": "ann", "plays": []}
    order = re.search("come from (.*), in this order", refused(*events, empty, **how))
    assert order is not None
    return order[1].replace(", ", " ").lower()


def turned(card: str, deal: int = 1) -> Event:
    return {"type": "card.turned", "deal": deal, "card": card}


def bid(player: str, *cards: str, deal: int = 1, **fields: Any) -> Event:
    laid: Event = {"cards": list(cards)} if cards else {}
    return {"type": "bid.placed", "deal": deal, "player": player, **laid, **fields}


def bids(said: str, deal: int = 1) -> list[Event]:
    """Bids like `ann 0 bob 4D`: a number of tricks or a card for each player named."""
    words = said.split()
    return [
        bid(player, deal=deal, tricks=int(what)) if what.isdigit() else bid(player, what, deal=deal)
        for player, what in zip(words[::2], words[1::2], strict=True)
    ]


def call(player: str, word: str, deal: int = 1) -> Event:
    return {"type": "call.made", "deal": deal, "player": player, "call": word}


def leader(player: str, deal: int = 1) -> Event:
    return {"type": "leader.chosen", "deal": deal, "player": player}


def rotated(*votes: str, deal: int = 1) -> Event:
    return {"type": "bids.rotated", "deal": deal, "votes": list(votes)}


def scored(made: str, deal: int = 1, **fields: Any) -> Event:
    return {"type": "deal.scored", "deal": deal, "made": made.split(), **fields}


def fines(result: Any, reason: str = "deal 1") -> dict[str, int]:
    """Who paid how much for a deal."""
    return {row["player"]: row["amount"] for row in result["charges"] if row["reason"] == reason}


def made(result: Any) -> dict[str, int]:
    """How many bids everybody made, best first."""
    return {row["player"]: row["score"] for row in result["games"][0]["standings"]}
