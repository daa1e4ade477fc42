"""A link for the big screen: it shows the table and lets nobody sit down; nights that are there get one, too."""

import sqlalchemy as sa
from alembic import op

from companion.chance import token

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night", sa.Column("watch", sa.String(64)))
    night = sa.table("night", sa.column("id"), sa.column("watch"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(night.c.id)).all():
        connection.execute(night.update().where(night.c.id == row.id).values(watch=token()))
    op.create_index("ix_night_watch", "night", ["watch"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_night_watch", "night")
    op.drop_column("night", "watch")
