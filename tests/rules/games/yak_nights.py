"""Nights of Yak for the tests: Ann and Bob, with real dice if nothing else is said."""

from typing import Any

from companion.rules.games.yak import YAK
from companion.rules.games.yak.boxes import MOST

from . import yachting_nights as nights

SEQUENCE = [1, 2, 3, 4, 5, 6, 6] * 30
Event = dict[str, Any]


def played(*events: Event, players: str = "ann bob", **how: Any) -> Any:
    return nights.played(YAK, *events, players=players, **how)


def refused(*events: Event, players: str = "ann bob", **how: Any) -> str:
    return nights.refused(YAK, *events, players=players, **how)


def thrown(player: str, throw: int, dice: str, held: str = "", round: int = 1) -> Event:
    """A throw; `held` has an x for each die held and a . for each thrown."""
    said: Event = {"type": "dice.thrown", "player": player, "round": round, "throw": throw}
    said["dice"] = [int(die) for die in dice]
    return {**said, "held": [sign == "x" for sign in held]} if held else said


def scored(player: str, box: str, dice: str = "", round: int = 1) -> Event:
    said: Event = {"type": "throw.scored", "player": player, "round": round, "box": box}
    return {**said, "dice": [int(die) for die in dice]} if dice else said


def rounds(player: str, first: int = 1, last: int = 14, dice: str = "11246") -> list[Event]:
    """These rounds of a player, filling the boxes in the order of the card, always with the same dice."""
    boxes = list(MOST)
    return [scored(player, boxes[at - 1], dice, at) for at in range(first, last + 1)]
