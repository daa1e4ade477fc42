"""Where the database is: one address for the app, the migrations and the backup."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from sqlalchemy import URL, make_url

POSTGRES = ("postgres", "postgresql")


def address(place: Flask | URL | str) -> URL:
    """The database's full address: psycopg 3 for PostgreSQL, an absolute file for SQLite.

    Both threads must see the same rows, so a SQLite database in memory is a `ValueError`.
    """
    url = make_url(_configured(place) if isinstance(place, Flask) else place)
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if not is_sqlite(url):
        return url
    if not url.database or url.database == ":memory:":
        raise ValueError("The companion keeps its nights in a file; a database in memory cannot be shared.")
    return url.set(database=str(Path(url.database).absolute()))


def is_sqlite(url: URL) -> bool:
    """Whether the nights lie in a SQLite file."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """The SQLite file behind an address; its folder is made if there is none."""
    path = Path(url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _configured(app: Flask) -> str:
    data = app.config.get("DATA") or app.instance_path
    return str(app.config.get("DATABASE_URL") or f"sqlite:///{Path(data).absolute() / 'companion.db'}")
