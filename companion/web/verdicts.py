"""Verdicts: what the votes on the phones decide becomes an entry, once, whoever cast the last of them."""

from __future__ import annotations

from contextlib import suppress

from ..rules.events import Event
from ..rules.log import Log
from ..rules.refused import Refused
from ..scorekeeper import Scorekeeper, Tap
from ..showing import booth
from ..showing.scene import Scene
from ..store import votes_and_proposals
from ..store.database import Database


def conclude(keeper: Scorekeeper, disk: Database, nid: str, by: str) -> None:
    """Writes what the table has decided by now and closes those votes; `by` voted last, or changed who votes."""
    for motion in list(booth.motions(Scene(nid, keeper.night(nid), keeper.phones(nid)))):
        if motion.closed or motion.verdict is None:
            continue
        if motion.verdict:
            _enter(keeper, nid, motion.entry, by)
        votes_and_proposals.cast(disk, nid, motion.entry, booth.TABLE, motion.verdict)
        keeper.door_changed(nid)


def _enter(keeper: Scorekeeper, nid: str, entry: int, by: str) -> None:
    """Enters the outcome, unless another phone was quicker or somebody has thought better of it."""

    def propose(log: Log) -> Event:
        motion = booth.motion(Scene(nid, log, keeper.phones(nid)), entry)
        if motion is None or motion.closed or motion.verdict is not True:
            raise Refused("The vote about that is over.")
        return motion.outcome

    with suppress(Refused):
        keeper.enter(nid, propose, Tap(by, again=True))
