"""Votes on the phones: who is for what an entry of the log proposes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ballot",
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("favours", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("night_id", "entry", "player", name="pk_ballot"),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], ondelete="CASCADE", name="fk_ballot_night_id_night"),
    )


def downgrade() -> None:
    op.drop_table("ballot")
