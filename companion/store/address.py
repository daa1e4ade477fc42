"""Where the database is: one address for the app, the migrations and the backup."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.config import Unusable

POSTGRES = ("postgres", "postgresql", "postgresql+psycopg")
SQLITE = ("sqlite", "sqlite+pysqlite")
FORMS = "COMPANION_DATABASE_URL must look like postgresql://name:password@host/database or sqlite:////folder/file.db."


def address(place: Flask | URL | str) -> URL:
    """The database's full address: psycopg 3 for PostgreSQL, an absolute file for SQLite.

    Raises Unusable for anything else. Both threads must see the same rows, so SQLite needs a file, too.
    """
    try:  # what is wrong may hold a password, and is not repeated
        url = make_url(_configured(place) if isinstance(place, Flask) else place)
    except (ArgumentError, ValueError):
        raise Unusable(FORMS) from None
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in SQLITE or url.query or url.database in (None, "", ":memory:"):
        raise Unusable(FORMS)
    return url.set(database=str(Path(str(url.database)).absolute()))


def is_sqlite(url: URL) -> bool:
    """Whether the nights lie in a SQLite file."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """The SQLite file behind an address; its folder is made if there is none."""
    path = Path(url.database or "")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def existing(place: URL | str) -> Path:
    """The SQLite file behind an address, which must be there: nothing is made; raises Unusable."""
    path = Path(address(place).database or "")
    if not path.is_file():
        raise Unusable(f"There are no nights in {path.parent}: no file {path.name} is there.")
    return path


def _configured(app: Flask) -> str:
    data = app.config.get("DATA") or app.instance_path
    return str(app.config.get("DATABASE_URL") or f"sqlite:///{Path(data).absolute() / 'companion.db'}")
