"""No fine is sent to an address any more, and no entry of a log is rewritten, so that nobody counts that."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("webhook_secret", "webhook", "rewritten"):
        op.drop_column("night", name)
    op.drop_column("entry", "version")


def downgrade() -> None:
    op.add_column("entry", sa.Column("version", sa.Integer, server_default="1", nullable=False))
    op.add_column("night", sa.Column("rewritten", sa.Integer, server_default="0", nullable=False))
    for name, kind in (("webhook", sa.Text()), ("webhook_secret", sa.String(64))):
        op.add_column("night", sa.Column(name, kind))
