"""Storage, the only package that knows SQL: the event log, who is at a night, and the file or server they lie in."""

from __future__ import annotations

from flask import Flask
from flask_migrate import Migrate  # type: ignore[import-untyped]

from companion.storage.engine import address
from companion.storage.models import db
from companion.storage.upgrade import MIGRATIONS


def init_app(app: Flask) -> None:
    """Tells Flask-SQLAlchemy and `flask db` where the database is; every query goes through `database_of`."""
    app.config["SQLALCHEMY_DATABASE_URI"] = address(app)
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
