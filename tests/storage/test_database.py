"""The database: who is answered has been written, and a failing neighbour costs nobody else a row."""

import sqlite3
import subprocess
import sys
from threading import Barrier, Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.config import Unusable
from companion.storage import event_store, nights
from companion.storage.database import Database
from companion.storage.engine import address
from companion.storage.errors import DatabaseUnavailable
from companion.storage.models import Night, db

PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1}


def pragmas(session):
    return {name: session.connection().exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}


def opened(night_id):
    def work(session):
        row = {"id": night_id, "code": night_id.upper(), "token": night_id}
        session.execute(text("INSERT INTO night (id, code, token, created_at) VALUES (:id, :code, :token, '')"), row)

    return work


def found(database):
    return database.read(lambda session: set(session.scalars(text("SELECT id FROM night"))))


def together(database, *works):
    """What becomes of works that queue up behind one that holds the database, in their order."""
    return queued(database, *(lambda work=work: database.write(work) for work in works))


def queued(database, *works):
    """The same for whatever writes to the database."""
    outcomes = [None] * len(works)
    started, holding = Barrier(2), Barrier(2)

    def attempt(place):
        try:
            works[place]()
        except Exception as error:
            outcomes[place] = error

    def hold():
        with database._turn:
            started.wait()
            holding.wait()

    threads = [Thread(target=attempt, args=[place]) for place in range(len(works))]
    holder = Thread(target=hold)
    holder.start()
    started.wait()
    for thread in threads:
        thread.start()
    while len(database._waiting) < len(works):
        threads[0].join(0.01)
    holding.wait()
    for thread in [*threads, holder]:
        thread.join(60)
    return outcomes


def test_both_connections_have_their_pragmas(database):
    assert database.write(pragmas) == PRAGMAS
    assert database.read(pragmas) == PRAGMAS


def test_a_session_outside_the_database_s_threads_refuses_every_query(app):
    with app.app_context(), pytest.raises(RuntimeError, match="database's own thread"):
        db.session.get(Night, "aaaaaaaa")


def test_what_was_answered_is_in_the_file(database):
    database.write(opened("aaaaaaaa"))

    with sqlite3.connect(database.url.database or "") as other:
        assert other.execute("SELECT id FROM night").fetchall() == [("aaaaaaaa",)]


def test_a_lost_race_in_a_group_fails_only_itself(database):
    before, lost, behind = together(database, opened("aaaaaaaa"), opened("aaaaaaaa"), opened("bbbbbbbb"))

    assert isinstance(before or lost, IntegrityError)
    assert [before, lost].count(None) == 1
    assert behind is None
    assert found(database) == {"aaaaaaaa", "bbbbbbbb"}


def test_work_that_refuses_takes_back_its_own_rows_only(database):
    def think_again(session):
        opened("aaaaaaaa")(session)
        raise ValueError("no")

    refused, written = together(database, think_again, opened("bbbbbbbb"))

    assert isinstance(refused, ValueError)
    assert written is None
    assert found(database) == {"bbbbbbbb"}


def test_a_failing_database_fails_the_whole_group_and_says_so_once(database, capsys):
    def fail(session):
        session.connection().exec_driver_sql("ROLLBACK")
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    outcomes = together(database, opened("aaaaaaaa"), fail, opened("bbbbbbbb"))

    assert [str(outcome)[:16] for outcome in outcomes] == ["The disk is full"] * 3
    assert capsys.readouterr().err == "  The database cannot be used: the disk is full.\n"  # once, not for every tap
    assert len({id(outcome) for outcome in outcomes}) == 3
    assert found(database) == set()


def test_a_work_that_collides_with_another_process_is_tried_again_and_keeps_its_own_error(database):
    class Deadlock(Exception):
        sqlstate = "40P01"

    collisions = [OperationalError("UPDATE", {}, Deadlock()) for _ in range(3)]

    def collide(session):
        opened("aaaaaaaa")(session)
        if collisions:
            raise collisions.pop()
        opened("aaaaaaaa")(session)

    lost, written = together(database, collide, opened("bbbbbbbb"))

    assert isinstance(lost, IntegrityError)
    assert written is None
    assert found(database) == {"bbbbbbbb"}


def tap(database, night, seq, words="{}"):
    new = event_store.NewEntry(night.id, seq, "2030-01-01T12:00:00.000Z", "p1", None, None, words)
    return lambda: event_store.append(database, new)


def test_an_entry_that_cannot_be_written_costs_nobody_else_theirs(database, night):
    tap(database, night, 1)()
    for words, why in (("{}", event_store.Raced), ("half a \ud83d", UnicodeEncodeError)):
        elsewhere = nights.open_night(database)

        beside = (tap(database, elsewhere, seq) for seq in (1, 2, 3))
        lost, *others = queued(database, tap(database, night, 1, words), *beside)

        assert isinstance(lost, why)
        assert others == [None] * 3
        assert [len(event_store.after(database, one.id)) for one in (night, elsewhere)] == [1, 3]


def test_entries_and_other_works_are_synced_together(database, night, monkeypatch):
    run, transactions = database._writer.run, []
    monkeypatch.setattr(database._writer, "run", lambda work: (transactions.append(work), run(work))[1])
    taps = [tap(database, night, seq) for seq in range(1, 65)]

    assert queued(database, *taps, lambda: database.write(opened("aaaaaaaa"))) == [None] * 65
    assert len(transactions) == 1
    assert [row.seq for row in event_store.after(database, night.id)] == list(range(1, 65))
    assert found(database) == {night.id, "aaaaaaaa"}


def test_closing_writes_what_waits_and_takes_nothing_new(database):
    writers = [Thread(target=database.write, args=[opened(f"night{n:03}")]) for n in range(20)]
    with database._turn:
        for writer in writers:
            writer.start()
        while len(database._waiting) < len(writers):
            writers[0].join(0.01)
    database.close()

    with sqlite3.connect(database.url.database or "") as other:
        assert other.execute("SELECT count(*) FROM night").fetchone() == (20,)
    for refused in (database.write, database.read):
        with pytest.raises(DatabaseUnavailable, match="stopping"):
            refused(opened("aaaaaaaa"))


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_spoken_to_through_psycopg_3_and_sqlite_needs_a_file(scheme):
    assert str(address(f"{scheme}://ann@db/yak")) == "postgresql+psycopg://ann@db/yak"
    with pytest.raises(Unusable, match="sqlite:////folder/file.db"):
        Database("sqlite://")


HELD = """
from gevent import monkey; monkey.patch_all()
import sqlite3, sys, gevent
from companion.storage import event_store, nights
from companion.storage.engine import address
from companion.storage.database import Database
database = Database("sqlite:///" + sys.argv[1])
database.write(lambda session: session.connection().exec_driver_sql("PRAGMA busy_timeout=60000").close())
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
waiting = gevent.spawn(database.write, lambda session: "written")
for _ in range(40):
    gevent.sleep(0.01)
assert not waiting.ready()  # it would have waited for nothing, were nobody else served meanwhile
other.execute("ROLLBACK")
print(waiting.get(timeout=60))
database.close()
"""


@pytest.mark.thorough
def test_under_gevent_a_waiting_writer_stops_nobody_else(tmp_path):
    command = [sys.executable, "-c", HELD, str(tmp_path / "held.db")]
    ran = subprocess.run(command, capture_output=True, text=True)

    assert (ran.stdout.split(), ran.stderr) == (["written"], "")
