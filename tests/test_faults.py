"""Every command over every fault: it ends in one sentence and a status, and makes nothing that was not there."""

import json
import sqlite3
from contextlib import closing, contextmanager

import pytest

from companion import config
from companion.config import Unusable
from companion.server import cli, housekeeping
from companion.server.housekeeping import Housekeeper
from companion.storage.database import database_of
from tests.conftest import make_app

pytestmark = pytest.mark.usefixtures("without_gevent")
NIGHT = {"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Friday"}]}


@pytest.fixture
def kept(tmp_path):
    """A folder with one night in it, beside its file and its backup."""
    (tmp_path / "night.json").write_text(json.dumps(NIGHT))
    assert cli.main(["import", str(tmp_path / "night.json"), "--data", str(tmp_path / "data")]) == 0
    assert cli.main(["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "data")]) == 0
    return tmp_path


@contextmanager
def held(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("BEGIN EXCLUSIVE")
        yield


def newer(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


FAULTS = {
    "a letter instead": (lambda path: path.write_bytes(b"Dear Ann! " * 1000), "damaged"),
    "pages of zeros": (lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(9 * 4096)), "damaged"),
    "written by a newer version": (newer, "newer Party Companion"),
    "a folder instead": (lambda path: (path.unlink(), path.mkdir()), "opened|no nights"),
    "nothing there": (lambda path: path.unlink(), "no nights"),
}
COMMANDS = (["--host", "127.0.0.1", "--port", "0"], ["import"], ["export", "ABCD"], ["backup"])


def refused(words, data, capsys):
    """What is said in one line where a command is refused."""
    capsys.readouterr()
    status = cli.main(
        [*words, *([str(data.parent / "night.json")] if words == ["import"] else []), "--data", str(data)]
    )
    said, wrong = capsys.readouterr()
    assert (status in (1, 2), said, wrong.count("\n"), "Traceback" in wrong) == (True, "", 1, False), (words, wrong)
    return wrong


def test_every_command_names_what_is_wrong_with_the_database_in_one_sentence(kept, capsys, monkeypatch):
    monkeypatch.setattr("companion.server.serve.serve", lambda *_: None)  # so that one which does start ends
    monkeypatch.setattr("companion.server.housekeeping.start", lambda _: None)
    monkeypatch.setattr("companion.storage.upgrade.PRAGMAS", ("busy_timeout=50",))
    monkeypatch.setattr("companion.storage.files.PATIENCE", 0.05)
    path, whole = kept / "data" / "companion.db", (kept / "copy.db").read_bytes()
    wrong = []
    for fault, (strike, words) in FAULTS.items():
        for command in COMMANDS:
            if (fault == "nothing there" and command[0] not in ("export", "backup")) or (
                fault == "written by a newer version" and command == ["backup"]
            ):
                continue  # a new app is opened, and a newer one is copied as it is
            strike(path)
            said = refused(command, kept / "data", capsys)
            if not any(word in said for word in words.split("|")):
                wrong.append((fault, command, said))
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
            path.write_bytes(whole)
    with held(path):
        wrong += [words for words in COMMANDS if "holds the database" not in refused(words, kept / "data", capsys)]

    assert wrong == []


def test_an_impossible_address_of_a_database_is_refused_without_its_password(tmp_path, capsys, monkeypatch):
    wrong = (
        "nonsense",
        "mysql://ann:secret@db/x",
        "postgresql://ann:secret@db:port/x",
        "sqlite://",
        "postgresql+x://a",
    )
    for url in wrong:
        monkeypatch.setenv("COMPANION_DATABASE_URL", url)
        for words in (*COMMANDS[2:], COMMANDS[0]):
            said = refused(words, tmp_path / "data", capsys)
            assert "COMPANION_DATABASE_URL must look like" in said
            assert "secret" not in said
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://ann:secret@db/x")
    assert "pg_dump" in refused(["backup"], tmp_path / "data", capsys)


def test_every_number_that_can_be_set_has_a_range_and_its_default_is_in_it(tmp_path):
    numbers = [each for each in config.SETTINGS if isinstance(each.default, int)]
    assert len(numbers) >= 9
    for each in numbers:
        assert each.read(str(each.default)) == each.default
        for text in ("99999999999", "-1", "many", "9" * 5000):
            with pytest.raises(Unusable, match=f"COMPANION_{each.name} must be a number from "):
                config.read({"DATA": tmp_path}, {f"COMPANION_{each.name}": text})


def test_what_nobody_foresaw_is_one_sentence_too(kept, capsys, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("by\n\x1b[31mzero")

    monkeypatch.setattr("companion.storage.backups.routine", broken)
    said = refused(["backup"], kept / "data", capsys)

    assert "This is a fault of the companion: ZeroDivisionError in tests/test_faults.py, line" in said
    assert "\x1b" not in said


def test_a_duty_that_fails_in_any_way_is_reported_and_the_others_go_on(tmp_path, monkeypatch, capsys):
    app = make_app(tmp_path / "data")
    app.config["KEEP_DAYS"] = 10**11
    done = []
    monkeypatch.setattr(Housekeeper, "back_up", lambda self: done.append("safe"))
    monkeypatch.setattr(Housekeeper, "drop_idle", lambda self: {}["\x1b"])
    keeper = Housekeeper(app)
    for _ in range(2):
        keeper.round()
        monkeypatch.setattr(housekeeping, "monotonic", lambda: 1e9)
    database_of(app).close()

    assert done == ["safe", "safe"]
    said = capsys.readouterr().err
    assert said.count("OverflowError") == 2
    assert said.count("KeyError") == 2
    assert "\x1b" not in said
