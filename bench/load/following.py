"""Each tap, from when it was due until the last phone of its table has it."""

from __future__ import annotations

from typing import Protocol

from .seats import Phone, Table, Tap, now

PATIENCE = 10.0  # seconds after which a tap counts as lost


class Sending(Protocol):
    """What carries a tap to the server."""

    def __call__(self, tap: Tap) -> None: ...


class Following:
    """The taps under way. A table does one thing at a time, as people do who wait for their buttons."""

    def __init__(self, send: Sending) -> None:
        self._send = send
        self.under_way: set[Tap] = set()

    def offer(self, tap: Tap) -> None:
        """The tap leaves at once, or as soon as what its table is doing is on every phone."""
        tap.tally.sent += 1
        self.under_way.add(tap)
        if tap.table.tap is None:
            self._begin(tap)
        else:
            tap.table.waiting.append(tap)

    def _begin(self, tap: Tap) -> None:
        tap.table.tap = tap
        tap.sent = now()
        self._send(tap)

    def saw(self, phone: Phone, version: int, at: float) -> bool:
        """A phone has a version; whether that was news to it. A later version holds all earlier ones."""
        before = phone.seen
        if version <= before:
            return False
        phone.seen, phone.at = version, at
        tap = phone.table.tap
        if tap is not None and before < tap.wanted <= version:
            tap.left -= 1
            if not tap.left:
                self._arrived(tap, at)
        return True

    def made(self, tap: Tap, version: int) -> None:
        """The version that a tap has made is known: which phones still lack it?"""
        if tap.table.tap is not tap:
            return
        phones = [phone for phone in tap.table.phones if not phone.gone]
        tap.wanted = version
        tap.left = sum(phone.seen < version for phone in phones)
        if not tap.left:
            self._arrived(tap, max((phone.at for phone in phones), default=now()))

    def _arrived(self, tap: Tap, at: float) -> None:
        tap.tally.done += 1
        tap.tally.took[tap.kind].append(at - tap.due)
        self._over(tap)

    def failed(self, tap: Tap) -> None:
        """The server refused the tap, or the link to it broke."""
        if tap.table.tap is tap:
            tap.tally.failed += 1
            self._over(tap)

    def give_up(self) -> None:
        """What has been under way for too long is lost."""
        late = now() - PATIENCE
        for tap in [tap for tap in self.under_way if tap.due < late and tap.table.tap is tap]:
            tap.tally.lost += 1
            self._over(tap)

    def _over(self, tap: Tap) -> None:
        table: Table = tap.table
        self.under_way.discard(tap)
        table.tap = None
        if tap.done is not None and not tap.done.done():
            tap.done.set_result(None)
        if table.waiting and table.tap is None:
            self._begin(table.waiting.popleft())
