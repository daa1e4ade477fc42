"""A line to the database: one connection, owned by one native thread, so that waiting stops nobody else."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from companion.native import native_thread
from companion.store import server
from companion.store.address import file_of, is_sqlite
from companion.store.refusals import AWAY, DiskRefused, is_trouble

T = TypeVar("T")
Work = Callable[[Connection], T]

# What is erased is overwritten on the disk, too (secure_delete).
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")
READS = "query_only=ON"
PAUSE = 0.5  # seconds without a new try after the database could not be reached


@dataclass(frozen=True, slots=True)
class Rows:
    """Work that only adds rows: `sql` as SQLite's driver takes it, and `otherwise` by way of SQLAlchemy."""

    sql: str
    rows: tuple[tuple[Any, ...], ...]
    otherwise: Work[Any]

    def __call__(self, connection: Connection) -> None:
        self.otherwise(connection)


def engine_for(url: URL, begin: str = "BEGIN", pragmas: tuple[str, ...] = PRAGMAS) -> Engine:
    """An engine without a pool, for a caller that keeps its one connection."""
    # What a player keeps private is in no log.
    hidden: dict[str, Any] = {"poolclass": NullPool, "hide_parameters": True}
    if not is_sqlite(url):
        engine = create_engine(url, connect_args=server.patience(url), **hidden)
        server.prepare(engine, reads=READS in pragmas)
        return engine
    engine = create_engine(url, **hidden)
    file_of(url)
    prepare(engine, begin, pragmas)
    return engine


def prepare(engine: Engine, begin: str = "BEGIN", pragmas: tuple[str, ...] = PRAGMAS) -> None:
    """Sets the pragmas of every SQLite connection, and starts transactions before the driver would."""

    @event.listens_for(engine, "connect")
    def connected(dbapi: Any, _: object) -> None:
        dbapi.isolation_level = None
        for pragma in pragmas:
            dbapi.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


class Line:
    """One connection in one native thread; whoever calls waits cooperatively."""

    def __init__(self, url: URL, begin: str, pragmas: tuple[str, ...] = PRAGMAS) -> None:
        self._engine = engine_for(url, begin, pragmas)
        self._thread = native_thread()
        self._connection: Connection | None = None
        self._committing = False
        self._away_until = 0.0
        self._begin, self._is_file = begin, is_sqlite(url)
        self._pause = 0.0 if self._is_file else PAUSE

    def run(self, work: Work[T]) -> T:
        """What `work` answers within one transaction; what it raises undoes the transaction."""
        answer: T
        answer, error = self._thread.submit(self._attempt, work).result()
        if error is not None:
            raise error
        return answer

    def add(self, works: Sequence[Work[Any]]) -> bool:
        """Whether all of this was written in one transaction; if not, nothing was, and each is to be tried by itself.

        Only rows go into a file this way, and none of them may have lost a race.
        """
        rows = [work for work in works if isinstance(work, Rows)]
        if not self._is_file or len(rows) < len(works):
            return False
        added, error = self._thread.submit(self._try_to_add, rows).result()
        if error is not None:
            raise error
        return added

    def close(self, timeout: float) -> None:
        """Ends the connection in its own thread, waiting for that at most so many seconds."""
        with suppress(concurrent.futures.TimeoutError):
            self._thread.submit(self._hang_up).result(timeout)
        self._thread.shutdown(wait=False)

    def _attempt(self, work: Work[Any]) -> tuple[Any, Exception | None]:
        # Errors are handed over as values: gevent prints what is raised in its native threads.
        try:
            return self._done(work), None
        except Exception as error:
            if not self._was_cut_early(error):
                return None, error
        try:  # nothing was written yet, so it may be said again on a new connection
            return self._done(work), None
        except Exception as error:
            self._was_cut_early(error)
            return None, error

    def _try_to_add(self, works: Sequence[Rows]) -> tuple[bool, Exception | None]:
        # What is wrong with one row only is found, and said, when each is tried by itself.
        try:
            self._add(works)
        except Exception as error:
            return False, error if is_trouble(error) else None
        return True, None

    def _add(self, works: Sequence[Rows]) -> None:
        # Past SQLAlchemy: its transaction, savepoint and statement take 140 of 190 µs alone, 100 of 120 among many.
        driver: Any = self._connected().connection.dbapi_connection
        driver.execute(self._begin)
        try:
            for work in works:
                driver.executemany(work.sql, work.rows)
            driver.execute("COMMIT")
        finally:
            if driver.in_transaction:
                driver.execute("ROLLBACK")

    def _done(self, work: Work[T]) -> T:
        connection = self._connected()
        self._committing = False
        with connection.begin():
            answer = work(connection)
            self._committing = True
        return answer

    def _connected(self) -> Connection:
        """The connection, or a new one; where none could be had a moment ago, nobody waits for the same again."""
        if self._connection is None:
            if monotonic() < self._away_until:
                raise DiskRefused(AWAY)
            try:
                self._connection = self._engine.connect()
            except Exception:
                self._away_until = monotonic() + self._pause
                raise
        return self._connection

    def _was_cut_early(self, error: Exception) -> bool:
        """Drops a connection that the server has cut; whether that was before anything was being committed."""
        if not isinstance(error, DBAPIError) or not error.connection_invalidated or self._connection is None:
            return False
        cut, self._connection = self._connection, None
        with suppress(Exception):
            cut.close()
        return not self._committing

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
