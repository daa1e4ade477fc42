"""The evening's clock: real seconds, or some that pass several times as fast, for phones, network and heartbeat."""

import asyncio
import time


class Clock:
    """`pace` seconds of the evening pass in a real one; every wait of the live client is written in the evening's."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        self._since = time.monotonic()
        self._shown = self._since * pace

    def now(self) -> float:
        """Seconds of the evening, from some beginning."""
        return self._shown + (time.monotonic() - self._since) * self.pace

    def slow_down(self) -> None:
        """From now on half as fast, but never slower than real time: for a machine that cannot keep up."""
        self._shown, self._since = self.now(), time.monotonic()
        self.pace = max(1.0, self.pace / 2)

    def real(self, seconds: float) -> float:
        """How long so many seconds of the evening really are."""
        return seconds / self.pace

    async def sleep(self, seconds: float) -> None:
        """Waits so many seconds of the evening."""
        await asyncio.sleep(self.real(seconds))
