"""Voting: a tap on one of the two buttons of an open vote."""

from __future__ import annotations

from typing import Any

from tests.conftest import Answer, Phone


def vote(phone: Phone, favours: bool, entry: int = 6, **more: Any) -> Answer:
    """The phone votes about what that entry proposes."""
    fields = {"entry": entry, "vote": "yes" if favours else "no", **more}
    return phone.post("votes", fields, {"HX-Request": "true"})
