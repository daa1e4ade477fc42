"""A finished game as BG Stats takes it: one play in a link that the phone follows when it is tapped, and not before.

The link is BG Stats' own way in for other apps, as told on its pages under support, "Push plays to BG Stats from
other apps or websites" (docs/export.md): `createPlay.html?data=` and the play as JSON. Its Android app wants every
true or false said, and `playDate` in UTC as `yyyy-MM-dd HH:mm:ss`, the end of the play. Nothing of a night's address
goes into it: BG Stats knows a play again by a number made of it, and a player by their name, because only names are
the same on another night.
"""

from __future__ import annotations

import json
from datetime import datetime
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

import msgspec

from ..rules.games import GAMES
from ..rules.scored import GamePlayed, games_played
from .scene import Scene

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Party Companion"
DRINKS = "drinks"  # what a game for drinks counts is nobody's score elsewhere


class PlayLink(msgspec.Struct, frozen=True):
    """A finished game of the night, and the link that hands it over; `number` counts the games of the night."""

    number: int
    name: str
    href: str


def links(scene: Scene) -> tuple[PlayLink, ...]:
    """A link for every finished game of which it is known when it ended."""
    return tuple(
        PlayLink(game.number, GAMES[game.kind].name, ADDRESS + quote(_compact(play(scene, game)), safe=""))
        for game in games_played(scene.log)
        if game.finished and game.ended
    )


def _compact(play: dict[str, Any]) -> str:
    return json.dumps(play, ensure_ascii=False, separators=(",", ":"))


def play(scene: Scene, game: GamePlayed) -> dict[str, Any]:
    """One play as BG Stats reads it; scores only where the game has points, winners only where its rules name one."""
    assert game.ended is not None
    points = game.counts != DRINKS
    minutes = _minutes(game)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": blake2b(f"{scene.night_id} {game.started}".encode(), digest_size=12).hexdigest(),
        "playDate": game.ended[:19].replace("T", " "),
        **({"durationMin": minutes} if minutes > 0 else {}),
        "comments": f"{scene.night.name}; counted: {game.counts}" if points else scene.night.name,
        "game": {
            "name": GAMES[game.kind].name,
            "sourceGameId": game.kind,
            "highestWins": game.most_wins,
            "noPoints": not points,
        },
        "players": [_player(scene, game, points, *place) for place in game.place],
    }


def _player(scene: Scene, game: GamePlayed, points: bool, player: str, score: int, place: int) -> dict[str, Any]:
    name = scene.name(player)
    own: dict[str, Any] = {"name": name, "sourcePlayerId": name.casefold(), "startPlayer": False}
    if points:
        own["score"] = score
    return {**own, "winner": game.wins and place == 1}


def _minutes(game: GamePlayed) -> int:
    if not game.began or not game.ended:
        return 0
    return round((datetime.fromisoformat(game.ended) - datetime.fromisoformat(game.began)).total_seconds() / 60)
