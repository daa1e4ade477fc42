"""The tables of 0.1.0, the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = None
branch_labels = None
depends_on = None

ID, MOMENT = sa.String(8), sa.String(24)


def upgrade() -> None:
    op.create_table(
        "night",
        sa.Column("id", ID, nullable=False),
        sa.Column("code", ID, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        counter("door"),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("watch", sa.String(64)),
        counter("whispers"),
        counter("rewritten"),
        sa.PrimaryKeyConstraint("id", name="pk_night"),
        sa.UniqueConstraint("code", name="uq_night_code"),
        sa.UniqueConstraint("token", name="uq_night_token"),
    )
    op.create_index("ix_night_watch", "night", ["watch"], unique=True)
    of_a_night(
        "device",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.Column("picked", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("night_id", "token_hash", name="uq_device_night_id_token_hash"),
    )
    op.create_index("ix_device_night_id_player", "device", ["night_id", "player"])
    of_a_night(
        "loan",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=False),
        of_a_device("loan", "CASCADE"),
        sa.PrimaryKeyConstraint("night_id", "player", name="pk_loan"),
    )
    op.create_index("ix_loan_device_id", "loan", ["device_id"])
    of_a_night(
        "ticket",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.PrimaryKeyConstraint("hash", name="pk_ticket"),
    )
    op.create_index("ix_ticket_night_id_player", "ticket", ["night_id", "player"])
    of_a_night(
        "entry",
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("device_id", sa.Integer),
        sa.Column("key", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, server_default="1", nullable=False),
        of_a_device("entry", "SET NULL"),
        sa.PrimaryKeyConstraint("night_id", "seq", name="pk_entry"),
        sa.UniqueConstraint("night_id", "device_id", "key", name="uq_entry_night_id_device_id_key"),
    )
    op.create_index("ix_entry_device_id", "entry", ["device_id"])
    of_a_night(
        "ballot",
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("favours", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("night_id", "entry", "player", name="pk_ballot"),
    )
    of_a_night(
        "wish",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("drinks", ID, nullable=False),
        sa.Column("forfeit", sa.Text, nullable=False),
        sa.Column("cap", sa.Integer),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("glass", sa.Integer),
        sa.Column("unit", sa.Text),
        sa.PrimaryKeyConstraint("night_id", "player", name="pk_wish"),
    )
    of_a_night(
        "proposal",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("maker", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_proposal"),
    )
    op.create_index("ix_proposal_night_id", "proposal", ["night_id"])
    op.create_table(
        "guess",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guess"),
    )


def counter(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, server_default="0", nullable=False)


def of_a_night(table: str, *parts: sa.Column[object] | sa.Constraint) -> None:
    night = sa.ForeignKeyConstraint(["night_id"], ["night.id"], ondelete="CASCADE", name=f"fk_{table}_night_id_night")
    op.create_table(table, sa.Column("night_id", ID, nullable=False), night, *parts)


def of_a_device(table: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_device_id_device"
    return sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=name, ondelete=ondelete)
