"""How long something took, counted in classes, as those who watch over a server want it."""

from __future__ import annotations

from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)  # seconds


class Durations:
    """Counts durations by the first of `BOUNDS` that they do not exceed; added to by one thread at a time."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """One more that took so long."""
        place = next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._counts[place] += 1
        self.total += seconds

    def up_to(self) -> list[int]:
        """How many did not exceed each bound, and at the end how many there were."""
        return list(accumulate(self._counts))
