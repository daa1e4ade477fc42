"""A backup is put back: what was there is laid aside, and nothing happens to a night that is being played."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import nights
from companion.store.backups import backup, restore
from companion.store.database import Database
from companion.store.errors import DatabaseUnavailable
from companion.store.nights import NightLinks
from companion.store.upgrade import DatabaseTooNew


@pytest.fixture
def copy(disk: Database, night: NightLinks, tmp_path: Path) -> Path:
    """A backup with one night in it; since then another night was opened, and the companion was stopped."""
    made = backup(disk, tmp_path / "copy.db")
    nights.open_night(disk)
    disk.close()
    return made


def found(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM night")]


def test_the_backup_is_the_database_and_what_was_there_is_kept(disk: Database, night: NightLinks, copy: Path) -> None:
    aside = restore(disk.url, copy)

    assert found(Path(disk.url.database or "")) == [night.id]
    assert aside is not None
    assert len(found(aside)) == 2
    assert copy.exists()


def test_where_there_is_no_database_the_backup_becomes_one(night: NightLinks, copy: Path, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "companion.db"

    assert restore(f"sqlite:///{path}", copy) is None
    assert found(path) == [night.id]


def test_while_a_companion_runs_nothing_is_restored(disk: Database, copy: Path) -> None:
    running = Database(disk.url)
    nights.open_night(running)
    before = found(Path(disk.url.database or ""))

    with pytest.raises(DatabaseUnavailable, match="stop it first"):
        restore(disk.url, copy)
    running.close()
    assert found(Path(disk.url.database or "")) == before


def test_a_damaged_database_is_laid_aside_too(disk: Database, night: NightLinks, copy: Path) -> None:
    path = Path(disk.url.database or "")
    path.write_bytes(b"spilled beer" * 1000)

    aside = restore(disk.url, copy)

    assert found(path) == [night.id]
    assert aside is not None
    assert aside.read_bytes().startswith(b"spilled beer")


def test_what_is_no_backup_is_refused_and_the_database_stays(disk: Database, copy: Path) -> None:
    for content in (b"", b"spilled beer" * 1000):
        copy.write_bytes(content)
        with pytest.raises(DatabaseUnavailable, match="no backup"):
            restore(disk.url, copy)
    assert len(found(Path(disk.url.database or ""))) == 2


def test_the_backup_of_a_newer_version_is_refused(disk: Database, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(DatabaseTooNew, match="newer"):
        restore(disk.url, copy)
    assert len(found(Path(disk.url.database or ""))) == 2


def test_the_database_itself_is_no_backup_of_itself(disk: Database, copy: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="itself"):
        restore(disk.url, Path(disk.url.database or ""))
    assert len(found(Path(disk.url.database or ""))) == 2


def test_a_backup_that_cannot_be_copied_leaves_everything_where_it_was(
    disk: Database, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise DatabaseUnavailable("The disk is full.")

    monkeypatch.setattr("companion.store.backups.copy", full)

    with pytest.raises(DatabaseUnavailable, match="full"):
        restore(disk.url, copy)
    assert len(found(Path(disk.url.database or ""))) == 2


def test_only_a_sqlite_database_is_restored_from_here(copy: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="pg_restore"):
        restore("postgresql://ann@db/yak", copy)
