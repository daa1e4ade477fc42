"""Brings a database to the shape that this version of the companion knows."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import URL, Connection, Engine, func, inspect, select

from companion.config import Unusable
from companion.storage.clock import now
from companion.storage.engine import address, engine_for, file_of, is_sqlite
from companion.storage.errors import OTHERWISE, DatabaseUnavailable, is_trouble, plainly
from companion.storage.files import copy
from companion.system.native_threads import native_thread, outcome

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"

# A batch migration builds a table anew, which must not delete the rows that point to it.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=OFF")
UPGRADE = 0x59414B01  # a number of our own among PostgreSQL's advisory locks


class DatabaseTooNew(Unusable):
    """The database knows more than this version; its text is a sentence for whoever starts the companion."""


def upgrade(place: Flask | URL | str) -> Path | None:
    """The database is at head afterwards; answers where the copy of an older one lies, if there was one.

    Raises `DatabaseTooNew`, or `DatabaseUnavailable` where the database cannot be opened.
    """
    url = address(place)
    if is_sqlite(url):
        _keep_private(file_of(url))
    try:
        return migrating(url, lambda connection: _upgrade(url, connection))
    except Exception as error:
        if not is_trouble(error):
            raise
        refused = plainly(error)
        raise (DatabaseUnavailable(refused.on_terminal) if str(refused) == OTHERWISE else refused) from error


def _keep_private(path: Path) -> None:
    """Nobody else on this computer reads the nights; what lies beside them later takes over the rights of the file."""
    with suppress(OSError):  # opening it says better what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(OSError):
            each.chmod(0o600)


def revision(connection: Connection) -> str | None:
    """The step of the migrations at which a database stands; an empty one stands at none."""
    found = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    return found


def migrating(url: URL, work: Callable[[Connection], T]) -> T:
    """What `work` does on a connection for changing tables: in a thread of its own, without following foreign keys."""

    def connected() -> T:
        engine = engine_for(url, "BEGIN IMMEDIATE", PRAGMAS)
        try:
            with _opened(engine) as connection:
                return work(connection)
        finally:
            engine.dispose()

    with native_thread() as thread:
        return outcome(thread, connected)


def script() -> ScriptDirectory:
    """All steps of the migrations, as they came with the package."""
    return ScriptDirectory.from_config(_config())


def _opened(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except Exception as error:
        if is_trouble(error) and engine.dialect.name != "sqlite":  # its own words tell whoever starts it what is wrong
            raise DatabaseUnavailable(
                f"The database could not be reached: {' '.join(str(error.__cause__).split())}"
            ) from error
        raise


def _upgrade(url: URL, connection: Connection) -> Path | None:
    steps = script()
    _wait_for_turn(connection)
    head, current = steps.get_current_head(), revision(connection)
    if current == head:
        return None
    if head is None:
        raise DatabaseUnavailable("The companion cannot read its own files: it may open too few at a time (ulimit -n).")
    if current is not None and current not in {step.revision for step in steps.walk_revisions()}:
        raise DatabaseTooNew(
            f"This database was written by a newer Party Companion (step {current}; this one knows {head}). "
            "Install the newer version, or start with another data folder."
        )
    kept = _kept_copy(url, connection, head)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return kept


def _wait_for_turn(connection: Connection) -> None:
    """Of several processes that start together one upgrades; the others wait until its connection ends."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("SET lock_timeout = 0")
        connection.scalar(select(func.pg_advisory_lock(UPGRADE)))
        connection.commit()


def _kept_copy(url: URL, connection: Connection, head: str | None) -> Path | None:
    tables = inspect(connection).get_table_names()
    connection.rollback()
    if not tables or not is_sqlite(url):
        return None
    path = file_of(url)
    return copy(path, path.with_name(f"{path.stem}-before-{head}-{now():%Y%m%d-%H%M%S}{path.suffix}"))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
