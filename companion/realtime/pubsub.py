"""Publish and subscribe: subscribers are notified that a night has changed, never of what; they read it anew."""

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock
from typing import Protocol


class Subscriber(Protocol):
    """What is notified when a night has changed."""

    def notify(self) -> None:
        """It has changed; this must not wait for anything."""


class WaitingSubscriber:
    """A subscriber that waits in a thread or greenlet of its own; many changes before it waits again are one."""

    def __init__(self) -> None:
        self._changed = Event()

    def wait(self, timeout: float | None = None) -> bool:
        """True if the night changed since the last wait, at the latest after `timeout` seconds False."""
        changed = self._changed.wait(timeout)
        # Clearing after a timeout would swallow a change that falls between the two.
        if changed:
            self._changed.clear()
        return changed

    def notify(self) -> None:
        """Wakes the thread or greenlet that waits."""
        self._changed.set()


class PubSub:
    """The subscribers of all nights in this process; `forward` tells the other processes, if there are any."""

    def __init__(self) -> None:
        self.forward: Callable[[str], None] | None = None
        self._subscribers: dict[str, set[Subscriber]] = defaultdict(set)
        self._lock = Lock()

    def publish(self, night_id: str) -> None:
        """Tells every subscriber of the night, and none of any other, in all processes."""
        self.publish_here(night_id)
        if self.forward is not None:
            self.forward(night_id)

    def publish_here(self, night_id: str) -> None:
        """The same in this process only, for what another one has published."""
        with self._lock:
            subscribers = tuple(self._subscribers.get(night_id, ()))
        for subscriber in subscribers:
            subscriber.notify()

    def publish_everywhere(self) -> None:
        """Tells every subscriber of every night: the server is stopping."""
        for night_id in tuple(self._subscribers):
            self.publish_here(night_id)

    def subscribe(self, night_id: str, subscriber: Subscriber) -> None:
        """Notifies the subscriber of every change from now on; read the night after this, not before."""
        with self._lock:
            self._subscribers[night_id].add(subscriber)

    def unsubscribe(self, night_id: str, subscriber: Subscriber) -> None:
        """Tells this subscriber no more, and keeps nothing of a night that has none."""
        with self._lock:
            subscribers = self._subscribers.get(night_id, set())
            subscribers.discard(subscriber)
            if not subscribers:
                self._subscribers.pop(night_id, None)

    def count(self, night_id: str | None = None) -> int:
        """How many subscribers a night has, or all nights together."""
        with self._lock:
            if night_id is None:
                return sum(map(len, self._subscribers.values()))
            return len(self._subscribers.get(night_id, ()))
