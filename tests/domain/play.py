"""What is entered of a game: its start and end, deals and tricks."""

from typing import Any

from .entries import Event, event
from .people import FIVE


def game(*players: str, **fields: Any) -> Event:
    return event("game.started", **{"game": "five-card-yak", "players": list(players or FIVE), **fields})


ENDED = event("game.ended")


def deal(number: int = 1, **fields: Any) -> Event:
    return event("deal.started", deal=number, **fields)


def voided(number: int = 1) -> Event:
    return event("deal.voided", deal=number)


def trick(number: int, winner: str | None = None, deal: int = 1, **fields: Any) -> Event:
    return event("trick.taken", deal=deal, trick=number, winner=winner, **fields)


def tricks(takers: str, deal: int = 1) -> list[Event]:
    """Tricks 1, 2, 3 … of a deal by their takers, `-` where nobody takes one: `tricks("ann bob -")`."""
    return [
        trick(number, None if taker == "-" else taker, deal) for number, taker in enumerate(takers.split(), start=1)
    ]


def plays(number: int, cards: str, deal: int = 1, **fields: Any) -> Event:
    """A trick with its cards, and no winner named: `plays(1, "ann QH bob 2S")`."""
    words = cards.split()
    pairs = [list(pair) for pair in zip(words[::2], words[1::2], strict=True)]
    return event("trick.taken", deal=deal, trick=number, plays=pairs, **fields)
