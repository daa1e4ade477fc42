"""The store on PostgreSQL: what two processes decide at once is decided once."""

import threading
from dataclasses import asdict

import pytest
from sqlalchemy import insert, text

from companion.storage import event_store, members, nights, proposals
from companion.storage.database import Database
from companion.storage.errors import DatabaseUnavailable
from companion.storage.event_store import NewEntry
from companion.storage.members import Preferences
from companion.storage.models import entry
from companion.storage.upgrade import upgrade
from tests.conftest import at_once
from tests.postgres.processes import PATIENCE

COUNTED = text("UPDATE night SET members_version = members_version + 1 WHERE id = :id")


@pytest.fixture
def other(url):
    """The database of another process."""
    database = Database(url)
    yield database
    database.close()


@pytest.fixture
def night(database):
    return nights.open_night(database)


def tap(night, seq, device=None, key=None, event="{}"):
    return NewEntry(night.id, seq, "2030-01-01T12:00:00.000Z", "p1", device, key, event)


def test_two_processes_that_wait_for_each_other_both_get_their_way(database, other):
    one, two = nights.open_night(database), nights.open_night(database)
    holding = threading.Barrier(2)

    def both(first, second):
        waited = []

        def work(session):
            session.execute(COUNTED, {"id": first.id})
            if not waited:
                waited.append(holding.wait(PATIENCE))
            session.execute(COUNTED, {"id": second.id})
            return "done"

        return work

    assert at_once(lambda: database.write(both(one, two)), lambda: other.write(both(two, one))) == ["done", "done"]
    assert members.phones(database, one.id).members_version == members.phones(database, two.id).members_version == 2


def test_what_the_rules_of_the_table_allow_once_happens_once(database, other, night):
    members.admit(database, night.id, "p1")
    secret = members.ticket(database, night.id, "p1")
    taken = at_once(*(lambda d=d: members.admit(d, night.id, "p2", over=True) for d in (database, other)))
    moved = at_once(*(lambda d=d: members.use_ticket(d, secret) for d in (database, other)))
    asked = at_once(*(lambda d=d: proposals.propose(d, night.id, "p1", "p2", "{}") for d in (database, other)))
    at_once(*(lambda d=d: members.set_preferences(d, night.id, "p1", Preferences(cap=3)) for d in (database, other)))

    for outcomes in (taken, moved):
        assert sorted(type(one).__name__ for one in outcomes) == ["Admitted", "Refused"]
    assert asked[0] == asked[1]
    assert members.phones(database, night.id).preferences_of("p1") == Preferences(cap=3)


def test_reading_cannot_write(database):
    with pytest.raises(DatabaseUnavailable):
        database.read(lambda session: session.execute(text("DELETE FROM night")))


CUT_AT_COMMIT = """
CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut();
"""


def test_a_connection_that_breaks_during_a_commit_is_an_error_and_nothing_is_tried_again(database, night):
    database.write(lambda session: session.connection().exec_driver_sql(CUT_AT_COMMIT).close())
    tries = []

    def work(session):
        tries.append(session)
        session.execute(insert(entry), [asdict(tap(night, 1))])

    with pytest.raises(DatabaseUnavailable, match="perhaps nothing was written"):
        database.write(work)
    assert len(tries) == 1
    database.write(lambda session: session.connection().exec_driver_sql("DROP TRIGGER cut ON entry").close())
    event_store.append(database, tap(night, 1))


def test_a_connection_that_breaks_before_the_commit_is_replaced_and_all_is_tried_again(database, night):
    tries = []

    def work(session):
        tries.append(session)
        session.execute(insert(entry), [asdict(tap(night, 1))])
        if len(tries) == 1:
            session.connection().exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    database.write(work)

    assert len(tries) == 2
    assert len(event_store.after(database, night.id)) == 1


def test_ten_wrong_codes_a_minute_are_counted_by_all_processes_together(database, other):
    tries = at_once(*(lambda d=d: nights.try_code(d, "address", 10, 100, 60) for d in (database, other) * 10))

    assert tries.count(True) == 10
    nights.was_right(other, "address")
    assert nights.try_code(database, "address", 10, 100, 60)
    assert not nights.try_code(other, "address", 10, 100, 60)
    assert nights.try_code(other, "address", 10, 100, 0)


def test_several_processes_that_start_at_once_upgrade_the_database_once(postgres):
    postgres.server.ask("CREATE DATABASE fresh")
    url = postgres.server.url("fresh")

    assert at_once(*(lambda: upgrade(url) for _ in range(3))) == [None] * 3
    database = Database(url)
    assert members.phones(database, nights.open_night(database).id).members_version == 0
    database.close()


def test_a_database_that_is_not_there_is_named_to_whoever_starts(postgres):
    with pytest.raises(DatabaseUnavailable, match='database "nowhere" does not exist'):
        upgrade(postgres.server.url("nowhere"))
