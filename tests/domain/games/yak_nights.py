"""Nights of Yak for the tests: Ann and Bob, with real dice if nothing else is said."""

from companion.domain.games.yak.events import MOST

from ..entries import Event, event
from ..nights import playing

SEQUENCE = [1, 2, 3, 4, 5, 6, 6] * 30


played, refused = playing("yak", "ann bob")


def thrown(player: str, throw: int, dice: str, held: str = "", round: int = 1) -> Event:
    """A throw; `held` has an x for each die held and a . for each thrown."""
    holds = {"held": [sign == "x" for sign in held]} if held else {}
    return event("dice.thrown", player=player, round=round, throw=throw, dice=[int(die) for die in dice], **holds)


def scored(player: str, box: str, dice: str = "", round: int = 1) -> Event:
    shown = {"dice": [int(die) for die in dice]} if dice else {}
    return event("throw.scored", player=player, round=round, box=box, **shown)


def rounds(player: str, first: int = 1, last: int = 14, dice: str = "11246") -> list[Event]:
    """These rounds of a player, filling the boxes in the order of the card, always with the same dice."""
    boxes = list(MOST)
    return [scored(player, boxes[at - 1], dice, at) for at in range(first, last + 1)]
