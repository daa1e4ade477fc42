"""A finesmaster can let programs read the night, and have its fines sent to an address."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, kind in (("feed", sa.String(64)), ("webhook", sa.Text()), ("webhook_secret", sa.String(64))):
        op.add_column("night", sa.Column(name, kind))
