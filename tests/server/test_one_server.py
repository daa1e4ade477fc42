"""One server at a time serves the nights of a SQLite file; a second one is refused with the address of the first."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.config import Unusable
from companion.server import cli
from companion.storage import server_lock
from companion.storage.server_lock import hold
from tests.server.conftest import LOOPBACK

ROOT = Path(__file__).parents[2]
NIGHT = (
    '{"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Friday", "unit": "sip"}]}'
)


@pytest.fixture
def server(serving):
    """Ann's companion, and the address that it shows."""
    running = serving()
    return running.process, f"http://127.0.0.1:{running.port}"


def ran(script, data):
    """What a Python of its own prints that runs this script over a data folder."""
    environ = {**os.environ, "COMPANION_DATA": str(data)}
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environ, capture_output=True, text=True)


def test_while_a_server_runs_nobody_serves_imports_or_restores_but_copies_are_made(
    without_gevent, server, serving, tmp_path, capsys
):
    running, address = server
    data, copy, night, link = (tmp_path / name for name in ("data", "copy.db", "night.json", "link"))
    night.write_text(NIGHT)
    link.symlink_to(data)  # by another way into the folder it is the same folder
    assert cli.main(["backup", str(copy), "--data", str(data)]) == 0
    assert cli.main(["export", "NOSUCHXX", "--data", str(data)]) == 1
    assert capsys.readouterr() == (f"{copy}\n", f"There is no night with the code NOSUCHXX in {data}.\n")

    for words in ([*LOOPBACK], ["import", str(night)], ["restore", str(copy)]):
        for folder in (data, link):
            assert cli.main([*words, "--data", str(folder)]) == 1
            said, refused = capsys.readouterr()
            assert (said, refused.count("\n")) == ("", 1)
            assert f"The nights in {data} are already served at {address} (process {running.pid})" in refused

    running.kill()  # what a killed server leaves is taken over
    running.wait()
    assert address in (data / "companion.db.lock").read_text()
    assert cli.main(["restore", str(copy), "--data", str(data)]) == 0
    assert cli.main(["import", str(night), "--data", str(data)]) == 0
    assert "Stop with" in serving().text


@pytest.mark.thorough
def test_gunicorn_is_refused_in_a_sentence_too(server, tmp_path):
    done = ran("from companion import wsgi", tmp_path / "data")

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert f"are already served at {server[1]} " in done.stderr
    assert "COMPANION_DATABASE_URL" in done.stderr


@pytest.mark.thorough
def test_a_companion_that_was_loaded_before_its_worker_began_does_not_serve(tmp_path):
    fork = "print(os.waitstatus_to_exitcode(os.waitpid(os.fork(), 0)[1]), flush=True)"
    done = ran(f"import os, companion.wsgi\n{fork}\nos._exit(0)", tmp_path)

    assert (done.stdout, done.stderr.count("\n")) == ("4\n", 1), done.stderr
    assert "preload" in done.stderr


def test_two_databases_have_two_locks_and_postgresql_has_none(tmp_path):
    one = hold(f"sqlite:///{tmp_path / 'a' / 'companion.db'}")
    with closing(hold(f"sqlite:///{tmp_path / 'b' / 'companion.db'}")), pytest.raises(Unusable, match="already in use"):
        hold(f"sqlite:///{tmp_path / 'a' / 'companion.db'}")
    one.close()
    hold(f"sqlite:///{tmp_path / 'a' / 'companion.db'}").close()
    for _ in range(2):
        hold("postgresql://ann@db/nights").describe("served at http://a")


def test_a_folder_that_cannot_be_locked_is_named_in_a_sentence(tmp_path, monkeypatch):
    def without_locks(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(server_lock, "_take", without_locks)
    with pytest.raises(Unusable, match=r"cannot be locked \(No locks available\)"):
        hold(f"sqlite:///{tmp_path / 'companion.db'}")

    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="cannot be used"):
        hold(f"sqlite:///{tmp_path / 'file' / 'companion.db'}")


@pytest.mark.thorough
def test_a_worker_of_gunicorn_that_is_told_to_stop_ends_its_streams_first(tmp_path):
    script = """
import os, signal
signal.signal(signal.SIGTERM, lambda *_: print("the worker stops:", stopping.is_set(), flush=True))
from companion.wsgi import app
stopping = app.extensions["companion"].stopping
os.kill(os.getpid(), signal.SIGTERM)
os._exit(0)
"""
    done = ran(script, tmp_path)

    assert done.stdout == "the worker stops: True\n", done.stderr
