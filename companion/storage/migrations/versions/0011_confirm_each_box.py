"""A player can ask to be asked before a box of their own is filled."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("wish", sa.Column("confirms", sa.Boolean, server_default=sa.false(), nullable=False))
