"""What comes too late, or asks what the table is asked already: told in words, and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from ..rules import events as of
from ..rules.events import Event
from ..rules.refused import Refused
from ..showing import booth
from ..showing.calling import is_fresh
from ..showing.scene import Scene
from .water import check_water


def check_timely(event: Event, form: Mapping[str, str], scene: Scene) -> None:
    """Refuses what was about the game before, a choice already made, a call contested too late, and an objection to
    what the table votes about.
    """
    if form.get("in_game", "").isdecimal() and int(form["in_game"][:9]) < scene.slot.game:
        raise Refused("The table has started a game since.")
    if isinstance(event, of.RuleCalled) and form.get("asked"):
        _check_asked(event, form["asked"], scene)
    elif isinstance(event, of.CallContested):
        _check_fresh(event, scene)
    elif isinstance(event, of.RuleObjected):
        _check_new(scene, event.rule)
    elif isinstance(event, of.OfficeClaimed):
        if event.player == scene.night.finesmaster:
            raise Refused("You are the finesmaster already.")
        _check_new(scene, None)
    elif isinstance(event, of.WaterCalled):
        check_water(scene)


def waited() -> float:
    """The seconds this tap lay in the outbox of its phone, which says it in milliseconds; half a day at most."""
    said = request.headers.get("X-Waited", "")
    return min(int(said) / 1000, 12 * 3600) if said.isdecimal() and len(said) < 10 else 0.0


def _check_asked(event: of.RuleCalled, asked: str, scene: Scene) -> None:
    """A question is answered once, whoever taps for the one who chooses."""
    questions = {(str(each.seq), each.rule, each.player) for each in scene.night.asking}
    if (asked, event.rule, event.player) not in questions:
        raise Refused("That has been chosen already.")


def _check_fresh(event: of.CallContested, scene: Scene) -> None:
    call = scene.night.calls.get(event.entry)
    if call is None:
        return
    if call.stands is not None:
        raise Refused(f"The finesmaster has decided: it {'stands' if call.stands else 'falls'}.")
    if not is_fresh(scene.log.line(event.entry).entry.at):
        master = scene.name(scene.night.finesmaster)
        raise Refused(f"That was more than a minute ago. Ask {master}: the finesmaster can still let it fall.")


def _check_new(scene: Scene, rule: str | None) -> None:
    found = booth.about(scene, rule)
    if found is not None and found.is_open:
        raise Refused("The table is voting about that already: vote with the others.")
