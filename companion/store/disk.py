"""The disk: one thread writes, committing together what has queued up; one other reads."""

from __future__ import annotations

from threading import Event, Lock
from time import monotonic
from typing import Any

from flask import Flask
from sqlalchemy import URL, Connection

from companion.store.address import address
from companion.store.durations import Durations
from companion.store.line import PRAGMAS, READS, Line, T, Work
from companion.store.refusals import DiskRefused, is_collision, is_trouble, plainly

__all__ = ["Disk", "DiskRefused", "disk_of"]

CLOSED = "The companion is stopping, so nothing was written."
DRAIN_SECONDS = 2.0
TRIES = 5  # of a job that other processes are in the way of


class Job:
    """One caller's work within a group, with its own answer or its own error."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, connection: Connection) -> None:
        """Does the work in a savepoint, so that a lost race takes nobody else's row with it."""
        self.error = None
        try:
            with connection.begin_nested():
                self.answer = self.work(connection)
        except Exception as error:
            # A failing database may have ended the whole transaction already: nobody's row is safe.
            if is_trouble(error):
                raise
            self.error = error


class Group:
    """The jobs that are committed together; the first to come leads and sends them off."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.over = Event()
        self.trouble: Exception | None = DiskRefused(CLOSED)

    def attempt(self, connection: Connection) -> None:
        """Every job in the order in which they came."""
        for job in self.jobs:
            job.attempt(connection)


class Disk:
    """A night's memory: nobody is answered before what they wrote is committed."""

    def __init__(self, place: Flask | URL | str) -> None:
        self.url = address(place)
        self._writer = Line(self.url, "BEGIN IMMEDIATE")
        self._reader = Line(self.url, "BEGIN", (*PRAGMAS, READS))
        # These locks are only taken by callers, never in the native threads, so gevent may patch them.
        self._gate = Lock()
        self._turn = Lock()
        self._gathering = Group()
        self._closed = False
        self.commits = Durations()

    def write(self, work: Work[T]) -> T:
        """What `work(connection)` answers, once that is on the disk; what it raises undoes its rows only."""
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

    def read(self, work: Work[T]) -> T:
        """What `work(connection)` reads, in one transaction on the second connection."""
        if self._closed:
            raise DiskRefused(CLOSED)
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
                raise DiskRefused(CLOSED)
            self._gathering.jobs.append(job)
            return self._gathering, len(self._gathering.jobs) == 1

    def _send(self, group: Group) -> None:
        try:
            with self._turn:
                with self._gate:
                    self._gathering = Group()
                began = monotonic()
                self._commit(group)
                self.commits.add(monotonic() - began)
                group.trouble = None
        except Exception as error:
            group.trouble = error
        finally:
            group.over.set()

    def _commit(self, group: Group) -> None:
        """Together; where another process was in the way of one, each by itself, since nothing was written."""
        if self._writer.add([job.work for job in group.jobs]):
            return
        try:
            self._writer.run(group.attempt)
        except Exception as error:
            if not is_collision(error):
                raise
            for job in group.jobs:
                self._commit_alone(job)

    def _commit_alone(self, job: Job) -> None:
        for _ in range(TRIES):
            try:
                return self._writer.run(job.attempt)
            except Exception as error:
                job.error = _of_its_own(error)
                if not is_collision(error):
                    return None
        return None


def _of_its_own(trouble: Exception) -> DiskRefused:
    # Callers of one group must not share an exception: each raise would add to the same traceback.
    return DiskRefused(str(trouble), trouble.on_terminal) if isinstance(trouble, DiskRefused) else plainly(trouble)


_making = Lock()


def disk_of(app: Flask) -> Disk:
    """The one disk of this app, opened when it is first asked for."""
    with _making:
        if "companion.disk" not in app.extensions:
            app.extensions["companion.disk"] = Disk(app)
    disk: Disk = app.extensions["companion.disk"]
    return disk
