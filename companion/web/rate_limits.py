"""What is counted for each phone and each address, so that a flood or somebody who guesses slows nobody else."""

import ipaddress
import time
from collections.abc import Callable, Hashable
from functools import lru_cache

STREAMS = 4  # open at once on one phone; one page has one, and a few can be left from links that went dead
MANY = 2000  # phones to keep count of before those that no longer matter are dropped
IDLE = 60.0  # seconds without a request after which a phone counts as silent


class Buckets:
    """Token buckets: each key can have `at_once` in a row, and `per_second` in the long run.

    All that is kept of a bucket is the time at which it is full again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}
        self._most = MANY

    def take(self, key: Hashable, at_once: float, per_second: float, cost: float = 1) -> bool:
        """Whether one more request that counts as `cost` is allowed now; a refused one costs nothing."""
        now = self._clock()
        full_at = max(now, self._full_at.get(key, now)) + cost / per_second
        if full_at - now > at_once / per_second + 1e-6:  # sums of fractions are not exact
            return False
        self._full_at[key] = full_at
        if len(self._full_at) > self._most:
            self._full_at = {other: at for other, at in self._full_at.items() if at > now}
            self._most = max(MANY, 2 * len(self._full_at))
        return True


class Presence:
    """Which phones are here: the streams that each has open, and when it was last seen.

    A phone that was never seen counts as seen when the process began. Of the open streams the newest stay, since the
    oldest can be a link that went dead.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._began = clock()
        self._seen_at: dict[Hashable, float] = {}
        self._streams: dict[Hashable, list[Callable[[], None]]] = {}

    def see(self, phone: Hashable) -> None:
        """This phone has just asked for something."""
        now = self.clock()
        self._seen_at[phone] = now
        if len(self._seen_at) > MANY:
            self._seen_at = {other: at for other, at in self._seen_at.items() if at > now - IDLE}

    def is_silent(self, phone: Hashable) -> bool:
        """Whether it has no stream open and was not seen for a minute."""
        return phone not in self._streams and self._seen_at.get(phone, self._began) <= self.clock() - IDLE

    def open_stream(self, phone: Hashable, end: Callable[[], None]) -> None:
        """Adds a stream, which `end` ends; where that is one too many, the oldest is ended."""
        streams = self._streams.setdefault(phone, [])
        streams.append(end)
        for oldest in streams[:-STREAMS]:
            self.close_stream(phone, oldest)
            oldest()

    def close_stream(self, phone: Hashable, end: Callable[[], None]) -> None:
        """Removes a stream that has ended; the phone was here until now. A second time changes nothing."""
        streams = self._streams.get(phone, [])
        if end in streams:
            streams.remove(end)
            self.see(phone)
        if not streams:
            self._streams.pop(phone, None)


@lru_cache(MANY)
def network(address: str) -> str:
    """The network of an address: a home has very many addresses of IPv6, and is counted as one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
