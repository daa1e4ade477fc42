"""A phone that picked a seat which was there before it waits for the finesmaster's yes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("device", sa.Column("picked", sa.Boolean, server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("device", "picked")
