"""Several processes over one PostgreSQL tell each other which night has something new, never what (LISTEN, NOTIFY)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Lock, Thread
from typing import Any

CHANNEL = "companion"
WAIT = 1.0  # seconds without a message before a thread looks whether the server is stopping
AGAIN = 1.0  # seconds before the next try to reach the database


class Cluster:
    """What this process says to the others, and hears from them, each on a connection of its own outside transactions.

    A message may get lost, so whoever relies on them looks at the database from time to time all the same.
    """

    def __init__(self, connect: Callable[[], AbstractContextManager[Any]], stopping: Event) -> None:
        self._connect, self._stopping = connect, stopping
        self._unsent: set[str] = set()
        self._lock, self._wake = Lock(), Event()
        self._own = 0  # the number of the connection that sends, at the server

    def start(self, heard: Callable[[str], object], missed: Callable[[], object]) -> None:
        """Calls `heard` with the night of every message of another process; `missed` where some may have been lost."""
        for work in (self._send, lambda line: self._listen(line, heard, missed)):
            Thread(target=self._again_and_again, args=[work], name="cluster", daemon=True).start()

    def send(self, night_id: str) -> None:
        """Tells the others, soon and without waiting for it; many messages about one night are one."""
        with self._lock:
            self._unsent.add(night_id)
        self._wake.set()

    def _send(self, line: Any) -> None:
        self._own = line.info.backend_pid
        line.execute("SET synchronous_commit = off")  # a message is nothing that a disk has to keep
        while not self._stopping.is_set():
            if self._wake.wait(WAIT):
                self._wake.clear()
                self._deliver(line)

    def _deliver(self, line: Any) -> None:
        with self._lock:
            nights, self._unsent = self._unsent, set()
        try:
            line.execute("SELECT pg_notify(%s, night) FROM unnest(%s::text[]) AS night", (CHANNEL, list(nights)))
        except Exception:
            with self._lock:
                self._unsent |= nights
            self._wake.set()
            raise

    def _listen(self, line: Any, heard: Callable[[str], object], missed: Callable[[], object]) -> None:
        line.execute(f"LISTEN {CHANNEL}")
        missed()
        while not self._stopping.is_set():
            for message in line.notifies(timeout=WAIT):
                if message.pid != self._own:
                    heard(message.payload)

    def _again_and_again(self, work: Callable[[Any], None]) -> None:
        """Does the work on a connection of its own, and on a new one whenever that is cut."""
        import psycopg

        while not self._stopping.is_set():
            try:
                with self._connect() as line:
                    work(line)
            except (psycopg.Error, OSError):
                self._stopping.wait(AGAIN)
