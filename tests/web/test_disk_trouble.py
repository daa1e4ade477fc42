"""A disk that takes nothing: whoever tapped is told so in a sentence, and when it is over all goes on by itself."""

import sqlite3
from contextlib import closing, contextmanager

import pytest

from companion import create_app
from companion.config import Unusable
from companion.store import event_store
from companion.store.database import database_of

FULL = "The disk is full, so nothing was written."
READ_ONLY = "The disk may only be read, so nothing was written."
HELD = "Somebody else is holding the database, so nothing was written."


def told(disk, pragma):
    """Says something to the writing connection itself, past the transactions."""
    disk._writer._thread.submit(
        lambda: disk._writer._connection.connection.execute(f"PRAGMA {pragma}").close()
    ).result()


@pytest.fixture
def disk(web):
    return database_of(web)


@contextmanager
def read_only(disk):
    told(disk, "query_only=ON")
    try:
        yield
    finally:
        told(disk, "query_only=OFF")


@contextmanager
def full(disk):
    pages = disk.read(lambda session: session.connection().exec_driver_sql("PRAGMA page_count").scalar())
    told(disk, f"max_page_count={pages}")
    try:
        yield
    finally:
        told(disk, "max_page_count=1073741823")


@contextmanager
def held(disk):
    told(disk, "busy_timeout=20")
    with closing(sqlite3.connect(disk.url.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            told(disk, "busy_timeout=5000")


@pytest.fixture(params=[(read_only, READ_ONLY), (held, HELD)], ids=["read only", "held"])
def trouble(request, evening, disk):
    """A kind of trouble to enter, and what it is called."""
    kind, words = request.param
    return kind(disk), words


def test_a_tap_is_refused_in_words_and_goes_through_afterwards(trouble, evening, ann, disk):
    kind, words = trouble
    seq = evening.seq
    with kind:
        answer = ann.tap("fine.given", key="one", player="p2", amount=1)
        assert answer.status == 503
        assert words in answer.says
        assert evening.seq == seq == len(event_store.after(disk, evening.nid))
        assert evening.owed == {}

    assert ann.tap("fine.given", key="one", player="p2", amount=1).status == 200
    assert evening.owed == {"p2": 1}


def test_the_table_can_be_looked_at_meanwhile(trouble, ann):
    kind, _ = trouble
    with kind:
        for page in ("", "drinks", "rules", "log", "seats", "share"):
            assert ann.get(page).status == 200


def test_nobody_joins_halfway(trouble, evening):
    kind, words = trouble
    dot = evening.stranger()
    with kind:
        answer = dot.post(f"/j/{evening.door.token}", name="Dot")
        assert answer.status == 503
        assert words in answer.words

    assert dot.post(f"/j/{evening.door.token}", name="Dot").status == 303
    assert list(evening.night.names.values()) == ["Ann", "Bob", "Cal", "Dot"]


def test_no_night_is_opened(trouble, evening):
    kind, words = trouble
    with kind:
        answer = evening.stranger().post("/nights", night="Saturday", name="Eve", unit="sip")

    assert answer.status == 503
    assert words in answer.words


def test_a_phone_that_could_not_be_removed_is_still_at_the_table(trouble, evening, ann, bob):
    kind, words = trouble
    with kind:
        answer = ann.post("seats/remove", player="p2")
        assert answer.status == 503
        assert words in answer.words
        assert bob.get("").status == 200

    assert ann.post("seats/remove", player="p2").status == 303
    assert bob.get("").status == 403


def test_on_a_full_disk_what_was_acknowledged_is_kept_and_what_was_refused_is_not(evening, ann, disk):
    refused = None
    with full(disk):
        while refused is None and evening.seq < 2000:
            answer = ann.tap("fine.given", player="p2", amount=1)
            refused = answer if answer.status != 200 else None
        assert refused is not None
        assert refused.status == 503
        assert FULL in refused.says
        assert len(event_store.after(disk, evening.nid)) == evening.seq

    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    assert len(event_store.after(disk, evening.nid)) == evening.seq


def test_a_server_over_a_database_it_cannot_open_says_so_in_a_sentence(tmp_path):
    (tmp_path / "companion.db").mkdir()

    with pytest.raises(Unusable) as refused:
        create_app({"DATA": tmp_path})

    assert str(refused.value) == "The database could not be opened, so nothing was written."


def test_a_server_over_something_else_than_a_database_says_so_too(tmp_path):
    (tmp_path / "companion.db").write_bytes(b"a letter to Ann, and no database at all " * 200)

    with pytest.raises(Unusable) as refused:
        create_app({"DATA": tmp_path})

    assert str(refused.value) == "The file of the database holds something else, so nothing was written."
