"""Nights of Card Yacht for the tests: Ann deals first, so Bob has the first turn."""

from companion.domain.games.card_yacht.events import MOST

from ..entries import Event, event
from ..nights import playing

THREE = "ann bob cal"


played, refused = playing("card-yacht", THREE)


def knock(player: str, round: int = 1) -> Event:
    return event("knock.made", round=round, player=player)


def draw(player: str, count: int = 1, round: int = 1) -> Event:
    return event("turn.taken", round=round, player=player, turn="draw", count=count)


def exchange(player: str, giver: str, count: int = 1, round: int = 1) -> Event:
    return event("turn.taken", round=round, player=player, turn="exchange", count=count, **{"from": giver})


def passed(player: str, round: int = 1) -> Event:
    return event("turn.taken", round=round, player=player, turn="pass")


def hand(player: str, box: str, cards: str, round: int = 1) -> Event:
    return event("hand.scored", round=round, player=player, box=box, cards=cards.split())


def told(player: str, box: str, points: int = 0, round: int = 1) -> Event:
    return event("hand.scored", round=round, player=player, box=box, points=points)


def rounds(players: str, first: int = 1, last: int = 12) -> list[Event]:
    """Rounds in which each of these fills the box of that number of the sheet with nothing."""
    boxes = list(MOST)
    return [told(player, boxes[at - 1], 0, at) for at in range(first, last + 1) for player in players.split()]
