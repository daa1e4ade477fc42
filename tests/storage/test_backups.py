"""Backups: a copy made while the table plays, and put back where what was there is laid aside."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.storage import event_store, nights
from companion.storage.backups import backup, restore
from companion.storage.database import Database
from companion.storage.errors import DatabaseUnavailable
from companion.storage.event_store import NewEntry
from companion.storage.upgrade import UnknownStep


def test_a_database_being_written_is_restored_whole(database, night, tmp_path):
    enough, stop = Event(), Event()
    failed: list[Exception] = []

    def play():
        seq = 0
        try:
            while not stop.is_set():
                seq += 1
                event_store.append(database, NewEntry(night.id, seq, "", "p1", None, None, "{}"))
                if seq == 30:
                    enough.set()
        except Exception as error:
            failed.append(error)
            enough.set()

    player = Thread(target=play)
    player.start()
    assert enough.wait(60)
    before = len(event_store.after(database, night.id))
    made = backup(database, tmp_path / "copy.db")
    stop.set()
    player.join(60)

    restored = Database(f"sqlite:///{made}")
    entries = [entry.seq for entry in event_store.after(restored, night.id, 0)]
    assert entries == list(range(1, len(entries) + 1))
    assert before <= len(entries) <= len(event_store.after(database, night.id))
    assert nights.find(restored, id=night.id) == night
    assert failed == []
    restored.close()


def test_a_failed_backup_leaves_the_older_one_alone(tmp_path):
    broken, target = tmp_path / "broken.db", tmp_path / "copy.db"
    broken.write_bytes(b"this is no database" * 100)
    target.write_bytes(b"older")

    with pytest.raises(DatabaseUnavailable):
        backup(f"sqlite:///{broken}", target, force=True)
    assert target.read_bytes() == b"older"
    assert sorted(tmp_path.iterdir()) == [broken, target]


@pytest.fixture
def copy(database, night, tmp_path):
    """A backup with one night in it; since then another night was opened, and the companion was stopped."""
    made = backup(database, tmp_path / "copy.db")
    nights.open_night(database)
    database.close()
    return made


def found(path):
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM night")]


def test_the_backup_is_the_database_and_what_was_there_is_kept(database, night, copy):
    aside = restore(database.url, copy)

    assert found(Path(database.url.database or "")) == [night.id]
    assert aside is not None
    assert len(found(aside)) == 2
    assert copy.exists()


def test_where_there_is_no_database_the_backup_becomes_one(night, copy, tmp_path):
    path = tmp_path / "elsewhere" / "companion.db"

    assert restore(f"sqlite:///{path}", copy) is None
    assert found(path) == [night.id]


def test_while_a_companion_runs_nothing_is_restored(database, copy):
    running = Database(database.url)
    nights.open_night(running)
    before = found(Path(database.url.database or ""))

    with pytest.raises(DatabaseUnavailable, match="stop it first"):
        restore(database.url, copy)
    running.close()
    assert found(Path(database.url.database or "")) == before


def test_a_damaged_database_is_laid_aside_too(database, night, copy):
    path = Path(database.url.database or "")
    path.write_bytes(b"spilled beer" * 1000)

    aside = restore(database.url, copy)

    assert found(path) == [night.id]
    assert aside is not None
    assert aside.read_bytes().startswith(b"spilled beer")


def test_what_is_no_backup_is_refused_and_the_database_stays(database, copy):
    with pytest.raises(DatabaseUnavailable, match="itself"):
        restore(database.url, Path(database.url.database or ""))
    with pytest.raises(DatabaseUnavailable, match="pg_restore"):
        restore("postgresql://ann@db/yak", copy)
    for content in (b"", b"spilled beer" * 1000):
        copy.write_bytes(content)
        with pytest.raises(DatabaseUnavailable, match="no backup"):
            restore(database.url, copy)
    assert len(found(Path(database.url.database or ""))) == 2


@pytest.mark.parametrize(("step", "writer"), [("9999", "a newer"), ("0004", "before the first release")])
def test_the_backup_of_an_unknown_version_is_refused(database, copy, step, writer):
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(f"UPDATE alembic_version SET version_num = '{step}'")

    with pytest.raises(UnknownStep, match=writer):
        restore(database.url, copy)
    assert len(found(Path(database.url.database or ""))) == 2
