"""Storage, the only package that knows SQL: the event log, the members of a night, backups, and migrations."""

from flask import Flask

from companion.storage.database import Database
from companion.storage.engine import address
from companion.storage.models import db


def init_app(app: Flask) -> None:
    """Opens the database, and tells Flask-SQLAlchemy where it is."""
    app.extensions["companion.database"] = Database(app)
    app.config["SQLALCHEMY_DATABASE_URI"] = address(app)
    db.init_app(app)
