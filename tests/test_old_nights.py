"""A night written by any earlier version opens under this one, counts the same, and is played on."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from alembic import command

from companion import create_app
from companion.keeping import export_night
from companion.rules.replay import main_text
from companion.rules.view import first_hidden
from companion.store.database import database_of
from companion.store.engine import address
from companion.store.upgrade import _config, migrating, revision, script
from tests.conftest import Phone
from tests.table import row

NID, TOKEN, AT = "abcdefgh", "ann's secret", "2026-11-20T20:00:00.000Z"
LOG = (
    '{"type":"night.opened","name":"Friday","unit":"sip"}',
    '{"type":"player.joined","player":"p1","name":"Ann"}',
    '{"type":"player.joined","player":"p2","name":"Bob"}',
    '{"type":"rule.made","rule":"r1","text":"No elbows","amount":2}',
    '{"type":"rule.called","rule":"r1","player":"p2"}',
    '{"type":"game.started","game":"five-card-yak","players":["p1","p2"],"dealer":"p1"}',
    '{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',
    '{"type":"trick.taken","deal":1,"trick":2,"winner":null}',
    '{"type":"entry.changed","entry":8,"event":{"type":"trick.taken","deal":1,"trick":2,"winner":"p1"}}',
)
STEPS = [step.revision for step in reversed(list(script().walk_revisions()))]


def written_at(step: str, path: Path) -> None:
    """A database as the version that knew this step left it: Friday with Ann and Bob, and Ann's phone."""

    def go(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, step)

    migrating(address(f"sqlite:///{path}"), go)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO night (id, code, token, door, created_at) VALUES (?, 'ABCDEFGH', 'token', 1, ?)", (NID, AT)
        )
        database.execute(
            "INSERT INTO device (night_id, player, token_hash, label, created_at) VALUES (?, 'p1', ?, 'phone', ?)",
            (NID, sha256(TOKEN.encode()).hexdigest(), AT),
        )
        database.executemany(
            'INSERT INTO entry (night_id, seq, at, "by", event) VALUES (?, ?, ?, ?, ?)',
            [(NID, seq, AT, "p1" if seq > 2 else None, event) for seq, event in enumerate(LOG, start=1)],
        )


@pytest.mark.parametrize(
    "steps",
    [pytest.param(STEPS[:1], id="the-oldest"), pytest.param(STEPS[1:], id="the-others", marks=pytest.mark.thorough)],
)
def test_a_night_of_any_earlier_version_is_brought_here_counts_as_it_did_and_is_played_on(steps, tmp_path):
    for step in steps:
        folder = tmp_path / step
        folder.mkdir()
        written_at(step, folder / "companion.db")
        app = create_app({"DATA": folder, "TRUSTED_HOSTS": ("localhost",)})
        with row("written at", step):
            is_at_the_newest_step(app)
            counts_as_it_always_did(app)
            is_played_on_by_anns_phone(app)
            has_the_old_database_beside_it(folder)
        database_of(app).close()


def is_at_the_newest_step(app):
    assert migrating(database_of(app).url, revision) == STEPS[-1]


def counts_as_it_always_did(app):
    log = app.extensions["companion.scorekeeper"].night(NID)

    assert {player.id: (player.charged, player.taken) for player in log.night.players.values()} == {
        "p1": (2, 0),
        "p2": (3, 0),
    }
    assert first_hidden(log) is None
    assert main_text(export_night(app, NID))


def is_played_on_by_anns_phone(app):
    ann = Phone(app, NID)
    ann.client.set_cookie(f"companion_{NID}", TOKEN)

    assert "Bob" in ann.get().words
    assert ann.tap("trick.taken", deal=1, trick=3, winner="p2").status == 200
    for page in ("drinks", "rules", "log", "seats", "settle", "wishes", "fines", "privacy"):
        assert ann.get(page).status == 200, page
    assert ann.post("wishes", drinks="soft").status == 303
    assert app.extensions["companion.scorekeeper"].night(NID).seq == len(LOG) + 1


def has_the_old_database_beside_it(folder):
    copies = list(folder.glob("companion-before-*.db"))

    assert len(copies) <= 1
    for copy in copies:
        with closing(sqlite3.connect(copy)) as database:
            assert database.execute("SELECT count(*) FROM entry").fetchone() == (len(LOG),)
