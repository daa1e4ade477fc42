"""A night in memory, and what a tap brings: who proposes, from which phone, and how the tap is known again."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import NamedTuple

from .native import aside
from .rules.loading import Row, extend
from .rules.log import LONG, Log
from .rules.refused import Refused
from .store import event_store, members
from .store.database import Database
from .store.event_store import Standing

SAID = "."  # stands between a tap's key and its words in the log; no phone makes a key with it


class Tap(NamedTuple):
    """Who proposes: the player it counts as, the device that sent it, the key of the tap, and "yes, once more".

    `said` is a digest of what the phone sent: unlike the event made of it, it is the same when it is sent again.
    `waited` are the seconds it lay in the outbox of the phone.
    """

    by: str | None
    device: int | None = None
    key: str | None = None
    again: bool = False
    said: str | None = None
    waited: float = 0.0


class Sitting:
    """One night in memory: its log, who sent each entry, the phones at the table, and when it was last `used`."""

    def __init__(self, night_id: str) -> None:
        self.night_id = night_id
        self.lock = Lock()
        self.used = monotonic()
        self.log = Log()
        self.phones: members.Phones | None = None
        self.senders: list[int | None] = []
        self._keys: dict[tuple[int | None, str], tuple[int, str, str]] = {}

    def take(self, rows: list[event_store.Written]) -> None:
        """Adds rows that were written before, here or by another process."""
        read = [Row(row.seq, row.at, row.by, row.event) for row in rows]
        if self.log.seq == 0 and len(read) >= LONG:
            self.log = aside(extend, self.log, read)
        else:
            extend(self.log, read)
        for row in rows:
            self.remember(row.seq, row.device_id, row.key, row.event)

    @property
    def version(self) -> tuple[int, int, int]:
        """How new this is, in all that may be told to others."""
        return self.log.seq, self.door, self.rewritten or 0

    @property
    def door(self) -> int:
        """How often the door had changed when it was read."""
        return self.phones.door if self.phones else 0

    @property
    def rewritten(self) -> int | None:
        """How often the log was rewritten before it was read."""
        return self.phones.rewritten if self.phones else None

    def is_behind(self, standing: Standing) -> bool:
        """Whether somebody wrote something since this night was read."""
        return standing.seq > self.log.seq or self.has_changed_beside(standing)

    def differs(self, standing: Standing) -> bool:
        """The same, or whether it remembers more than there is."""
        return self.is_behind(standing) or standing.seq < self.log.seq

    def has_changed_beside(self, standing: Standing) -> bool:
        """Whether something changed beside the log, or in what of it was read already."""
        seen = self.phones
        return (
            seen is None
            or standing.door > seen.door
            or standing.rewritten > seen.rewritten
            or standing.whispers > seen.whispers
        )

    def refresh(self, disk: Database, standing: Standing | None = None) -> None:
        """Reads what others wrote; for whoever holds the lock. Raises `UnknownNight` where the night was deleted.

        Where the `standing` shows that there are only new entries, nothing else is read.
        """
        if standing is not None and standing.seq > self.log.seq and not self.has_changed_beside(standing):
            self.take(event_store.after(disk, self.night_id, self.log.seq))
            return
        phones = members.phones(
            disk, self.night_id
        )  # first, so that a log that is rewritten meanwhile is read once more
        is_lost = standing is not None and standing.seq < self.log.seq
        if self.phones is not None and self.phones.rewritten == phones.rewritten and not is_lost:
            self.take(event_store.after(disk, self.night_id, self.log.seq))
        else:
            self.start_over(event_store.after(disk, self.night_id))
        self.phones = phones

    def start_over(self, rows: list[event_store.Written]) -> None:
        """Reads the whole log anew, since it was rewritten; what stood there before is not kept."""
        fresh = Sitting(self.night_id)
        fresh.take(rows)
        self.log, self.senders, self._keys = fresh.log, fresh.senders, fresh._keys

    def remember(self, seq: int, device: int | None, key: str | None, event: str) -> None:
        """Keeps who sent an entry and by which tap."""
        self.senders.append(device)
        if key is not None:
            name, _, said = key.partition(SAID)
            self._keys[device, name] = (seq, said, event)

    def tapped(self, tap: Tap, event: str | None = None) -> int | None:
        """The entry this tap has already made; refuses a key that stood for something else.

        What the phone said decides; where that was not kept, the event that was made of it.
        """
        if tap.key is None or (tap.device, tap.key) not in self._keys:
            return None
        seq, said, made = self._keys[tap.device, tap.key]
        by_words = bool(said and tap.said)
        if not by_words and event is None:
            return None
        if said != tap.said if by_words else made != event:
            raise Refused("This tap was already counted for something else. Tap again.")
        return seq
