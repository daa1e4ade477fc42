"""The database: one thread writes and commits all waiting jobs together; another thread reads.

Sessions and connections are used only on these two threads. The caller waits for the result; under gevent only its own
greenlet waits.
"""

import concurrent.futures
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from flask import Flask
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from companion.storage.engine import PRAGMAS, READ_ONLY, address, engine_for, is_sqlite
from companion.storage.errors import AWAY, OTHERWISE, DatabaseUnavailable, is_collision, is_trouble, plainly
from companion.storage.models import db
from companion.system.native_threads import native_threads, outcome
from companion.system.terminal import tell

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[[Session], T]
PlainWork = Callable[[Connection], T]

CLOSED = "The companion is stopping, so nothing was written."
DRAIN_SECONDS = 2.0
PAUSE = 0.5  # seconds before the next try to connect after one has failed
TRIES = 5  # how often a job is tried that collides with other processes


@dataclass(eq=False)
class Job:
    """One caller's work. It is committed together with that of other callers, but has its own answer or error."""

    work: PlainWork[Any]
    answer: Any = None
    error: Exception | None = None
    is_done: bool = False


class Database:
    """Reads and writes; a caller that writes gets its answer only after the commit."""

    def __init__(self, place: Flask | URL | str) -> None:
        self.url = address(place)
        self._writer = DatabaseThread(self.url, "BEGIN IMMEDIATE")
        self._reader = DatabaseThread(self.url, "BEGIN", (*PRAGMAS, READ_ONLY))
        self._waiting: list[Job] = []
        # Only callers take this lock, never the native threads, so gevent may patch it.
        self._turn = Lock()
        self._is_closed = False
        self._said = ""  # on the terminal, about the last write that failed

    def write(self, work: Work[T]) -> T:
        """Returns what `work(session)` returns, after the commit. An error undoes only what this work has written."""
        return self.write_plain(lambda connection: _in_session(connection, work))

    def read(self, work: Work[T]) -> T:
        """Returns what `work(session)` returns, in one transaction on the connection for reading."""
        return self.read_plain(lambda connection: _in_session(connection, work))

    def write_plain(self, work: PlainWork[T]) -> T:
        """Does the same as `write`, for plain SQL without a session.

        The caller that gets the turn writes for all waiting callers, so that they share one sync of the disk.
        """
        job = Job(work)
        self._waiting.append(job)
        with self._turn:
            if not job.is_done:
                self._write_waiting()
        if not job.is_done:  # the caller that was writing this job was ended before it was done
            raise DatabaseUnavailable(OTHERWISE)
        if job.error is not None:
            raise job.error
        answer: T = job.answer
        return answer

    def read_plain(self, work: PlainWork[T]) -> T:
        """Does the same as `read`, for plain SQL without a session."""
        if self._is_closed:
            raise DatabaseUnavailable(CLOSED)
        try:
            return self._reader.run(work)
        except Exception as error:
            if is_trouble(error):
                raise plainly(error) from error
            raise

    def close(self) -> None:
        """Writes the waiting jobs, for at most 2 seconds, and refuses all later ones."""
        until = monotonic() + DRAIN_SECONDS
        has_turn = self._turn.acquire(timeout=DRAIN_SECONDS)
        if has_turn:
            self._write_waiting()
        is_closed, self._is_closed = self._is_closed, True
        if has_turn:
            self._turn.release()
        if not is_closed:
            for thread in (self._reader, self._writer):
                thread.close(max(0.1, until - monotonic()))

    def _write_waiting(self) -> None:
        """Commits all waiting jobs together, on the writer's thread; only the holder of the turn calls this."""
        jobs = self._waiting[:]
        del self._waiting[: len(jobs)]
        try:
            if self._is_closed:
                raise DatabaseUnavailable(CLOSED)
            self._commit(jobs)
        except Exception as error:
            for job in jobs:  # one exception for each: a shared one's traceback would grow every time it is raised
                job.error = plainly(error)
                job.error.__cause__ = error
        self._say(next((job.error for job in jobs if isinstance(job.error, DatabaseUnavailable)), None))
        for job in jobs:
            job.is_done = True

    def _say(self, trouble: DatabaseUnavailable | None) -> None:
        """Prints why nothing can be written, such as a full disk, once until something is written again."""
        said = trouble.on_terminal if trouble and not self._is_closed else ""
        if said and said != self._said:
            tell(f"  {said}")
        self._said = said

    def _commit(self, jobs: list[Job]) -> None:
        """Commits all jobs in one transaction. If one fails, this is undone and each job gets its own transaction."""

        def attempt(connection: Connection) -> None:
            for job in jobs:
                job.answer = job.work(connection)

        if len(jobs) > 1:
            try:
                return self._writer.run(attempt)
            except Exception as error:
                if is_trouble(error) and not is_collision(error):  # the database itself failed: nothing was written
                    raise
        for job in jobs:
            self._commit_alone(job)
        return None

    def _commit_alone(self, job: Job) -> None:
        """Commits one job; tries again if it collides with another process."""
        for _ in range(TRIES):
            try:
                job.answer, job.error = self._writer.run(job.work), None
                return
            except Exception as error:
                job.error = plainly(error) if is_trouble(error) else error
                if not is_collision(error):
                    return


