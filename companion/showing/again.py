"""The game just played, to be played again in one tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..rules import events as of
from ..rules.games import GAMES
from ..rules.games.game import Game
from ..rules.night import Night, Played
from ..rules.refused import Refused
from ..rules.seating import Circle
from .scene import Scene


class Again(msgspec.Struct, frozen=True):
    """The game just played, to be played again in one tap with those of its players who are still here."""

    game: str
    name: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


def again(scene: Scene) -> Again | None:
    """What may be played again: the last game, if enough of its players are here."""
    night = scene.night
    if scene.game is not None or not night.games:
        return None
    played = night.games[-1]
    game = GAMES[played.kind]
    players = tuple(player for player in game.players(played.state) if player not in night.away)
    if game.screen is None or len(players) not in game.seats:
        return None
    return Again(game.id, game.name, players, _options(played, game, players, night))


def _options(played: Played, game: Game, players: Circle, night: Night) -> tuple[tuple[str, str], ...]:
    """What the table chose for a game, as a form says it; nothing where these players could not play it so."""
    options = getattr(played.state, "options", None)
    if options is None:
        return ()
    try:
        game.start(of.GameStarted(game=game.id, players=players), options, night.table())
    except Refused:
        return ()
    return tuple((name, said) for name, value in _chosen(options) for said in _said(value))


def _chosen(options: msgspec.Struct, within: str = "") -> Iterator[tuple[str, Any]]:
    """Each option under its name; one that has options of its own as these, with a dot."""
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if isinstance(value, msgspec.Struct):
            yield from _chosen(value, f"{within}{field.name}.")
        else:
            yield f"{within}{field.name}", value


def _said(value: Any) -> tuple[str, ...]:
    """Yes, a number, a word or people, in text; what the companion itself threw is thrown anew."""
    if isinstance(value, tuple):
        return value if all(isinstance(one, str) for one in value) else ()
    return ("true",) if value is True else (str(value),) if isinstance(value, int | str) and value is not False else ()
