"""Guessing a night's code is hopeless: wrong tries are counted, right ones are not."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable


class FailureLimit:
    """At most `each` wrong tries a minute from one address, and `altogether` on this server."""

    def __init__(
        self,
        each: int = 10,
        altogether: int = 100,
        window: float = 60.0,
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
