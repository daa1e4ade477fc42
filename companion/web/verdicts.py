"""Verdicts: what the votes on the phones decide becomes an entry, once, whoever cast the last of them."""

from __future__ import annotations

from contextlib import suppress

from ..rules.events import Event
from ..rules.log import Log
from ..rules.refused import Refused
from ..scorekeeper import Tap
from ..showing import booth
from ..showing.scene import Scene
from ..store import ballots
from . import gate


def conclude(nid: str, by: str) -> None:
    """Writes what the table has decided by now and closes those votes; `by` voted last, or changed who votes."""
    for motion in list(booth.motions(gate.scene(nid))):
        if motion.closed or motion.verdict is None:
            continue
        if motion.verdict:
            _enter(nid, motion.entry, by)
        ballots.cast(gate.disk(), nid, motion.entry, booth.TABLE, motion.verdict)
        gate.keeper().door_changed(nid)


def _enter(nid: str, entry: int, by: str) -> None:
    """Enters the outcome, unless another phone was quicker or somebody has thought better of it."""

    def propose(log: Log) -> Event:
        motion = booth.motion(Scene(nid, log, gate.keeper().phones(nid)), entry)
        if motion is None or motion.closed or motion.verdict is not True:
            raise Refused("The vote about that is over.")
        return motion.outcome

    with suppress(Refused):
        gate.keeper().enter(nid, propose, Tap(by, again=True))
