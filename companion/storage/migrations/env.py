"""Runs the migrations: within the connection that `upgrade` brings, or on the app's for `flask db`."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from companion.storage.models import db


def migrate(connection: Connection) -> None:
    """Every step or none, as SQLite too can take back a change of its tables."""
    context.configure(
        connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def on_the_apps_database() -> None:
    """The connection for the command line, where nobody brings one."""
    from flask import current_app

    from companion.storage.engine import address
    from companion.storage.upgrade import migrating

    migrating(address(current_app), migrate)


brought = context.config.attributes.get("connection")
if brought is not None:
    migrate(brought)
else:
    on_the_apps_database()
