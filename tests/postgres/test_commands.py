"""Every command works on PostgreSQL, or says in a sentence that it does not."""

import json
import re

import pytest

from companion.server import cli
from tests.on_postgres import Databases
from tests.table import row

NIGHT = '{"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Friday"}]}'


@pytest.fixture
def run(postgres: Databases, tmp_path, monkeypatch, capfd):
    """Runs a command on an empty database of its own."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", postgres.of(tmp_path))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "night.json").write_text(NIGHT)
    monkeypatch.chdir(tmp_path)

    def done(*words):
        status = cli.main(words)
        said = capfd.readouterr()
        return status, said.out, said.err

    return done


def test_nights_are_imported_listed_and_exported(run):
    assert run("nights")[1].startswith("There are no nights in the PostgreSQL database ")
    assert re.fullmatch(
        r"Its code is [A-Z]{6}\. .* its link is http://\S+/j/[\w-]{22}\n", run("import", "night.json")[1]
    )
    code = run("nights")[1].split()[0]

    assert json.loads(run("export", code)[1])["events"][0]["name"] == "Friday"
    assert run("export", code, "--csv", "scores", "-o", "scores.csv") == (0, "", "")
    assert "There is no night with the code NOSUCH in the PostgreSQL database " in run("export", "NOSUCH")[2]


def test_a_backup_is_left_to_the_tools_of_postgresql_in_a_sentence(run, tmp_path):
    (tmp_path / "copy.db").touch()
    for words, tool in (
        (["backup"], "pg_dump"),
        (["backup", "new.db"], "pg_dump"),
        (["restore", "copy.db"], "pg_restore"),
    ):
        with row(*words):
            status, said, refused = run(*words)
            assert (status, said, refused.count("\n")) == (1, "", 1)
            assert f"use {tool} for PostgreSQL" in refused
    assert not (tmp_path / "new.db").exists()


def test_a_database_that_is_away_is_one_sentence_without_the_password(run, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://ann:secret@127.0.0.1:1/nights")
    for words in (["nights"], ["export", "ABCDEF"], ["import", "night.json"]):
        with row(*words):
            status, said, refused = run(*words)
            assert (status, said, refused.count("\n"), refused.count("connection failed")) == (1, "", 1, 1)
            assert "secret" not in refused


def test_what_needs_no_database_works_without_one(run, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://ann:secret@127.0.0.1:1/nights")

    assert run("replay", "night.json")[0] == 0
    assert run("rule", "Whoever plays a jack drinks 2.")[0] == 0
