"""What a player keeps to themselves, and what one player proposes to another."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "wish",
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("drinks", sa.String(8), nullable=False),
        sa.Column("forfeit", sa.Text, nullable=False),
        sa.Column("cap", sa.Integer),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("glass", sa.Integer),
        sa.PrimaryKeyConstraint("night_id", "player", name="pk_wish"),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], ondelete="CASCADE", name="fk_wish_night_id_night"),
    )
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("maker", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_proposal"),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], ondelete="CASCADE", name="fk_proposal_night_id_night"),
    )
    op.create_index("ix_proposal_night_id", "proposal", ["night_id"])


def downgrade() -> None:
    op.drop_table("proposal")
    op.drop_table("wish")
