"""How much work a sentence costs, counted in steps, so that no sentence costs more than it may."""

from __future__ import annotations

MOST_STEPS = 8000  # people's sentences take up to 2,000, what the companion itself says at its longest 5,100


class TooMuch(Exception):
    """A sentence took more steps than it may."""


class Effort:
    """The steps that one sentence took so far, in all attempts to read it."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = most
        self.steps = 0

    def step(self) -> None:
        """Counts one more; raises TooMuch where that is one too many."""
        self.steps += 1
        if self.steps > self.most:
            raise TooMuch
