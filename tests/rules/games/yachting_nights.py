"""Nights of the two yacht games for the tests, whether or not these stand on the shelf yet."""

import json
from typing import Any
from unittest import mock

import pytest

from companion.rules.games import BOXES, GAMES
from companion.rules.games.game import Game
from companion.rules.replay import BadNight, main_text

Event = dict[str, Any]


def night(game: Game, events: tuple[Event, ...], players: str, joined: str, dealer: str, **options: Any) -> bytes:
    """A night file in which these events follow the start of the game; `joined` if more people are there."""
    there = (joined or players).split()
    named = {"dealer": dealer} if dealer else {}
    opening = [
        {"type": "night.opened", "name": "Friday"},
        *({"type": "player.joined", "player": player, "name": player.capitalize()} for player in there),
        {"type": "game.started", "game": game.id, "players": players.split(), "options": options, **named},
    ]
    numbered = [{"seq": seq, **event} for seq, event in enumerate([*opening, *events], start=1)]
    return json.dumps({"format": "companion-night/1", "events": numbered}).encode()


def played(game: Game, *events: Event, players: str, joined: str = "", dealer: str = "", **options: Any) -> Any:
    """What replay prints of such a night."""
    data = night(game, events, players, joined, dealer, **options)
    with mock.patch.dict(GAMES, {game.id: game}), mock.patch.dict(BOXES, game.boxes):
        return json.loads(main_text(data))


def refused(game: Game, *events: Event, players: str, joined: str = "", **options: Any) -> str:
    """Why the last of these events cannot stand; fails if an earlier one is at fault, or none."""
    last = 2 + len((joined or players).split()) + len(events)
    with pytest.raises(BadNight) as bad:
        played(game, *events, players=players, joined=joined, **options)
    assert bad.value.event == last, str(bad.value)
    return str(bad.value).removeprefix(f"event {last}: ")


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


def places(night: Any) -> dict[str, int]:
    """The places of the standings, best first."""
    return {row["player"]: row["place"] for row in night["games"][0]["standings"]}


def is_finished(night: Any) -> bool:
    return bool(night["games"][0]["finished"])


def charged(night: Any) -> list[tuple[str, int, str]]:
    """Player, amount and reason of every charge, in the order of the log."""
    return [(row["player"], row["amount"], row["reason"]) for row in night["charges"]]
