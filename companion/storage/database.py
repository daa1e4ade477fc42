"""The database: one thread writes, committing together what has queued up; one other reads.

Sessions and connections live on these two threads alone. Whoever calls waits for the answer, and under gevent nobody
else does.
"""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate
from threading import Event, Lock
from time import monotonic
from typing import Any, TypeVar

from flask import Flask
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from companion.storage.engine import PRAGMAS, READS, address, engine_for, is_sqlite
from companion.storage.errors import AWAY, DatabaseUnavailable, is_collision, is_trouble, plainly
from companion.storage.models import db
from companion.system.native_threads import native_thread, outcome

T = TypeVar("T")
Work = Callable[[Session], T]
PlainWork = Callable[[Connection], T]

CLOSED = "The companion is stopping, so nothing was written."
DRAIN_SECONDS = 2.0
PAUSE = 0.5  # seconds without a new try after the database could not be reached
TRIES = 5  # of a job that other processes are in the way of
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)  # seconds


class Durations:
    """How long commits took, counted by the first of `BOUNDS` that they do not exceed; added to by one at a time."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """One more that took so long."""
        place = next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._counts[place] += 1
        self.total += seconds

    def up_to(self) -> list[int]:
        """How many did not exceed each bound, and at the end how many there were."""
        return list(accumulate(self._counts))


class Job:
    """One caller's work within a group, with its own answer or its own error."""

    def __init__(self, work: PlainWork[Any]) -> None:
        self.work = work
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, connection: Connection) -> None:
        """Does the work within the transaction that is open; what it raises undoes all of that."""
        self.error = None
        try:
            self.answer = self.work(connection)
        except Exception as error:
            self.error = error
            raise


