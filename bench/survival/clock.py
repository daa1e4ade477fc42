"""The clock of an evening, for phones, network and heartbeat; it can run several times as fast as real time."""

import asyncio
import time


class Clock:
    """In a real second, `pace` seconds of the evening pass. The live client's waits are in seconds of the evening."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        self._since = time.monotonic()
        self._shown = self._since * pace

    def now(self) -> float:
        """The time in seconds of the evening, from an arbitrary start."""
        return self._shown + (time.monotonic() - self._since) * self.pace

    def slow_down(self) -> None:
        """Halves the pace, but not below real time, for a machine that is too slow."""
        self._shown, self._since = self.now(), time.monotonic()
        self.pace = max(1.0, self.pace / 2)

    def real(self, seconds: float) -> float:
        """This many seconds of the evening as real seconds."""
        return seconds / self.pace

    async def sleep(self, seconds: float) -> None:
        """Waits this many seconds of the evening."""
        await asyncio.sleep(self.real(seconds))
