"""A limit knows its unit: the unit of a night may change after somebody set one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("wish", sa.Column("unit", sa.Text))


def downgrade() -> None:
    op.drop_column("wish", "unit")
