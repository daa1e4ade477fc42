"""Guessing a night's code is hopeless: wrong tries are counted, right ones are not."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from hashlib import blake2b

from ..store import nights
from ..store.database import Database

EACH, ALTOGETHER, WINDOW = 10, 100, 60.0  # wrong tries of one address, of all, and the seconds in which they count


class SharedFailures:
    """The same for a door with several processes: counted in their database, and addresses only as digests."""

    def __init__(self, disk: Database, key: str | bytes) -> None:
        self._disk = disk
        self._key = (key if isinstance(key, bytes) else key.encode())[:64]

    def attempt(self, address: str) -> bool:
        """Whether this address may try now, as `FailureLimit` says it."""
        return nights.try_code(self._disk, self._named(address), EACH, ALTOGETHER, WINDOW)

    def right(self, address: str) -> None:
        """The latest try of this address was right and does not count."""
        nights.was_right(self._disk, self._named(address))

    def _named(self, address: str) -> str:
        return blake2b(address.encode(), key=self._key, digest_size=16).hexdigest()


class FailureLimit:
    """At most `each` wrong tries a minute from one address, and `altogether` on this server."""

    def __init__(
        self,
        each: int = EACH,
        altogether: int = ALTOGETHER,
        window: float = WINDOW,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.each, self.altogether, self.window, self.clock = each, altogether, window, clock
        # Refused tries are not remembered, so this never grows beyond `altogether`.
        self.tries: deque[tuple[float, str]] = deque()

    def attempt(self, address: str) -> bool:
        """Whether this address may try now. Counts as wrong until `right` says otherwise, so that a
        thousand tries at once are not all let through before the first has failed."""
        now = self.clock()
        while self.tries and self.tries[0][0] <= now - self.window:
            self.tries.popleft()
        mine = sum(1 for _, other in self.tries if other == address)
        if len(self.tries) >= self.altogether or mine >= self.each:
            return False
        self.tries.append((now, address))
        return True

    def right(self, address: str) -> None:
        """The latest try of this address was right and does not count."""
        for index in reversed(range(len(self.tries))):
            if self.tries[index][1] == address:
                del self.tries[index]
                return
