"""Two apps with one PostgreSQL, like two processes: changes in one are seen in the other."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.server import housekeeping
from companion.storage.database import Database, database_of
from tests import conftest
from tests.conftest import Evening, Phone
from tests.on_postgres import Databases

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.postgres)
            item.add_marker(pytest.mark.thorough)


@pytest.fixture
def url(postgres: Databases, tmp_path: Path) -> str:
    """A database of the test's own."""
    return postgres.of(tmp_path)


@pytest.fixture
def make_app(url: str, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Makes an app with the database; only if it `speaks` it exchanges messages with the others."""
    made: list[Flask] = []

    def make(speaks: bool = False, **more: Any) -> Flask:
        app = conftest.make_app(tmp_path, DATABASE_URL=url, **more)
        made.append(app)
        if speaks:
            housekeeping.start(app)
        return app

    yield make
    for app in made:
        app.extensions["companion"].stopping.set()
        database_of(app).close()


@pytest.fixture
def app_a(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def app_b(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def database(app_a: Flask) -> Database:
    return database_of(app_a)


@pytest.fixture
def friday(app_a: Flask) -> Evening:
    """A night opened in the first app by Ann, with Bob and Cal."""
    evening = Evening(app_a)
    evening.bob, evening.cal = evening.join("Bob"), evening.join("Cal")  # type: ignore[attr-defined]
    return evening


@pytest.fixture
def moved(app_b: Flask) -> Callable[[Phone], Phone]:
    """The same phone with its cookies at the second app, as a load balancer can send it there."""
    return lambda phone: phone.at(app_b)
