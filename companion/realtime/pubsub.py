"""Publish and subscribe: subscribers wait for the event that a night has changed, and read it again."""

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock


class PubSub:
    """The subscribers of all nights in this process; `forward` tells the other processes, if there are any."""

    def __init__(self) -> None:
        self.forward: Callable[[str], None] | None = None
        self._subscribers: dict[str, set[Event]] = defaultdict(set)
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
            subscriber.set()

    def publish_everywhere(self) -> None:
        """Notifies every subscriber of every night; used when the server stops."""
        for night_id in tuple(self._subscribers):
            self.publish_here(night_id)

    def subscribe(self, night_id: str, subscriber: Event) -> None:
        """Notifies the subscriber of every change from now on. Read the night after this, or a change can be missed."""
        with self._lock:
            self._subscribers[night_id].add(subscriber)

    def unsubscribe(self, night_id: str, subscriber: Event) -> None:
        """Stops notifying this subscriber, and forgets the night if it has no subscribers left."""
        with self._lock:
            subscribers = self._subscribers.get(night_id, set())
            subscribers.discard(subscriber)
            if not subscribers:
                self._subscribers.pop(night_id, None)

    def count(self, night_id: str) -> int:
        """The number of subscribers of a night."""
        with self._lock:
            return len(self._subscribers.get(night_id, ()))
