"""The bell of a night: it says that there is something new, never what; whoever hears it reads again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock
from typing import Protocol

from flask import Flask


class Listener(Protocol):
    """Whoever hears a bell."""

    def hear(self) -> None:
        """It has rung; this must not wait for anything."""


class Ear:
    """One listener's ear at a night's bell; many rings before it listens again are one."""

    def __init__(self, bell: Bell, night_id: str) -> None:
        self.night_id = night_id
        self._bell = bell
        self._rung = Event()

    def wait(self, timeout: float | None = None) -> bool:
        """True if the bell rang since the last wait, at the latest after `timeout` seconds False."""
        rung = self._rung.wait(timeout)
        # Clearing after a silent wait would swallow a ring that falls between the two.
        if rung:
            self._rung.clear()
        return rung

    def hear(self) -> None:
        """Wakes whoever waits at this ear."""
        self._rung.set()

    def close(self) -> None:
        """Takes the ear from the bell; an ear closed twice is closed."""
        self._bell.leave(self.night_id, self)

    def __enter__(self) -> Ear:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Bell:
    """The bells of all nights in this process; `abroad` tells the other processes, if there are any."""

    def __init__(self) -> None:
        self.abroad: Callable[[str], None] | None = None
        self._ears: dict[str, set[Listener]] = defaultdict(set)
        self._lock = Lock()

    def ring(self, night_id: str) -> None:
        """Wakes every ear of the night, and none of any other, in all processes."""
        self.ring_here(night_id)
        if self.abroad is not None:
            self.abroad(night_id)

    def ring_here(self, night_id: str) -> None:
        """The same in this process only, for what another one has rung."""
        with self._lock:
            ears = tuple(self._ears.get(night_id, ()))
        for ear in ears:
            ear.hear()

    def ring_all(self) -> None:
        """Wakes every ear of every night: the house is closing."""
        for night_id in tuple(self._ears):
            self.ring_here(night_id)

    def listen(self, night_id: str) -> Ear:
        """An ear that hears every ring from now on; read the night after listening, not before."""
        ear = Ear(self, night_id)
        self.join(night_id, ear)
        return ear

    def join(self, night_id: str, listener: Listener) -> None:
        """The listener hears every ring from now on."""
        with self._lock:
            self._ears[night_id].add(listener)

    def leave(self, night_id: str, listener: Listener) -> None:
        """Rings for this listener no more, and keeps nothing of a night to which nobody listens."""
        with self._lock:
            ears = self._ears.get(night_id, set())
            ears.discard(listener)
            if not ears:
                self._ears.pop(night_id, None)

    def ears(self) -> int:
        """How many ears there are at all bells together."""
        with self._lock:
            return sum(map(len, self._ears.values()))

    def listening(self, night_id: str) -> int:
        """How many ears a night's bell has."""
        with self._lock:
            return len(self._ears.get(night_id, ()))


def bell_of(app: Flask) -> Bell:
    """The one bell of this app, hung up when it is first asked for."""
    bell: Bell = app.extensions.setdefault("companion.bell", Bell())
    return bell
