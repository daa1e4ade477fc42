"""Several entries for one tap: all of them can stand and are written in one go, or nothing is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict

from .realtime.pubsub import PubSub
from .rules.events import Entry, Event
from .rules.fold import check, evolve
from .rules.loading import stored
from .rules.log import Log
from .rules.refused import Refused
from .scorekeeper import PAINTED, TRIES, Entered, Scorekeeper
from .sitting import Sitting, Tap
from .store import event_store
from .store.database import Database
from .store.moment import instant

Propose = Callable[[Log], Sequence[Event]]


class Together:
    """Where entries are written together: the scorekeeper's nights, their disk and their bell."""

    def __init__(self, keeper: Scorekeeper, disk: Database, bell: PubSub) -> None:
        self._keeper, self._disk, self._bell = keeper, disk, bell

    def enter(self, night_id: str, propose: Propose, tap: Tap) -> Entered:
        """Writes the events that `propose` makes of the log, one entry each in this order, and rings once.

        Raises Refused for the first that could not stand after those before it; then none is written. The same tap
        counts once. Undos and changes cannot come in company.
        """
        with self._keeper.held(night_id) as sitting:
            entered = self._entered(sitting, propose, tap)
        if not entered.before:
            self._bell.publish(night_id)
        return entered

    def _entered(self, sitting: Sitting, propose: Propose, tap: Tap) -> Entered:
        for _ in range(TRIES):
            events = propose(sitting.log)
            if (before := _known(sitting, events, tap)) is not None:
                return Entered(before, before=True)
            rows = _rows(sitting, events, tap)
            try:
                event_store.append_all(self._disk, rows, sitting.rewritten)
            except event_store.Raced:  # another process wrote; what it wrote decides
                sitting.refresh(self._disk, event_store.standing(self._disk, sitting.night_id))
                continue
            sitting.take([event_store.Written(**asdict(row)) for row in rows])
            return Entered(sitting.log.seq)
        raise Refused("Too many phones at once. Tap again.")


def _known(sitting: Sitting, events: Sequence[Event], tap: Tap) -> int | None:
    """The last entry that stands if nothing is left to write: no event at all, or the same tap has come before."""
    taps = zip(_keys(events, tap), map(stored, events), strict=True)
    known = [sitting.tapped(tap._replace(key=key), text) for key, text in taps]
    if any(known) and not all(known):
        raise Refused("This tap was already counted for something else. Tap again.")
    return sitting.log.seq if all(known) else None


def _rows(sitting: Sitting, events: Sequence[Event], tap: Tap) -> list[event_store.NewEntry]:
    """The entries as they will stand, each checked against the night as those before it leave it."""
    night, at, rows = sitting.log.night, instant(), list[event_store.NewEntry]()
    for seq, (event, key) in enumerate(zip(events, _keys(events, tap), strict=True), start=sitting.log.seq + 1):
        entry = Entry(seq, event, at, tap.by)
        check(night, entry)
        night, _ = evolve(night, entry)
        rows.append(event_store.NewEntry(sitting.night_id, seq, at, tap.by, tap.device, key, stored(event)))
    return rows


def _keys(events: Sequence[Event], tap: Tap) -> list[str | None]:
    """A key for each entry; on paper without script the key tells by all its words what paper it is."""
    if tap.key is None:
        return [None] * len(events)
    words = "\n".join(map(stored, events))
    paper = f"{tap.key}-{hashlib.sha256(words.encode()).hexdigest()[:24]}" if PAINTED.fullmatch(tap.key) else tap.key
    return [f"{paper}-{number}" for number in range(1, len(events) + 1)]
