"""When each phone was last heard, in the memory of this process: by what it asks for, or by a stream that is open."""

from __future__ import annotations

import time
from collections.abc import Callable

from flask import current_app, g

SILENT = 60.0  # seconds
MANY = 2000  # phones kept count of before those that are silent are dropped
Phone = tuple[str, int]  # the night and the device


class Heard:
    """When each phone was last heard; one never heard counts as heard when the process began."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._began = clock()
        self._at: dict[Phone, float] = {}

    def hear(self, phone: Phone) -> None:
        """This phone is here."""
        now = self.clock()
        self._at[phone] = now
        if len(self._at) > MANY:
            self._at = {one: at for one, at in self._at.items() if at > now - SILENT}

    def is_silent(self, phone: Phone) -> bool:
        """Whether it has not been heard for a minute."""
        return self._at.get(phone, self._began) <= self.clock() - SILENT


def heard() -> Heard:
    """When the phones of this app were heard."""
    found: Heard = current_app.extensions["companion.heard"]
    return found


def note() -> None:
    """Keeps in mind that the phone of this request is here."""
    if "device" in g:
        heard().hear((g.device.night_id, g.device.id))
