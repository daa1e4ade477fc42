"""One form that makes several entries: who gives a fine to three people taps once, and the log has three lines."""

from __future__ import annotations

from flask import request

from ..rules.refused import Refused
from ..scorekeeper import Entered, Tap
from ..together import Propose, Together
from . import gate
from .tapping import KEY


def enter_all(nid: str, propose: Propose, by: str) -> Entered:
    """Enters all that the form says, as this seat's tap, or in words why none of it can be."""
    together = Together(gate.keeper(), gate.disk(), gate.bell())
    return together.enter(nid, propose, Tap(by, gate.device_id(), _key()))


def _key() -> str | None:
    key = request.form.get("key") or None
    if key is not None and not KEY.fullmatch(key):
        raise Refused("That tap could not be read. Reload the page and tap again.")
    return key
