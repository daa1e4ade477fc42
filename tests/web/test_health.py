"""Health: for operators, and without anything about a night."""

import pytest

from companion.storage.database import Database
from companion.storage.errors import DatabaseUnavailable
from tests.conftest import Phone


@pytest.fixture
def operator(web):
    return Phone(web)


def test_a_companion_is_healthy_unless_its_database_is_away_or_it_is_closing(operator, web, monkeypatch):
    def away(*_):
        raise DatabaseUnavailable("The database is away.")

    def asked():
        answer = operator.get("/health")
        return answer.status, answer.html

    assert asked() == (200, "ok\n")
    monkeypatch.setattr(Database, "read_plain", away)
    assert asked() == (503, "The database is away.\n")
    monkeypatch.undo()
    assert asked() == (200, "ok\n")
    monkeypatch.setattr(web.extensions["companion"].stopping, "is_set", lambda: True)
    assert asked()[0] == 503
