"""One form that makes several entries: who gives a fine to three people taps once, and the log has three lines."""

from __future__ import annotations

from flask import request

from ..scorekeeper import Entered, Tap
from ..together import Propose, Together
from . import gate
from .tapping import key_of


def enter_all(nid: str, propose: Propose, by: str) -> Entered:
    """Enters all that the form says, as this seat's tap, or in words why none of it can be."""
    together = Together(gate.keeper(), gate.disk(), gate.pubsub())
    return together.enter(nid, propose, Tap(by, gate.device_id(), key_of(request.form)))
