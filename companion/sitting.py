"""A night in memory, and what a tap brings: who proposes, from which phone, and how the tap is known again."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from .rules.loading import Row, extend
from .rules.log import Log
from .rules.refused import Refused
from .store import door, ledger

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
    """One night in memory: its log, who sent each entry, and the phones at the table."""

    def __init__(self, night_id: str) -> None:
        self.night_id = night_id
        self.lock = Lock()
        self.log = Log()
        self.phones: door.Phones | None = None
        self.senders: list[int | None] = []
        self._keys: dict[tuple[int | None, str], tuple[int, str, str]] = {}

    def take(self, rows: list[ledger.Written]) -> None:
        """Adds rows that were written before, here or by another process."""
        extend(self.log, [Row(row.seq, row.at, row.by, row.event) for row in rows])
        for row in rows:
            self.remember(row.seq, row.device_id, row.key, row.event)

    def start_over(self, rows: list[ledger.Written]) -> None:
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
