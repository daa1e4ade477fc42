"""What a player does instead of drinking can be shown on their fine to whoever looks at it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("preference", sa.Column("openly", sa.Boolean, server_default=sa.false(), nullable=False))
