"""No fine is sent to an address any more."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("webhook_secret", "webhook"):
        op.drop_column("night", name)


def downgrade() -> None:
    for name, kind in (("webhook", sa.Text()), ("webhook_secret", sa.String(64))):
        op.add_column("night", sa.Column(name, kind))
