"""Runs the migrations within the connection that `upgrade` brings: every step or none, as SQLite can take back both."""

from alembic import context

from companion.storage.models import db

context.configure(
    context.config.attributes["connection"],
    target_metadata=db.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
