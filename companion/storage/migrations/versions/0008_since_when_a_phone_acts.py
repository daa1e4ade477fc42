"""A phone that came to a seat later, or was lent one, knows since which entry: what was hidden before stays so."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("device", "loan"):
        op.add_column(table, sa.Column("since", sa.Integer, server_default="0", nullable=False))
