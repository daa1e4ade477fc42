"""An app without pages: a database of its own for every test, with one night open."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.storage import init_app, nights
from companion.storage.database import Database, database_of
from companion.storage.upgrade import upgrade
from tests import on_postgres


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database at the newest step with nothing in it, of which every test gets a copy."""
    path = tmp_path_factory.mktemp("empty") / "companion.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def app(empty: Path, tmp_path: Path) -> Flask:
    shutil.copy(empty, tmp_path / empty.name)
    app = Flask("tiny", instance_path=str(tmp_path))
    app.config["DATABASE_URL"] = on_postgres.database_of(tmp_path)
    init_app(app)
    return app


@pytest.fixture
def database(app: Flask) -> Iterator[Database]:
    database = database_of(app)
    yield database
    database.close()


@pytest.fixture
def night(database: Database) -> nights.NightLinks:
    return nights.open_night(database)
