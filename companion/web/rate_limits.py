"""Rate limits for each phone and each address, so that a flood or guessing does not slow down other people."""

import ipaddress
import time
from collections.abc import Callable, Hashable
from functools import lru_cache

STREAMS = 4  # open at once on one phone; a page has one, and a few can remain from lost connections
MANY = 2000  # keys to store before expired ones are dropped
IDLE = 60.0  # seconds without a request after which a phone counts as silent
LONGEST = 600.0  # seconds for which it is kept when a phone was seen


class Buckets:
    """Token buckets: each key is allowed `at_once` requests, or seconds, in a row, and `per_second` in the long run.

    Of each bucket only the time at which it is full again is stored.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}
        self._most = MANY

    def take(self, key: Hashable, at_once: float, per_second: float, cost: float = 1) -> bool:
        """Whether a request that costs so much is allowed now; a refused one is not counted."""
        now = self._clock()
        if max(0, self._full_at.get(key, now) - now) + cost / per_second > at_once / per_second + 1e-6:  # rounded
            return False
        self.charge(key, per_second, cost)
        if len(self._full_at) > self._most:
            self._full_at = {other: at for other, at in self._full_at.items() if at > now}
            self._most = max(MANY, 2 * len(self._full_at))
        return True

    def charge(self, key: Hashable, per_second: float, cost: float) -> None:
        """Counts what was done already, whether it is allowed or not; less than nothing is given back."""
        now = self._clock()
        self._full_at[key] = max(now, self._full_at.get(key, now)) + cost / per_second


class Presence:
    """Which phones are connected: the open streams of each, and when it was last seen.

    A phone that was never seen counts as seen when the process began. If a phone has too many streams, the oldest are
    ended, since their connections can be lost.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._began = clock()
        self._seen_at: dict[Hashable, float] = {}
        self._streams: dict[Hashable, list[Callable[[], None]]] = {}

    def see(self, phone: Hashable) -> None:
        """Records that this phone has just sent a request."""
        now = self.clock()
        self._seen_at[phone] = now
        if len(self._seen_at) > MANY:
            self._seen_at = {other: at for other, at in self._seen_at.items() if at > now - LONGEST}

    def is_silent(self, phone: Hashable, seconds: float = IDLE) -> bool:
        """Whether this phone has no stream open and was not seen for so long (`LONGEST` at most)."""
        return phone not in self._streams and self._seen_at.get(phone, self._began) <= self.clock() - seconds

    def phones(self) -> set[int]:
        """The numbers of the phones that are not silent; screens have none."""
        present = {phone for phone in (*self._seen_at, *self._streams) if not self.is_silent(phone)}
        return {phone[1] for phone in present if isinstance(phone, tuple) and isinstance(phone[1], int)}

    def open_stream(self, phone: Hashable, end: Callable[[], None]) -> None:
        """Adds a stream, which calling `end` ends; if that makes too many, the oldest is ended."""
        streams = self._streams.setdefault(phone, [])
        streams.append(end)
        for oldest in streams[:-STREAMS]:
            self.close_stream(phone, oldest)
            oldest()

    def close_stream(self, phone: Hashable, end: Callable[[], None]) -> None:
        """Removes a stream that has ended, and counts the phone as seen now. A second call does nothing."""
        streams = self._streams.get(phone, [])
        if end in streams:
            streams.remove(end)
            self.see(phone)
        if not streams:
            self._streams.pop(phone, None)


@lru_cache(MANY)
def network(address: str) -> str:
    """The /64 network of an IPv6 address, since a home has very many of those; an IPv4 address itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
