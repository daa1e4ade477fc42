"""The requests and answers during the disturbances: one record for each tap, for the verdict afterwards."""

import time
from dataclasses import dataclass, field

from .wire import Fields

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"


@dataclass
class Attempt:
    """One sending of a tap; without a status its result is unknown. Times are real seconds."""

    sent: float
    answered: float | None = None
    status: int | None = None
    seq: int = 0
    said: str = ""


@dataclass
class Tap:
    """One tap of one phone; it has the same key each time it is sent."""

    phone: str
    key: str
    fields: tuple[tuple[str, str], ...]
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """The result as the phone knows it: acknowledged, refused, or unknown."""
        known = {each.status for each in self.attempts if each.status is not None and each.status < 500}
        return ACKNOWLEDGED if 200 in known else REFUSED if known else UNKNOWN

    @property
    def sent(self) -> float:
        """When it was first sent."""
        return self.attempts[0].sent

    @property
    def acknowledged(self) -> float:
        """When the phone first knew that it is recorded."""
        return min(each.answered for each in self.attempts if each.status == 200 and each.answered is not None)

    @property
    def seq(self) -> int:
        """The seq of the night in the answer that acknowledged it."""
        return min(each.seq for each in self.attempts if each.status == 200)


class History:
    """All planned events: the taps, the network troubles, and the ends of the server."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.taps: list[Tap] = []
        self.happened: list[tuple[float, str]] = []

    def tap(self, phone: str, key: str, fields: Fields) -> Tap:
        self.taps.append(Tap(phone, key, tuple(fields)))
        return self.taps[-1]

    def note(self, words: str) -> None:
        self.happened.append((time.time(), words))

    def count(self, outcome: str) -> int:
        return sum(tap.outcome == outcome for tap in self.taps)

    def told(self) -> list[str]:
        """The history in order, one line for each event, with seconds since the start."""
        lines = [(at, words) for at, words in self.happened]
        for tap in self.taps:
            fields = " ".join(f"{name}={value}" for name, value in tap.fields)
            for number, each in enumerate(tap.attempts, 1):
                lines.append((each.sent, f"{tap.phone} sends {tap.key} (try {number}): {fields}"))
                if each.answered is not None:
                    said = f"{each.status or 'nothing'} at entry {each.seq} {each.said}"
                    lines.append((each.answered, f"{tap.phone} hears about {tap.key} (try {number}): {said}"))
        lines.sort()
        start = lines[0][0] if lines else 0.0
        return [f"{at - start:8.3f} {words}" for at, words in lines]
