"""Processes that share a PostgreSQL tell each other which night has changed, but not how (LISTEN, NOTIFY)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Lock, Thread
from typing import Any

CHANNEL = "companion"
WAIT = 1.0  # seconds without a message before a thread checks whether the server is stopping
AGAIN = 1.0  # seconds before the next try to reach the database


class Cluster:
    """Sends messages to the other processes and receives theirs, on two connections without transactions.

    A message can get lost, so every process also checks the database from time to time.
    """

    def __init__(self, connect: Callable[[], AbstractContextManager[Any]], stopping: Event) -> None:
        self._connect, self._stopping = connect, stopping
        self._unsent: set[str] = set()
        self._lock, self._wake = Lock(), Event()
        self._own = 0  # the server's process id of the connection that sends

    def start(self, received: Callable[[str], object], missed: Callable[[], object]) -> None:
        """Calls `received` with the night of each message from another process, and `missed` when some can be lost."""
        for work in (self._send, lambda connection: self._listen(connection, received, missed)):
            Thread(target=self._again_and_again, args=[work], name="cluster", daemon=True).start()

    def send(self, night_id: str) -> None:
        """Tells the other processes soon, without waiting; several messages about one night become one."""
        with self._lock:
            self._unsent.add(night_id)
        self._wake.set()

    def _send(self, connection: Any) -> None:
        self._own = connection.info.backend_pid
        connection.execute("SET synchronous_commit = off")  # messages need not be kept on disk
        while not self._stopping.is_set():
            if self._wake.wait(WAIT):
                self._wake.clear()
                self._deliver(connection)

    def _deliver(self, connection: Any) -> None:
        with self._lock:
            nights, self._unsent = self._unsent, set()
        try:
            connection.execute("SELECT pg_notify(%s, night) FROM unnest(%s::text[]) AS night", (CHANNEL, list(nights)))
        except Exception:
            with self._lock:
                self._unsent |= nights
            self._wake.set()
            raise

    def _listen(self, connection: Any, received: Callable[[str], object], missed: Callable[[], object]) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        missed()
        while not self._stopping.is_set():
            for message in connection.notifies(timeout=WAIT):
                if message.pid != self._own:
                    received(message.payload)

    def _again_and_again(self, work: Callable[[Any], None]) -> None:
        """Does the work on a connection of its own, and starts again on a new one whenever that is cut."""
        import psycopg

        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    work(connection)
            except (psycopg.Error, OSError):
                self._stopping.wait(AGAIN)
