"""Backups: whole while the night goes on, checked, and the newest ten kept."""

import sqlite3
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.config import Unusable
from companion.store import backups, event_store, nights
from companion.store.backups import backup
from companion.store.database import Database
from companion.store.errors import DatabaseUnavailable
from companion.store.event_store import NewEntry
from companion.store.nights import NightLinks


def test_a_database_being_written_is_restored_whole(disk: Database, night: NightLinks, tmp_path: Path) -> None:
    enough, stop = Event(), Event()
    failed: list[Exception] = []

    def play() -> None:
        seq = 0
        try:
            while not stop.is_set():
                seq += 1
                event_store.append(disk, NewEntry(night.id, seq, "", "p1", None, None, "{}"))
                if seq == 30:
                    enough.set()
        except Exception as error:
            failed.append(error)
            enough.set()

    player = Thread(target=play)
    player.start()
    assert enough.wait(60)
    before = len(event_store.after(disk, night.id))
    made = backup(disk, tmp_path / "copy.db")
    stop.set()
    player.join(60)

    restored = Database(f"sqlite:///{made}")
    entries = [entry.seq for entry in event_store.after(restored, night.id, 0)]
    assert entries == list(range(1, len(entries) + 1))
    assert before <= len(entries) <= len(event_store.after(disk, night.id))
    assert nights.by_id(restored, night.id) == night
    assert failed == []
    restored.close()


def test_a_backup_is_one_file(disk: Database, night: NightLinks, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    backup(disk.url, folder / "copy.db")

    assert [found.name for found in folder.iterdir()] == ["copy.db"]


def test_a_folder_keeps_the_newest_ten_and_nothing_else_is_touched(disk: Database, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "mine.db").touch()
    made = [backups.routine(disk, folder) for _ in range(12)]

    assert sorted(folder.iterdir()) == [*made[2:], folder / "mine.db"]


def test_no_database_makes_no_backup(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="There are no nights in"):
        backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_backup_leaves_the_older_one_alone(tmp_path: Path) -> None:
    broken, target = tmp_path / "broken.db", tmp_path / "copy.db"
    broken.write_bytes(b"this is no database" * 100)
    target.write_bytes(b"older")

    with pytest.raises(DatabaseUnavailable):
        backup(f"sqlite:///{broken}", target, force=True)
    assert target.read_bytes() == b"older"
    assert sorted(tmp_path.iterdir()) == [broken, target]


def test_postgresql_is_told_what_to_use_instead(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="pg_dump"):
        backups.backup("postgresql://ann@db/yak", tmp_path)


def test_a_backup_is_a_database_of_its_own(disk: Database, night: NightLinks, tmp_path: Path) -> None:
    made = backup(disk, tmp_path / "copy.db")
    nights.delete_night(disk, night.id)

    with sqlite3.connect(made) as copy:
        assert copy.execute("SELECT id FROM night").fetchall() == [(night.id,)]
