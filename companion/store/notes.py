"""Notes between processes over PostgreSQL: which night has something new, never what (LISTEN and NOTIFY)."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock
from typing import Any

from sqlalchemy import URL

from companion.store.engine import timeouts

CHANNEL = "companion"
HEARKEN = 1.0  # seconds without a note before the listener looks whether the house closes
AGAIN = 1.0  # seconds before the next try to reach the database


class Notes:
    """What this process says to the others, and hears from them, each on a connection of its own outside transactions.

    A note may get lost, so whoever relies on them looks at the database from time to time all the same.
    """

    def __init__(self, url: URL, over: Event) -> None:
        self._url, self._over = url, over
        self._unsent: set[str] = set()
        self._lock, self._wake = Lock(), Event()
        self._own = 0  # the number of the connection that sends, at the server

    def send(self, night_id: str) -> None:
        """Tells the others, soon and without waiting for it; many notes about one night are one."""
        with self._lock:
            self._unsent.add(night_id)
        self._wake.set()

    def deliver(self) -> None:
        """Sends what is to be sent until the house closes; what the database does not take is sent when it does."""
        self._again_and_again(self._deliver)

    def hear(self, note: Callable[[str], object], missed: Callable[[], object]) -> None:
        """Calls `note` with the night of every note of another process; `missed` where some may have been lost."""
        self._again_and_again(lambda line: self._hear(line, note, missed))

    def _deliver(self, line: Any) -> None:
        self._own = line.info.backend_pid
        line.execute("SET synchronous_commit = off")  # a note is nothing that a disk has to keep
        while not self._over.is_set():
            if self._wake.wait(HEARKEN):
                self._wake.clear()
                self._say(line)

    def _say(self, line: Any) -> None:
        with self._lock:
            nights, self._unsent = self._unsent, set()
        try:
            line.execute("SELECT pg_notify(%s, night) FROM unnest(%s::text[]) AS night", (CHANNEL, list(nights)))
        except Exception:
            with self._lock:
                self._unsent |= nights
            self._wake.set()
            raise

    def _hear(self, line: Any, note: Callable[[str], object], missed: Callable[[], object]) -> None:
        line.execute(f"LISTEN {CHANNEL}")
        missed()
        while not self._over.is_set():
            for heard in line.notifies(timeout=HEARKEN):
                if heard.pid != self._own:
                    note(heard.payload)

    def _again_and_again(self, work: Callable[[Any], None]) -> None:
        """Does the work on a connection of its own, and on a new one whenever that is cut."""
        import psycopg

        while not self._over.is_set():
            try:
                with self._connected() as line:
                    work(line)
            except (psycopg.Error, OSError):
                self._over.wait(AGAIN)

    def _connected(self) -> Any:
        import psycopg

        words, more = self._url.get_dialect()().create_connect_args(self._url)
        return psycopg.connect(*words, autocommit=True, **{**more, **timeouts(self._url)})
