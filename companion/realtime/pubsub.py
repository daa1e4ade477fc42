"""Publish and subscribe: subscribers are told that a night has changed, but not how; they read it again."""

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock


class Subscriber:
    """Waits in its own thread or greenlet until a night has changed; several changes before a wait count as one."""

    def __init__(self) -> None:
        self._changed = Event()

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for a change since the last wait and returns True, or False after `timeout` seconds."""
        changed = self._changed.wait(timeout)
        # Clearing after a timeout would lose a change that comes between the wait and the clearing.
        if changed:
            self._changed.clear()
        return changed

    def notify(self) -> None:
        """Wakes the waiting thread or greenlet; does not block."""
        self._changed.set()


class PubSub:
    """The subscribers of all nights in this process; `forward` tells the other processes, if there are any."""

    def __init__(self) -> None:
        self.forward: Callable[[str], None] | None = None
        self._subscribers: dict[str, set[Subscriber]] = defaultdict(set)
        self._lock = Lock()

    def publish(self, night_id: str) -> None:
        """Notifies every subscriber of this night, in all processes."""
        self.publish_here(night_id)
        if self.forward is not None:
            self.forward(night_id)

    def publish_here(self, night_id: str) -> None:
        """Notifies the subscribers in this process only, for a change that another process has published."""
        with self._lock:
            subscribers = tuple(self._subscribers.get(night_id, ()))
        for subscriber in subscribers:
            subscriber.notify()

    def publish_everywhere(self) -> None:
        """Notifies every subscriber of every night; used when the server stops."""
        for night_id in tuple(self._subscribers):
            self.publish_here(night_id)

    def subscribe(self, night_id: str, subscriber: Subscriber) -> None:
        """Notifies the subscriber of every change from now on. Read the night after this, or a change can be missed."""
        with self._lock:
            self._subscribers[night_id].add(subscriber)

    def unsubscribe(self, night_id: str, subscriber: Subscriber) -> None:
        """Stops notifying this subscriber, and forgets the night if it has no subscribers left."""
        with self._lock:
            subscribers = self._subscribers.get(night_id, set())
            subscribers.discard(subscriber)
            if not subscribers:
                self._subscribers.pop(night_id, None)

    def count(self, night_id: str | None = None) -> int:
        """The number of subscribers of a night, or of all nights together."""
        with self._lock:
            if night_id is None:
                return sum(map(len, self._subscribers.values()))
            return len(self._subscribers.get(night_id, ()))
