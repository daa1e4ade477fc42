"""Brings a database to the shape that this version of the companion knows."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import URL, Connection, Engine, inspect

from companion.config import Unusable
from companion.store import server
from companion.store.address import address, file_of, is_sqlite
from companion.store.backup import copy
from companion.store.line import engine_for
from companion.store.moment import now
from companion.store.refusals import OTHERWISE, DiskRefused, is_trouble, plainly

MIGRATIONS = Path(__file__).parent.parent / "migrations"

# A batch migration builds a table anew, which must not delete the rows that point to it.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=OFF")


class DatabaseTooNew(Unusable):
    """The database knows more than this version; its text is a sentence for whoever starts the companion."""


def upgrade(place: Flask | URL | str) -> Path | None:
    """The database is at head afterwards; answers where the copy of an older one lies, if there was one.

    Raises `DatabaseTooNew`, or `DiskRefused` where the database cannot be opened.
    """
    url = address(place)
    if is_sqlite(url):
        _keep_private(file_of(url))
    engine = migrating_engine(url)
    try:
        with _opened(engine) as connection:
            return _upgrade(url, connection)
    except Exception as error:
        if not is_trouble(error):
            raise
        refused = plainly(error)
        raise (DiskRefused(refused.on_terminal) if str(refused) == OTHERWISE else refused) from error
    finally:
        engine.dispose()


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


def migrating_engine(url: URL) -> Engine:
    """An engine for changing tables: one migration at a time, without following foreign keys."""
    return engine_for(url, "BEGIN IMMEDIATE", PRAGMAS)


def script() -> ScriptDirectory:
    """All steps of the migrations, as they came with the package."""
    return ScriptDirectory.from_config(_config())


def _opened(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except Exception as error:
        if is_trouble(error) and engine.dialect.name != "sqlite":  # its own words tell whoever starts it what is wrong
            raise DiskRefused(f"The database could not be reached: {' '.join(str(error.__cause__).split())}") from error
        raise


def _upgrade(url: URL, connection: Connection) -> Path | None:
    steps = script()
    server.wait_for_turn(connection)
    head, current = steps.get_current_head(), revision(connection)
    if current == head:
        return None
    if head is None:
        raise DiskRefused("The companion cannot read its own files: it may open too few at a time (ulimit -n).")
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
