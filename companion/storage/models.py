"""The tables. Members, preferences and proposals are models; the event log is a plain table (decision 0028)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedColumn, mapped_column

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
TIMESTAMP = String(24)
Words = Annotated[str, mapped_column(Text)]


class ThreadSession(FlaskSession):
    """A session on the connection of a database thread. On other threads it has no connection and refuses queries."""

    def get_bind(self, *_: Any, **__: Any) -> Any:
        if self.bind is None:
            raise RuntimeError("A query belongs on the database's own thread: use Database.read or Database.write.")
        return self.bind


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base, session_options={"class_": ThreadSession})
if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


def _of_night(primary_key: bool = False) -> MappedColumn[str]:
    return mapped_column(ForeignKey("night.id", ondelete="CASCADE"), primary_key=primary_key)


class Night(Model):
    """A night, with its counts of changes to members (also proposals) and to preferences.

    `feed` is the token with which programs read it; None while that is off.
    """

    __tablename__ = "night"
    __table_args__ = (Index(None, "watch", unique=True),)
    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    members_version: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[str] = mapped_column(TIMESTAMP)
    watch: Mapped[str | None] = mapped_column(String(64))
    preferences_version: Mapped[int] = mapped_column(server_default="0")
    feed: Mapped[str | None] = mapped_column(String(64))


class Device(Model):
    """A phone of a player, known by the digest of its token. `since`: the last entry before the phone took its seat.

    `heard_at`: when one of several processes last heard it, to a minute; None if there is only one process.
    """

    __tablename__ = "device"
    __table_args__ = (UniqueConstraint("night_id", "token_hash"), Index(None, "night_id", "player"))
    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[str] = _of_night()
    player: Mapped[Words]
    token_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[str] = mapped_column(TIMESTAMP)
    revoked_at: Mapped[str | None] = mapped_column(TIMESTAMP)
    heard_at: Mapped[str | None] = mapped_column(TIMESTAMP)
    picked: Mapped[bool] = mapped_column(server_default=false())
    since: Mapped[int] = mapped_column(server_default="0")


class Loan(Model):
    """A seat that is lent to somebody else's phone."""

    __tablename__ = "loan"
    night_id: Mapped[str] = _of_night(primary_key=True)
    player: Mapped[Words] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"), index=True)
    since: Mapped[int] = mapped_column(server_default="0")


class Ticket(Model):
    """Moves a player to another phone, once; with no `player` it lets a big screen show the table.

    Only the digest of its secret is stored.
    """

    __tablename__ = "ticket"
    __table_args__ = (Index(None, "night_id", "player"),)
    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    night_id: Mapped[str] = _of_night()
    player: Mapped[Words]
    expires_at: Mapped[str] = mapped_column(TIMESTAMP)
    used_at: Mapped[str | None] = mapped_column(TIMESTAMP)


class Preference(Model):
    """How a player settles their fines, and whether they confirm each box; private."""

    __tablename__ = "preference"
    night_id: Mapped[str] = _of_night(primary_key=True)
    player: Mapped[Words] = mapped_column(primary_key=True)
    drinks: Mapped[str] = mapped_column(String(8))
    forfeit: Mapped[Words]
    cap: Mapped[int | None]
    paused: Mapped[bool]
    glass: Mapped[int | None]
    unit: Mapped[Words | None]
    confirms: Mapped[bool] = mapped_column(server_default=false())
    openly: Mapped[bool] = mapped_column(server_default=false())


class Proposal(Model):
    """An event that one player asks another to agree to, in the form in which the log stores it.

    With `finesmaster.named`, `maker` takes the office over from `asked`.
    """

    __tablename__ = "proposal"
    __table_args__ = (Index(None, "night_id"), {"sqlite_autoincrement": True})  # so that no id is used twice
    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[str] = _of_night()
    maker: Mapped[Words]
    asked: Mapped[Words]
    event: Mapped[Words]
    created_at: Mapped[str] = mapped_column(TIMESTAMP)


class GameNote(Model):
    """What the table decided or saw in a game, and the log does not have; `game` is the entry that began it.

    For seats drawn by lot, `game` is the entry with their order, and for a night that is deleted after a day the first.
    """

    __tablename__ = "game_note"
    night_id: Mapped[str] = _of_night(primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    note: Mapped[str] = mapped_column(String(40), primary_key=True)


class WrongCode(Model):
    """One wrong try of a night's code, with a digest of the network address it came from."""

    __tablename__ = "wrong_code"
    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[str] = mapped_column(TIMESTAMP)


entry = Table(
    "entry",
    db.metadata,
    Column("night_id", ForeignKey("night.id", ondelete="CASCADE"), nullable=False, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", TIMESTAMP, nullable=False),
    Column("by", Text),
    Column("device_id", ForeignKey("device.id", ondelete="SET NULL"), index=True),
    Column("key", Text),
    Column("event", Text, nullable=False),
    UniqueConstraint("night_id", "device_id", "key"),
)
