"""A question never gets the number of an earlier one: a `yes` counts once by that number, and SQLite reused it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# The largest number that waits, or stands in the key of an entry that was agreed to.
LARGEST = """
    INSERT INTO sqlite_sequence (name, seq) SELECT 'proposal', max(
        coalesce((SELECT max(id) FROM proposal), 0),
        coalesce((SELECT max(CAST(substr("key", 10) AS INTEGER)) FROM entry WHERE "key" LIKE 'proposal-%'), 0))
"""


def upgrade() -> None:
    """SQLite makes the table anew; PostgreSQL gives no number twice anyway."""
    if op.get_bind().dialect.name != "sqlite":
        return
    with op.batch_alter_table("proposal", recreate="always", table_kwargs={"sqlite_autoincrement": True}):
        pass
    op.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'proposal'"))
    op.execute(sa.text(LARGEST))
