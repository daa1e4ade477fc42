"""How much one phone, and one address, may ask of the companion, so that a flood from one slows nobody else."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Hashable

from flask import Response, current_app, g, make_response, render_template, request
from werkzeug.exceptions import TooManyRequests

from .painter import Answer, is_scripted

LOOKS = 4  # pages and paintings asked for, to one tap
CROWD = 10  # requests without a seat from one address, to one tap: a whole party may come through one door
STREAMS = 4  # open at once on one phone; one page has one, and a few may be left from links that went dead
HELD = 1.0  # seconds that a refusal takes, so that a flood waits for itself and not the table for the flood
HOUR = 3600.0
MANY = 2000  # phones kept count of before the idle ones are dropped
IDLE = 60.0
TIDY = 1.0  # seconds from one dropping to the next: a house may have more phones than that which are not idle
TOO_FAST = "That was too much at once from this phone, and it was not written down. Wait a moment, then tap again."
TOO_MANY_NIGHTS = "Many nights were opened from here within the hour. Join one of them, or wait a little."


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


class Limits:
    """What one app counts."""

    def __init__(self) -> None:
        self.buckets = Buckets()
        self.openings = Openings()
        self.listening = Listening()


def network(address: str) -> str:
    """Who an address belongs to: one of IPv6 is one of very many that a house has, unless it stands for one of IPv4."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def asking_network() -> str:
    """The network that asks: whatever is counted for an address is counted for this."""
    return network(request.remote_addr or "")


def too_fast() -> Response | None:
    """The refusal of a phone, or an address without a seat, that asks too much at once; None for every thumb there is.

    A file of a page comes late instead: without it the page would not work.
    """
    per_second = current_app.config.get("TAPS_PER_SECOND", 0)
    if per_second <= 0:
        return None
    who, times, cost = _asking()
    if limits().buckets.take(who, times * current_app.config["TAPS_AT_ONCE"], times * per_second, cost):
        return None
    time.sleep(HELD)
    return None if request.endpoint == "static" else _refusal()


def _asking() -> tuple[Hashable, int, int]:
    """Who asks, how many times as much as taps they may ask of this kind, and how many of them this one counts as."""
    looks = request.method in ("GET", "HEAD", "OPTIONS")
    opens = looks and request.path.endswith("/live")  # a whole painting each, and no phone opens many
    if "device" in g:
        cost = getattr(current_app.view_functions.get(request.endpoint or ""), "cost", 1)
        return (g.device.night_id, g.device.id, looks, opens), LOOKS if looks and not opens else 1, cost
    return (asking_network(), request.endpoint == "static"), CROWD, 1


def _refusal() -> Response:
    if not is_scripted():
        raise TooManyRequests(TOO_FAST, retry_after=1)
    answer = make_response(render_template("_answer.html", view=Answer(TOO_FAST)), 429)
    answer.headers["Retry-After"] = "1"
    return answer


def check_opening() -> None:
    """Refuses one night too many from one address within an hour."""
    most = current_app.config.get("NIGHTS_PER_HOUR", 0)
    if most > 0 and not limits().openings.allow(asking_network(), most):
        raise TooManyRequests(TOO_MANY_NIGHTS, retry_after=int(HOUR / most))


def limits() -> Limits:
    """What this app counts."""
    found: Limits = current_app.extensions.setdefault("companion.limits", Limits())
    return found
