"""The only floor that knows SQL: the log, the door, and the file or server they lie in."""

from __future__ import annotations

from flask import Flask
from flask_migrate import Migrate  # type: ignore[import-untyped]

from companion.store.address import address, is_sqlite
from companion.store.line import prepare
from companion.store.schema import db
from companion.store.upgrade import MIGRATIONS


def init_app(app: Flask) -> None:
    """Tells `flask shell` and `flask db` where the database is; everybody else goes through `disk_of`."""
    url = address(app)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    db.init_app(app)
    if is_sqlite(url):
        with app.app_context():
            prepare(db.engine)
    Migrate(app, db, directory=str(MIGRATIONS))