class DatabaseThread:
    """One native thread with the one connection that it owns."""

    def __init__(self, url: URL, begin: str, pragmas: tuple[str, ...] = PRAGMAS) -> None:
        self._engine = engine_for(url, begin, pragmas)
        self._thread = native_threads()
        self._connection: Connection | None = None
        self._is_committing = False
        self._away_until = 0.0
        self._pause = 0.0 if is_sqlite(url) else PAUSE

    def run(self, work: PlainWork[T]) -> T:
        """Runs `work` in one transaction and returns its result; an error undoes the transaction."""
        answer: T = outcome(self._thread, self._run, work)
        return answer

    def close(self, timeout: float) -> None:
        """Closes the connection in its own thread; waits at most `timeout` seconds for that."""
        with suppress(concurrent.futures.TimeoutError):
            self._thread.submit(self._disconnect).result(timeout)
        self._thread.shutdown(wait=False)

    def _run(self, work: PlainWork[T]) -> T:
        try:
            return self._in_transaction(work)
        except DBAPIError as error:
            if self._is_committing or not error.connection_invalidated:
                raise
        # The server cut the connection before anything was committed, so the work can be done again on a new one.
        return self._in_transaction(work)

    def _in_transaction(self, work: PlainWork[T]) -> T:
        self._is_committing = False
        connection = self._connected()
        with connection.begin():
            answer = work(connection)
            self._is_committing = True
        return answer

    def _connected(self) -> Connection:
        """The open connection, or a new one. Soon after a failed try it fails at once, so that nobody waits again."""
        if self._connection is None or self._connection.invalidated:
            if monotonic() < self._away_until:
                raise DatabaseUnavailable(AWAY)
            try:
                self._connection = self._engine.connect()
            except Exception:
                self._away_until = monotonic() + self._pause
                raise
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _in_session(connection: Connection, work: Work[T]) -> T:
    """Calls `work` with a session of Flask-SQLAlchemy, within the transaction that is open on this connection."""
    make = db.session.session_factory
    with make(bind=connection, join_transaction_mode="rollback_only", expire_on_commit=False) as session:
        answer = work(session)
        session.flush()
        return answer


def writes(work: Callable[Concatenate[Session, P], T]) -> Callable[Concatenate[Database, P], T]:
    """A decorator: the function takes a database instead of a session, and runs in one transaction that writes."""

    @wraps(work)
    def run(database: Database, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return database.write(lambda session: work(session, *args, **kwargs))

    return run


def reads(work: Callable[Concatenate[Session, P], T]) -> Callable[Concatenate[Database, P], T]:
    """Like `writes`, for a function that only reads."""

    @wraps(work)
    def run(database: Database, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return database.read(lambda session: work(session, *args, **kwargs))

    return run


def database_of(app: Flask) -> Database:
    """The one database of this app."""
    database: Database = app.extensions["companion.database"]
    return database
