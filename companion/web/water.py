"""Water rounds: anybody calls one, and once a minute is enough."""

from __future__ import annotations

from ..rules import events as of
from ..rules.refused import Refused
from ..showing.scene import Scene
from ..store.moment import seconds_since

PAUSE = 60.0


def check_water(scene: Scene) -> None:
    """Refuses a water round within a minute of the one before, even if that was undone."""
    for line in reversed(scene.log.lines):
        if line.entry.at is None or seconds_since(line.entry.at) > PAUSE:
            return
        if isinstance(line.entry.event, of.WaterCalled):
            caller = scene.name(line.entry.event.player)
            raise Refused(f"{caller} called a water round less than a minute ago. That one is still on.")
