"""What is counted for each phone and each address, so that a flood or a guesser slows nobody else."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Hashable

STREAMS = 4  # open at once on one phone; one page has one, and a few may be left from links that went dead
HOUR = 3600.0
MANY = 2000  # phones kept count of before the idle ones are dropped
IDLE = 60.0  # seconds without a request after which a phone counts as silent
TIDY = 1.0  # seconds from one dropping to the next: there may be more phones than that which are not idle


class Buckets:
    """So many at once, and so many a second in the long run, for each that asks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._tidied = clock()

    def take(self, who: Hashable, at_once: float, per_second: float, cost: float = 1) -> bool:
        """Whether one more that counts as `cost` is allowed now; what is refused costs nothing."""
        now = self._clock()
        left, since = self._left.get(who, (at_once, now))
        left = min(at_once, left + (now - since) * per_second)
        self._left[who] = (left - cost if left >= cost else left, now)
        if len(self._left) > MANY and now > self._tidied + TIDY:
            self._left = {one: kept for one, kept in self._left.items() if kept[1] > now - IDLE}
            self._tidied = now
        return left >= cost


class Openings:
    """When nights were opened from each address within the last hour."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened: dict[str, list[float]] = {}

    def allow(self, address: str, most: int) -> bool:
        """Whether one more night may be opened from this address; counts it if so."""
        now = self._clock()
        recent = {one: [at for at in times if at > now - HOUR] for one, times in self._opened.items()}
        self._opened = {one: times for one, times in recent.items() if times}
        mine = self._opened.get(address, [])
        if len(mine) >= most:
            return False
        self._opened[address] = [*mine, now]
        return True


class Listening:
    """The open streams of each phone: the newest of them stay, since the oldest may be a link that went dead."""

    def __init__(self) -> None:
        self._open: dict[Hashable, list[Callable[[], None]]] = {}

    def begin(self, who: Hashable, end: Callable[[], None]) -> None:
        """One more stream of this phone, which `end` ends; the oldest goes where that is one too many."""
        mine = self._open.setdefault(who, [])
        mine.append(end)
        for oldest in mine[:-STREAMS]:
            self.over(who, oldest)
            oldest()

    def is_open(self, who: Hashable) -> bool:
        """Whether this phone has a stream open."""
        return who in self._open

    def over(self, who: Hashable, end: Callable[[], None]) -> None:
        """A stream has ended; one that ends twice has ended."""
        left = [other for other in self._open.pop(who, []) if other != end]
        if left:
            self._open[who] = left


class LastHeard:
    """When each phone was last heard; one never heard counts as heard when the process began.

    A phone is a night and a device.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._began = clock()
        self._at: dict[tuple[str, int], float] = {}

    def hear(self, phone: tuple[str, int]) -> None:
        """This phone is here."""
        now = self.clock()
        self._at[phone] = now
        if len(self._at) > MANY:
            self._at = {one: at for one, at in self._at.items() if at > now - IDLE}

    def is_silent(self, phone: tuple[str, int]) -> bool:
        """Whether it has not been heard for a minute."""
        return self._at.get(phone, self._began) <= self.clock() - IDLE


class Limits:
    """What one app counts."""

    def __init__(self) -> None:
        self.buckets = Buckets()
        self.openings = Openings()
        self.listening = Listening()
        self.heard = LastHeard()


def network(address: str) -> str:
    """Who an address belongs to: one of IPv6 is one of very many that a house has, unless it stands for one of IPv4."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