class Group:
    """The jobs that are committed together; the first to come leads and sends them off."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.over = Event()
        self.trouble: Exception | None = DatabaseUnavailable(CLOSED)


class Database:
    """Reads and writes; nobody is answered before what they wrote is committed."""

    def __init__(self, place: Flask | URL | str) -> None:
        self.url = address(place)
        self._writer = DatabaseThread(self.url, "BEGIN IMMEDIATE")
        self._reader = DatabaseThread(self.url, "BEGIN", (*PRAGMAS, READS))
        # These locks are only taken by callers, never in the native threads, so gevent may patch them.
        self._gate = Lock()
        self._turn = Lock()
        self._gathering = Group()
        self._closed = False
        self.commits = Durations()

    def write(self, work: Work[T]) -> T:
        """What `work(session)` answers, once that is on the disk; what it raises undoes its rows only."""
        return self.write_plain(lambda connection: _in_session(connection, work))

    def read(self, work: Work[T]) -> T:
        """What `work(session)` reads, in one transaction on the second connection."""
        return self.read_plain(lambda connection: _in_session(connection, work))

    def write_plain(self, work: PlainWork[T]) -> T:
        """The same as `write` for plain SQL, without a session."""
        job = Job(work)
        group, leads = self._join(job)
        if leads:
            self._send(group)
        else:
            group.over.wait()
        if group.trouble is not None:
            raise _of_its_own(group.trouble) from group.trouble
        if job.error is not None:
            raise job.error
        answer: T = job.answer
        return answer

    def read_plain(self, work: PlainWork[T]) -> T:
        """The same as `read` for plain SQL, without a session."""
        if self._closed:
            raise DatabaseUnavailable(CLOSED)
        try:
            return self._reader.run(work)
        except Exception as error:
            if is_trouble(error):
                raise plainly(error) from error
            raise

    def close(self) -> None:
        """Takes nothing new, and gives what has queued up 2 seconds to reach the disk."""
        until = monotonic() + DRAIN_SECONDS
        with self._gate:
            if self._closed:
                return
            self._closed = True
            last = self._gathering
        if last.jobs:
            last.over.wait(DRAIN_SECONDS)
        # A group on its way to the disk holds the turn; after it nobody takes it any more.
        self._turn.acquire(timeout=max(0.1, until - monotonic()))
        self._reader.close(max(0.1, until - monotonic()))
        self._writer.close(max(0.1, until - monotonic()))

    def _join(self, job: Job) -> tuple[Group, bool]:
        with self._gate:
            if self._closed:
                raise DatabaseUnavailable(CLOSED)
            self._gathering.jobs.append(job)
            return self._gathering, len(self._gathering.jobs) == 1

    def _send(self, group: Group) -> None:
        try:
            with self._turn:
                with self._gate:
                    self._gathering = Group()
                began = monotonic()
                self._commit(list(group.jobs))
                self.commits.add(monotonic() - began)
                group.trouble = None
        except Exception as error:
            group.trouble = error
        finally:
            group.over.set()

    def _commit(self, jobs: list[Job]) -> None:
        """In one transaction. A job that fails undoes it; it is left out, and the others are tried again without it."""

        def attempt(connection: Connection) -> None:
            for job in jobs:
                job.attempt(connection)

        while jobs:
            try:
                return self._writer.run(attempt)
            except Exception as error:
                if is_collision(error):  # another process was in the way of one of them
                    for job in jobs:
                        self._commit_alone(job)
                    return None
                failed = next((job for job in jobs if job.error is error), None)
                if failed is None or is_trouble(error):  # the database itself failed: nobody's row is safe
                    raise
                jobs.remove(failed)
        return None

    def _commit_alone(self, job: Job) -> None:
        for _ in range(TRIES):
            try:
                return self._writer.run(job.attempt)
            except Exception as error:
                job.error = _of_its_own(error)
                if not is_collision(error):
                    return None
        return None


class DatabaseThread:
    """One native thread with the one connection that it owns."""

    def __init__(self, url: URL, begin: str, pragmas: tuple[str, ...] = PRAGMAS) -> None:
        self._engine = engine_for(url, begin, pragmas)
        self._thread = native_thread()
        self._connection: Connection | None = None
        self._committing = False
        self._away_until = 0.0
        self._pause = 0.0 if is_sqlite(url) else PAUSE

    def run(self, work: PlainWork[T]) -> T:
        """What `work` answers within one transaction; what it raises undoes the transaction."""
        answer: T = outcome(self._thread, self._attempt, work)
        return answer

    def close(self, timeout: float) -> None:
        """Ends the connection in its own thread, waiting for that at most so many seconds."""
        with suppress(concurrent.futures.TimeoutError):
            self._thread.submit(self._hang_up).result(timeout)
        self._thread.shutdown(wait=False)

    def _attempt(self, work: PlainWork[T]) -> T:
        try:
            return self._done(work)
        except Exception as error:
            if not self._was_cut_early(error):
                raise
        try:  # nothing was written yet, so it may be said again on a new connection
            return self._done(work)
        except Exception as error:
            self._was_cut_early(error)
            raise

    def _done(self, work: PlainWork[T]) -> T:
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
                raise DatabaseUnavailable(AWAY)
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


def _in_session(connection: Connection, work: Work[T]) -> T:
    """Works with a session of Flask-SQLAlchemy, within the transaction that is open on a thread's own connection."""
    make = db.session.session_factory
    with make(bind=connection, join_transaction_mode="rollback_only", expire_on_commit=False) as session:
        answer = work(session)
        session.flush()
        return answer


def _of_its_own(trouble: Exception) -> DatabaseUnavailable:
    # Callers of one group must not share an exception: each raise would add to the same traceback.
    if isinstance(trouble, DatabaseUnavailable):
        return DatabaseUnavailable(str(trouble), trouble.on_terminal)
    return plainly(trouble)


_making = Lock()


def database_of(app: Flask) -> Database:
    """The one database of this app, opened when it is first asked for."""
    with _making:
        if "companion.database" not in app.extensions:
            app.extensions["companion.database"] = Database(app)
    database: Database = app.extensions["companion.database"]
    return database
