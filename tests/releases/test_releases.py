"""The database of each released version opens under this one: every night counts as it did, and is played on."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion import create_app
from companion.commands.night_files import export_night
from companion.domain.replay import result_text
from companion.storage.database import database_of
from companion.storage.upgrade import MIGRATIONS, migrating
from tests.conftest import Phone
from tests.releases.keep import FORFEIT, HERE, version
from tests.storage.test_upgrade import differences


@pytest.fixture(params=sorted(path.stem for path in HERE.glob("*.sql")))
def release(request, tmp_path):
    """What was written down beside the database of a release, which lies in a data folder now."""
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.executescript((HERE / f"{request.param}.sql").read_text())
    return json.loads((HERE / f"{request.param}.json").read_text())


@pytest.fixture
def app(release, tmp_path):
    app = create_app({"DATA": tmp_path, "TRUSTED_HOSTS": ("localhost",)})
    yield app
    database_of(app).close()


@pytest.fixture
def ann(app, release):
    phone = Phone(app, release["playing"])
    phone.client.set_cookie(f"companion_{phone.nid}", release["ann"])
    return phone


def holds(then, now):
    """Whether all that was known then is so now; what a later version adds and the words of a reason are its own."""
    if isinstance(then, list):
        return isinstance(now, list) and len(then) == len(now) and all(map(holds, then, now))
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            name in now and (bool(now[name]) if name == "because" else holds(value, now[name]))
            for name, value in then.items()
        )
    return then == now


def test_the_version_that_goes_out_next_is_kept_too():
    assert (HERE / f"{version()}.sql").exists(), "python -m tests.releases.keep"


def test_its_nights_come_to_the_newest_step_count_what_they_counted_and_are_played_on(app, ann, release, tmp_path):
    is_at_the_newest_step_and_sound(app, tmp_path)
    for nid, result in release["nights"].items():
        assert holds(result, json.loads(result_text(export_night(database_of(app), nid)))), nid
    keeps_what_lay_beside_the_log(app, release)
    is_played_on_by_anns_phone(app, ann)


def is_at_the_newest_step_and_sound(app, folder):
    assert migrating(database_of(app).url, differences) == []
    with closing(sqlite3.connect(folder / "companion.db")) as database:
        (step,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        assert step == max(MIGRATIONS.glob("versions/0*.py")).name[:4]
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def is_played_on_by_anns_phone(app, ann):
    before = app.extensions["companion"].nights.log(ann.nid).seq

    answer = ann.tap("trick.taken", key="after-the-upgrade", deal=1, trick=5, winner="p3")
    assert answer.status == 200, answer.says
    for page in ("", "drinks", "rules", "log", "seats", "settle", "preferences", "privacy", "share"):
        assert ann.get(page).status == 200, page
    assert app.extensions["companion"].nights.log(ann.nid).seq == before + 1


def keeps_what_lay_beside_the_log(app, release):
    phones = app.extensions["companion"].nights.phones(release["playing"])
    preferences = phones.preferences_of("p2")

    assert (preferences.drinks, preferences.forfeit, preferences.cap, preferences.glass) == ("soft", FORFEIT, 12, 330)
    assert [(one.maker, one.asked) for one in phones.proposals] == [("p2", "p3")]
    assert "p4" in phones.loans
