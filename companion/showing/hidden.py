"""What is hidden of a seat, and whether a phone that acts for that seat may see it."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.view import face_down
from .scene import Scene


def _hidden(scene: Scene) -> Mapping[int, str]:
    """The entries that count and are hidden, and whose they are."""
    return {seq: owner for seq, owner in face_down(scene.log).items() if scene.log.line(seq).counts is not None}


def sees(scene: Scene, own: str, seat: str) -> bool:
    """Whether a phone may see what is hidden of a seat: it acts for it, and all of that was entered since.

    For a seat that has a phone of its own it tells public facts only, and of a game with secrets sees none.
    """
    since, playing = scene.phones.since(own, seat), scene.night.game
    if since is not None and (playing is None or since < playing.started):
        return True  # only entries of the game that is on are hidden
    hidden = _hidden(scene)
    if since is None:
        return not hidden and (scene.game is None or "seat" not in scene.game.senders.values())
    return all(seq > since for seq, owner in hidden.items() if owner == seat)


def seen_as(scene: Scene, own: str, seat: str) -> str:
    """As which seat the game shows itself to a phone that acts for this one: as nobody's where it may not see it."""
    return seat if sees(scene, own, seat) else ""
