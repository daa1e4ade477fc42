"""Nights of Yak for the tests: Ann and Bob, with real dice if nothing else is said."""

import json
from typing import Any
from unittest import mock

from companion.rules.games import BOXES, GAMES
from companion.rules.games.yak import YAK
from companion.rules.games.yak.boxes import MOST
from companion.rules.replay import BadNight, main_text

SEQUENCE = [1, 2, 3, 4, 5, 6, 6] * 30
Event = dict[str, Any]


def night(*events: Event, players: str = "ann bob", joined: str = "", **options: Any) -> bytes:
    """A night file in which these events follow the start of the game; `joined` if more people are there."""
    there = (joined or players).split()
    opening = [
        {"type": "night.opened", "name": "Friday"},
        *({"type": "player.joined", "player": player, "name": player.capitalize()} for player in there),
        {"type": "game.started", "game": "yak", "players": players.split(), "options": options},
    ]
    numbered = [{"seq": seq, **event} for seq, event in enumerate([*opening, *events], start=1)]
    return json.dumps({"format": "companion-night/1", "events": numbered}).encode()


def replayed(data: bytes) -> Any:
    """What replay prints of such a night, whether or not the game stands on the shelf yet."""
    with mock.patch.dict(GAMES, {YAK.id: YAK}), mock.patch.dict(BOXES, YAK.boxes):
        return json.loads(main_text(data))


def played(*events: Event, **how: Any) -> Any:
    return replayed(night(*events, **how))


def refused(*events: Event, **how: Any) -> str:
    """Why the last of these events cannot stand; fails if an earlier one is at fault, or none."""
    data = night(*events, **how)
    last = json.loads(data)["events"][-1]["seq"]
    try:
        replayed(data)
    except BadNight as bad:
        assert bad.event == last, str(bad)
        return str(bad).removeprefix(f"event {last}: ")
    raise AssertionError("nothing was refused")


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
    return [scored(player, boxes[round - 1], dice, round) for round in range(first, last + 1)]


def left(player: str) -> Event:
    return {"type": "player.left", "player": player}


def returned(player: str) -> Event:
    return {"type": "player.returned", "player": player}


def rule(when: Event, who: str = "player", amount: int = 1) -> Event:
    return {"type": "rule.made", "rule": "r1", "text": "a rule", "when": when, "who": who, "amount": amount}


def called(player: str) -> Event:
    return {"type": "rule.called", "rule": "r1", "player": player}


def scores(night: Any) -> dict[str, int]:
    """The standings of the game, best first."""
    return {row["player"]: row["score"] for row in night["games"][0]["standings"]}


def charged(night: Any) -> list[tuple[str, int, str]]:
    """Player, amount and reason of every charge, in the order of the log."""
    return [(row["player"], row["amount"], row["reason"]) for row in night["charges"]]
