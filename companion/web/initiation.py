"""Who may say what only the initiated know, and who may initiate: the initiated, and none but they."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ..rules import events as of
from ..rules.events import Event
from ..rules.games import GAMES
from ..rules.log import Log
from ..rules.refused import Refused
from ..rules.view import initiated
from ..showing.scene import Scene
from .policy import judged_by


def check_initiated(event: Event, fields: Iterable[str], own: str, scene: Scene) -> None:
    """Refuses what this phone may not know, whomever it acts for; `fields` are those its form has."""
    known, judged = initiated(scene.night), judged_by(event, scene.log)
    if own in known:
        return
    if isinstance(judged, of.PlayerInitiated) or (known and _initiates(event, judged, scene.log, known)):
        raise Refused("Only who was initiated may initiate others.")
    if not _secret(type(judged)).isdisjoint(field.removeprefix("event.") for field in fields):
        raise Refused("Enter only who took the trick.")


def _initiates(event: Event, judged: Event, log: Log, known: frozenset[str]) -> bool:
    """Whether the start of a game names others than are known, or a change or undo meddles with those named."""
    if isinstance(event, of.GameStarted):
        return not _named(event.options) <= known
    if not isinstance(judged, of.GameStarted) or judged.game not in GAMES or GAMES[judged.game].insiders is None:
        return False
    if not isinstance(event, of.EntryChanged):
        return True
    before = log.line(event.entry).counts or judged
    assert isinstance(before, of.GameStarted)
    changed: Any = event.event.get("options", {})
    return _named(changed) != _named(before.options)


def _named(options: dict[str, Any]) -> frozenset[str]:
    """Those whom the options of a game name as initiated."""
    named = options.get("initiated")
    return frozenset(map(str, named)) if isinstance(named, list | tuple) else frozenset()


@cache
def _secret(kind: type[Event]) -> frozenset[str]:
    """The fields of such an event that only insiders may fill."""
    games = (game for game in GAMES.values() if kind in game.events.values())
    return frozenset[str]().union(*(game.secret for game in games))
