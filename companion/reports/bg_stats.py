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
from ..rules.log import Log
from .exports import GamePlayed, games_played

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Party Companion"
DRINKS = "drinks"  # what a game for drinks counts is nobody's score elsewhere


class PlayLink(msgspec.Struct, frozen=True):
    """A finished game of the night, and the link that hands it over; `number` counts the games of the night."""

    number: int
    name: str
    href: str


def links(night_id: str, log: Log) -> tuple[PlayLink, ...]:
    """A link for every finished game of which it is known when it ended."""
    found = []
    for game in games_played(log):
        if game.ended:
            said = json.dumps(_play(night_id, log, game, game.ended), ensure_ascii=False, separators=(",", ":"))
            found.append(PlayLink(game.number, GAMES[game.played.kind].name, ADDRESS + quote(said, safe="")))
    return tuple(found)


def _play(night_id: str, log: Log, game: GamePlayed, ended: str) -> dict[str, Any]:
    """One play as BG Stats reads it; scores only where the game has points, winners only where its rules name one."""
    rules, state, night = GAMES[game.played.kind], game.played.state, log.night
    points = game.counts != DRINKS
    wins = rules.wins(state) if callable(rules.wins) else rules.wins
    times = [datetime.fromisoformat(at) for at in (game.began, ended) if at]
    minutes = round((times[-1] - times[0]).total_seconds() / 60)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": blake2b(f"{night_id} {game.played.started}".encode(), digest_size=12).hexdigest(),
        "playDate": ended[:19].replace("T", " "),
        **({"durationMin": minutes} if minutes > 0 else {}),
        "comments": f"{night.name}; counted: {game.counts}" if points else night.name,
        "game": {
            "name": rules.name,
            "sourceGameId": rules.id,
            "highestWins": rules.most_wins(state) if callable(rules.most_wins) else rules.most_wins,
            "noPoints": not points,
        },
        "players": [
            {
                "name": night.names[player],
                "sourcePlayerId": night.names[player].casefold(),
                "startPlayer": False,
                **({"score": score} if points else {}),
                "winner": wins and place == 1,
            }
            for player, score, place in game.place
        ],
    }
