"""Nights of Card Yacht for the tests: Ann deals first, so Bob has the first turn."""

import json
from typing import Any
from unittest import mock

from companion.rules.games import BOXES, GAMES
from companion.rules.games.card_yacht import CARD_YACHT
from companion.rules.games.card_yacht.boxes import MOST
from companion.rules.replay import BadNight, main_text

THREE = "ann bob cal"
Event = dict[str, Any]


def night(*events: Event, players: str = THREE, joined: str = "", dealer: str = "", **options: Any) -> bytes:
    """A night file in which these events follow the start of the game; `joined` if more people are there."""
    there = (joined or players).split()
    named = {"dealer": dealer} if dealer else {}
    opening = [
        {"type": "night.opened", "name": "Friday"},
        *({"type": "player.joined", "player": player, "name": player.capitalize()} for player in there),
        {"type": "game.started", "game": "card-yacht", "players": players.split(), "options": options, **named},
    ]
    numbered = [{"seq": seq, **event} for seq, event in enumerate([*opening, *events], start=1)]
    return json.dumps({"format": "companion-night/1", "events": numbered}).encode()


def replayed(data: bytes) -> Any:
    """What replay prints of such a night, whether or not the game stands on the shelf yet."""
    with mock.patch.dict(GAMES, {CARD_YACHT.id: CARD_YACHT}), mock.patch.dict(BOXES, CARD_YACHT.boxes):
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


def knock(player: str, round: int = 1) -> Event:
    return {"type": "knock.made", "round": round, "player": player}


def draw(player: str, count: int = 1, round: int = 1) -> Event:
    return {"type": "turn.taken", "round": round, "player": player, "turn": "draw", "count": count}


def exchange(player: str, giver: str, count: int = 1, round: int = 1) -> Event:
    taken = {"type": "turn.taken", "round": round, "player": player, "turn": "exchange"}
    return {**taken, "count": count, "from": giver}


def passed(player: str, round: int = 1) -> Event:
    return {"type": "turn.taken", "round": round, "player": player, "turn": "pass"}


def hand(player: str, box: str, cards: str, round: int = 1) -> Event:
    return {"type": "hand.scored", "round": round, "player": player, "box": box, "cards": cards.split()}


def told(player: str, box: str, points: int = 0, round: int = 1) -> Event:
    return {"type": "hand.scored", "round": round, "player": player, "box": box, "points": points}


def round_of(players: str, round: int = 1) -> list[Event]:
    """A round in which each of these fills the box of that number with nothing."""
    return [told(player, list(MOST)[round - 1], 0, round) for player in players.split()]


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
