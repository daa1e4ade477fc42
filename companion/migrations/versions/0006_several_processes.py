"""What several processes over one database tell each other: what changed at a night, and which codes were wrong."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

COUNTERS = ("whispers", "rewritten")


def upgrade() -> None:
    for name in COUNTERS:
        op.add_column("night", sa.Column(name, sa.Integer, server_default="0", nullable=False))
    op.execute(
        "UPDATE night SET rewritten ="
        " (SELECT coalesce(sum(entry.version - 1), 0) FROM entry WHERE entry.night_id = night.id)"
    )
    op.create_table(
        "guess",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guess"),
    )


def downgrade() -> None:
    op.drop_table("guess")
    for name in COUNTERS:
        op.drop_column("night", name)
