"""As which seat a game shows itself to a phone."""

from __future__ import annotations

from ..rules.view import may_see
from .scene import Scene


def seen_as(scene: Scene, own: str, seat: str) -> str:
    """The seat that a phone acts for, or nobody's where the phone may not see what is hidden of it."""
    return seat if may_see(scene.log, seat, scene.phones.since(own, seat)) else ""
