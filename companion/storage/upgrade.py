"""Upgrades a database to the tables of this version of the companion."""

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
from sqlalchemy import URL, Connection, func, inspect, select

from companion.config import Unusable
from companion.storage.clock import now
from companion.storage.engine import address, engine_for, file_of, is_sqlite
from companion.storage.errors import DatabaseUnavailable, is_trouble, plainly
from companion.storage.files import copy
from companion.system.native_threads import native_threads, outcome

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"

# A batch migration replaces a table by a new one. With foreign keys on, that would delete the rows that refer to it.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=OFF")
UPGRADE = 0x59414B01  # the number of our PostgreSQL advisory lock for upgrades


class UnknownStep(Unusable):
    """The database is at a migration step that this version does not have; the text says what to do."""


def upgrade(place: Flask | URL | str) -> Path | None:
    """Upgrades the database to the newest step. Returns the path of the copy made before that, if one was made.

    Raises `UnknownStep`, or `DatabaseUnavailable` if the database cannot be opened.
    """
    url = address(place)
    if is_sqlite(url):
        _keep_private(file_of(url))
    try:
        return migrating(url, lambda connection: _upgrade(url, connection))
    except Exception as error:
        if is_trouble(error):
            raise DatabaseUnavailable(plainly(error).on_terminal) from error
        raise


def migrating(url: URL, work: Callable[[Connection], T]) -> T:
    """Returns what `work` returns. It runs in its own thread, on a connection for migrations without foreign keys."""

    def connected() -> T:
        engine = engine_for(url, "BEGIN IMMEDIATE", PRAGMAS)
        try:
            with engine.connect() as connection:
                return work(connection)
        finally:
            engine.dispose()

    with native_threads() as thread:
        return outcome(thread, connected)


def check_step(what: str, step: str | None) -> None:
    """Raises `UnknownStep` for a database (`what`) that this version can neither use nor upgrade."""
    steps = ScriptDirectory.from_config(_config())
    oldest, newest = steps.get_base(), steps.get_current_head()
    if oldest is None or newest is None:
        raise DatabaseUnavailable("The companion cannot read its own files: it may open too few at a time (ulimit -n).")
    if step is None or step in {each.revision for each in steps.walk_revisions()}:
        return
    if step < oldest:
        raise UnknownStep(
            f"{what} was written by a Party Companion from before the first release (step {step}; this one knows "
            f"{oldest} and later). Export its nights with that version and import them with this one."
        )
    raise UnknownStep(
        f"{what} was written by a newer Party Companion (step {step}; this one knows {newest}). "
        "Install the newer version, or use another data folder."
    )


def _keep_private(path: Path) -> None:
    """Makes the database readable by this user only; SQLite gives the files that it adds later the same rights."""
    with suppress(OSError):  # opening the database later raises a better message
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(OSError):
            each.chmod(0o600)


def _upgrade(url: URL, connection: Connection) -> Path | None:
    if not is_sqlite(url):  # if several processes start together, one upgrades and the others wait
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("SET lock_timeout = 0")
        connection.scalar(select(func.pg_advisory_lock(UPGRADE)))
        connection.commit()
    step, tables = MigrationContext.configure(connection).get_current_revision(), inspect(connection).get_table_names()
    connection.rollback()
    check_step("This database", step)
    config = _config()
    head = ScriptDirectory.from_config(config).get_current_head()
    if step == head:
        return None
    kept = None
    if tables and is_sqlite(url):
        path = file_of(url)
        kept = copy(path, path.with_name(f"{path.stem}-before-{head}-{now():%Y%m%d-%H%M%S}{path.suffix}"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return kept


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
