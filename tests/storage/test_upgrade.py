"""Upgrading: an old night is copied before it is touched, a newer one is left alone."""

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from companion.storage import members, nights
from companion.storage.engine import address
from companion.storage.models import db
from companion.storage.proposals import propose
from companion.storage.upgrade import MIGRATIONS, UnknownStep, migrating, upgrade


def file_of(app):
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].database)


def tell(path, statement):
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()


BACK = {  # what takes SQLite from each step to the one before
    "0016": ["ALTER TABLE preference DROP COLUMN openly"],
    "0015": [
        "ALTER TABLE night RENAME members_version TO door", "ALTER TABLE night RENAME preferences_version TO whispers",
        "ALTER TABLE preference RENAME TO wish", "ALTER TABLE wrong_code RENAME TO guess",
        "ALTER TABLE device ADD label TEXT DEFAULT '' NOT NULL",
    ],
    "0014": ["ALTER TABLE device DROP COLUMN heard_at", "CREATE TABLE ballot (night_id)"],
    "0013": [
        *(f"ALTER TABLE night ADD {each}" for each in ("webhook TEXT", "webhook_secret TEXT", "rewritten INTEGER")),
        "ALTER TABLE entry ADD version INTEGER DEFAULT 1 NOT NULL",
    ],
    "0012": [f"ALTER TABLE night DROP COLUMN {each}" for each in ("feed", "webhook", "webhook_secret")],
    "0011": ["ALTER TABLE wish DROP COLUMN confirms"],
    "0010": ["DROP TABLE game_note"],
    "0009": [],
}  # fmt: skip


def takes_back(app, step):
    for later in (each for each in BACK if each > step):
        for statement in BACK[later]:
            tell(file_of(app), statement)
    tell(file_of(app), f"UPDATE alembic_version SET version_num = '{step}'")


@contextmanager
def at_step(app, step):
    """Tells the database something while it is at an older step; afterwards it is upgraded."""
    takes_back(app, step)
    yield lambda statement: tell(file_of(app), statement)
    upgrade(app)


def differences(connection):
    """What the tables lack of the models, or have beyond them."""
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return compare_metadata(context, db.metadata)


def test_the_last_migration_is_the_schema(app):
    assert migrating(address(app), differences) == []


def test_a_new_database_needs_no_copy_and_one_at_head_nothing(tmp_path):
    path = tmp_path / "deep" / "new.db"

    assert upgrade(f"sqlite:///{path}") is None
    assert tell(path, "SELECT version_num FROM alembic_version") == [(max(MIGRATIONS.glob("versions/0*.py")).name[:4],)]
    assert upgrade(f"sqlite:///{path}") is None
    assert [found.name for found in path.parent.glob("*.db")] == ["new.db"]


def test_a_database_that_is_behind_is_copied_before_it_is_upgraded(tmp_path):
    path = tmp_path / "old.db"
    tell(path, "CREATE TABLE memories (what)")
    tell(path, "INSERT INTO memories VALUES ('the first night')")

    kept = upgrade(f"sqlite:///{path}")

    assert kept is not None
    assert kept.parent == path.parent
    assert tell(kept, "SELECT name FROM sqlite_master WHERE type = 'table'") == [("memories",)]
    assert tell(kept, "SELECT what FROM memories") == [("the first night",)]
    assert tell(path, "SELECT count(*) FROM night") == [(0,)]


@pytest.mark.parametrize(("step", "writer"), [("9999", "a newer"), ("0004", "before the first release")])
def test_a_database_of_an_unknown_step_is_refused_in_true_words_and_left_as_it_is(app, step, writer):
    tell(file_of(app), f"UPDATE alembic_version SET version_num = '{step}'")
    before = file_of(app).read_bytes()

    with pytest.raises(UnknownStep, match=f"{writer}.* \\(step {step}; this one knows"):
        upgrade(app)
    assert file_of(app).read_bytes() == before


def test_an_upgrade_that_fails_changes_nothing(tmp_path):
    path = tmp_path / "old.db"
    tell(path, "CREATE TABLE ticket (in_the_way)")

    with pytest.raises(Exception, match="ticket"):
        upgrade(f"sqlite:///{path}")
    assert tell(path, "SELECT name FROM sqlite_master WHERE type = 'table'") == [("ticket",)]


def test_a_night_whose_log_an_older_version_rewrote_is_read_and_played_on(evening, new_app):
    takes_back(evening.app, "0012")
    path = file_of(evening.app)
    joined = '{"type":"player.joined","player":"p2","name":"somebody 2"}'
    tell(path, f"UPDATE entry SET event = '{joined}', version = 2, key = NULL WHERE seq = 3")
    tell(path, "UPDATE night SET rewritten = 1, webhook = 'http://lamp.example/', webhook_secret = 'whsec_'")

    app = new_app()

    assert app.extensions["companion"].nights.log(evening.nid).night.names["p2"] == "somebody 2"
    ann = evening.ann.at(app)
    assert "somebody 2 joined." in ann.get("log").words
    assert ann.tap("fine.given", player="p2", amount=1).status == 200


def test_a_question_after_the_upgrade_gets_a_number_by_which_nothing_was_agreed_to(app, database):
    night = nights.open_night(database)
    with at_step(app, "0008") as tell_then:
        tell_then(f"INSERT INTO entry (night_id, seq, at, key, event) VALUES ('{night.id}', 1, '', 'proposal-7', '')")

    assert propose(database, night.id, "p1", "p2", "{}") == 8


def test_what_was_voted_about_or_waited_to_be_corrected_is_gone_after_the_upgrade_and_drinks_stay(app, database):
    night = nights.open_night(database)
    undo, rule, drink = ('{"type":"entry.undone"}', '{"type":"rule.made"}', '{"type":"drink.moved"}')
    with at_step(app, "0013") as tell_then:
        for event in (rule, undo, f"[{undo},{undo}]", drink):
            proposal = f"('{night.id}', 'p1', '', '{event}', '')"
            tell_then(f"INSERT INTO proposal (night_id, maker, asked, event, created_at) VALUES {proposal}")

    assert [each.event for each in members.phones(database, night.id).proposals] == ['{"type":"drink.moved"}']


def test_counts_preferences_and_wrong_codes_are_the_same_under_their_new_names(app, database):
    night = nights.open_night(database)
    with at_step(app, "0014") as tell_then:
        tell_then(f"UPDATE night SET door = 7, whispers = 3 WHERE id = '{night.id}'")
        tell_then(f"INSERT INTO wish VALUES ('{night.id}', 'p1', 'soft', '', 4, 0, NULL, NULL, 0)")
        tell_then("INSERT INTO guess (address, at) VALUES ('somebody', '2026')")

    assert tell(file_of(app), "SELECT members_version, preferences_version FROM night") == [(7, 3)]
    assert tell(file_of(app), "SELECT player, drinks, cap FROM preference") == [("p1", "soft", 4)]
    assert tell(file_of(app), "SELECT address FROM wrong_code") == [("somebody",)]
