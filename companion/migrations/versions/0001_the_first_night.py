"""The first night: its door, its phones, and its log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.String(24)


def upgrade() -> None:
    night()
    device()
    loan()
    ticket()
    entry()


def downgrade() -> None:
    for table in ("entry", "ticket", "loan", "device", "night"):
        op.drop_table(table)


def night() -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("door", sa.Integer, server_default="0", nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_night"),
        sa.UniqueConstraint("code", name="uq_night_code"),
        sa.UniqueConstraint("token", name="uq_night_token"),
    )


def device() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        of_night("device"),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("night_id", "token_hash", name="uq_device_night_id_token_hash"),
    )
    op.create_index("ix_device_night_id_player", "device", ["night_id", "player"])


def loan() -> None:
    op.create_table(
        "loan",
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=False),
        of_night("loan"),
        of_device("loan", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("night_id", "player", name="pk_loan"),
    )
    op.create_index("ix_loan_device_id", "loan", ["device_id"])


def ticket() -> None:
    op.create_table(
        "ticket",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        of_night("ticket"),
        sa.PrimaryKeyConstraint("hash", name="pk_ticket"),
    )
    op.create_index("ix_ticket_night_id_player", "ticket", ["night_id", "player"])


def entry() -> None:
    op.create_table(
        "entry",
        sa.Column("night_id", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("device_id", sa.Integer),
        sa.Column("key", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, server_default="1", nullable=False),
        of_night("entry"),
        of_device("entry", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("night_id", "seq", name="pk_entry"),
        sa.UniqueConstraint("night_id", "device_id", "key", name="uq_entry_night_id_device_id_key"),
    )
    op.create_index("ix_entry_device_id", "entry", ["device_id"])


def of_night(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_night_id_night"
    return sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=name, ondelete="CASCADE")


def of_device(table: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_device_id_device"
    return sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=name, ondelete=ondelete)
