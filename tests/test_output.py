"""What the command writes: for this user alone, over nothing by accident, and never over the database in use."""

import json
import os
import sqlite3
import stat
from contextlib import closing

import pytest

from companion.server import cli
from companion.storage import backups
from tests.test_faults import NIGHT


@pytest.fixture
def ann(tmp_path, capsys, monkeypatch):
    """Ann's data folder with one night, and the words after which a command is about that."""
    (tmp_path / "night.json").write_text(json.dumps(NIGHT))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = cli.main([*words, "--data", str(tmp_path / "data")])
        said = capsys.readouterr()
        return status, said.out, said.err

    assert run("import", "night.json")[0] == 0
    return run


def code_of(tmp_path):
    with closing(sqlite3.connect(tmp_path / "data" / "companion.db")) as database:
        return database.execute("SELECT code FROM night").fetchone()[0]


def test_what_exists_is_overwritten_only_with_force_and_the_database_never(ann, tmp_path):
    data, night = tmp_path / "data", code_of(tmp_path)
    before = (data / "companion.db").read_bytes()
    (tmp_path / "link.db").symlink_to(data / "companion.db")
    os.link(data / "companion.db", tmp_path / "twin.db")
    (tmp_path / "mine.txt").write_text("Bob’s")
    for way in (["backup"], ["export", night, "-o"]):
        status, _, said = ann(*way, "mine.txt")
        assert (status, said) == (1, "mine.txt exists already: choose another name, or overwrite it with --force.\n")
        assert (tmp_path / "mine.txt").read_text() == "Bob’s"
        own = ("data/companion.db", "data/companion.db-wal", "data/../data/companion.db-shm", "link.db", "twin.db")
        for name in own:
            status, _, said = ann(*way, name, "--force")
            assert (status, said) == (1, f"{name} belongs to the database in use: choose another name.\n")
    assert ann("export", night, "-o", "data")[::2] == (1, "data is a folder: name a file.\n")
    assert (data / "companion.db").read_bytes() == before
    assert not (data / "companion.db-wal").exists()

    assert ann("export", night, "-o", "mine.txt", "--force")[0] == 0
    assert json.loads((tmp_path / "mine.txt").read_text())["format"] == "companion-night/1"
    assert ann("backup", "mine.txt", "--force")[0] == 0
    assert (tmp_path / "mine.txt").read_bytes().startswith(b"SQLite")
    assert not list(tmp_path.glob("*.unfinished"))


def test_only_its_own_backups_in_its_own_folder_are_pruned(ann, tmp_path):
    own, bobs = tmp_path / "data" / "backups", tmp_path / "bobs"
    own.mkdir()
    bobs.mkdir()
    old = [f"companion-20250101-00000{each}-000000.db" for each in range(9)]
    others = ["companion-before-the-party.db", "companion-2025.db.unfinished", "companion-letter.txt"]
    for folder in (own, bobs):
        for name in (*old, *others):
            (folder / name).touch()
            os.utime(folder / name, (0, 0))
    for _ in range(3):
        assert ann("backup")[0] == ann("backup", "bobs")[0] == 0

    assert len(list(bobs.iterdir())) == len(old) + len(others) + 3
    assert {found.name for found in own.iterdir()} >= {*others, *old[2:]}
    assert len(list(own.iterdir())) == len(others) + backups.KEPT


def test_all_it_writes_is_for_this_user_alone_whatever_the_umask(tmp_path, capsys, monkeypatch):
    (tmp_path / "night.json").write_text(json.dumps(NIGHT))
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    try:
        for words in (
            ["import", "night.json"], ["backup"], ["backup", "new/copy.db"], ["restore", "new/copy.db"],
            ["export", "?", "-o", "out.json"],
        ):  # fmt: skip
            words = [code_of(tmp_path) if word == "?" else word for word in words]
            assert cli.main([*words, "--data", str(tmp_path / "data")]) == 0
        (tmp_path / "data" / "companion.db").chmod(0o644)  # as an earlier version left it
        assert cli.main(["import", "night.json", "--data", str(tmp_path / "data")]) == 0
    finally:
        assert os.umask(before) == 0
    made = [tmp_path / "out.json", *(tmp_path / "new").rglob("*"), *(tmp_path / "data").rglob("*")]
    folders = [tmp_path / "data", tmp_path / "new", tmp_path / "data" / "backups"]

    assert {path.name for path in made} >= {"secret_key", "companion.db.lock", "companion.db", "copy.db", "backups"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_a_restore_that_fails_leaves_the_database_where_it_was(ann, tmp_path, monkeypatch):
    assert ann("backup", "copy.db")[0] == 0
    before = sorted(path.name for path in (tmp_path / "data").iterdir())
    night, replace = code_of(tmp_path), os.replace

    def fails(source, target):
        if str(source).endswith(".unfinished") and str(target).endswith("companion.db"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails)
    assert ann("restore", "copy.db")[::2] == (2, "No space left on device.\n")
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == before
    assert code_of(tmp_path) == night
