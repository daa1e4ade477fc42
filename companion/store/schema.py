"""The tables: nights, the phones at their doors, what is said on them beside the log, and the entries of the log."""

from __future__ import annotations

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
MOMENT = String(24)

db = SQLAlchemy(metadata=MetaData(naming_convention=NAMES))


def _night_id(primary_key: bool = False) -> Column[str]:
    of_night = ForeignKey("night.id", ondelete="CASCADE")
    return Column("night_id", of_night, nullable=False, primary_key=primary_key)


night = Table(
    "night",
    db.metadata,
    Column("id", String(8), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("door", Integer, nullable=False, server_default="0"),
    Column("created_at", MOMENT, nullable=False),
    Column("watch", String(64)),
    Column("whispers", Integer, nullable=False, server_default="0"),
    Column("rewritten", Integer, nullable=False, server_default="0"),
    Index(None, "watch", unique=True),
)

device = Table(
    "device",
    db.metadata,
    Column("id", Integer, primary_key=True),
    _night_id(),
    Column("player", Text, nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("revoked_at", MOMENT),
    Column("picked", Boolean, nullable=False, server_default=false()),
    Column("since", Integer, nullable=False, server_default="0"),
    UniqueConstraint("night_id", "token_hash"),
    Index(None, "night_id", "player"),
)

loan = Table(
    "loan",
    db.metadata,
    _night_id(primary_key=True),
    Column("player", Text, primary_key=True),
    Column("device_id", ForeignKey("device.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("since", Integer, nullable=False, server_default="0"),
)

ticket = Table(
    "ticket",
    db.metadata,
    Column("hash", String(64), primary_key=True),
    _night_id(),
    Column("player", Text, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    Column("used_at", MOMENT),
    Index(None, "night_id", "player"),
)

ballot = Table(
    "ballot",
    db.metadata,
    _night_id(primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, primary_key=True),
    Column("favours", Boolean, nullable=False),
)

wish = Table(
    "wish",
    db.metadata,
    _night_id(primary_key=True),
    Column("player", Text, primary_key=True),
    Column("drinks", String(8), nullable=False),
    Column("forfeit", Text, nullable=False),
    Column("cap", Integer),
    Column("paused", Boolean, nullable=False),
    Column("glass", Integer),
    Column("unit", Text),
)

proposal = Table(
    "proposal",
    db.metadata,
    Column("id", Integer, primary_key=True),
    _night_id(),
    Column("maker", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Index(None, "night_id"),
)

guess = Table(
    "guess",
    db.metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String(64), nullable=False),
    Column("at", MOMENT, nullable=False),
)

entry = Table(
    "entry",
    db.metadata,
    _night_id(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("by", Text),
    Column("device_id", ForeignKey("device.id", ondelete="SET NULL"), index=True),
    Column("key", Text),
    Column("event", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("night_id", "device_id", "key"),
)
