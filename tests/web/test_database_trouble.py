"""A database that cannot write: the tap is answered in a sentence, and afterwards everything goes on by itself."""

import sqlite3
from contextlib import closing, contextmanager

import pytest

from companion import create_app
from companion.config import Unusable
from companion.storage import event_store
from companion.storage.database import database_of

FULL = "The disk is full, so nothing was written."
READ_ONLY = "The disk may only be read, so nothing was written."
HELD = "Somebody else is holding the database, so nothing was written."


def set_pragma(database, pragma):
    """Sets a pragma on the writing connection, outside of any transaction."""
    database._writer._thread.submit(
        lambda: database._writer._connection.connection.execute(f"PRAGMA {pragma}").close()
    ).result()


@pytest.fixture
def database(web):
    return database_of(web)


@contextmanager
def read_only(database):
    set_pragma(database, "query_only=ON")
    try:
        yield
    finally:
        set_pragma(database, "query_only=OFF")


@contextmanager
def full(database):
    pages = database.read(lambda session: session.connection().exec_driver_sql("PRAGMA page_count").scalar())
    set_pragma(database, f"max_page_count={pages}")
    try:
        yield
    finally:
        set_pragma(database, "max_page_count=1073741823")


@contextmanager
def held(database):
    set_pragma(database, "busy_timeout=20")
    with closing(sqlite3.connect(database.url.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            set_pragma(database, "busy_timeout=5000")


@pytest.mark.parametrize(("trouble", "words"), [(read_only, READ_ONLY), (held, HELD)])
def test_what_is_refused_in_words_goes_through_afterwards(trouble, words, evening, ann, bob, database):
    seq, dot, eve = evening.seq, evening.stranger(), evening.stranger()
    asks = [
        (lambda: ann.tap("fine.given", key="one", player="p2", amount=1), 200),
        (lambda: dot.post(f"/j/{evening.links.token}", name="Dot"), 303),
        (lambda: eve.post("/nights", night="Saturday", name="Eve", unit="sip"), 303),
        (lambda: ann.post("seats/remove", player="p2"), 303),
    ]
    with trouble(database):
        for ask, _ in asks:
            assert ask().refuses(words, 503)
        assert "seats/move" in ann.post("seats/remove", player="p2").html  # the page of the form
        assert evening.seq == seq == len(event_store.after(database, evening.nid))
        assert evening.owed == {}
        for page in ("", "drinks", "rules", "log", "seats", "share"):  # which can be looked at meanwhile
            assert bob.get(page).status == 200

    assert [ask().status for ask, _ in asks] == [status for _, status in asks]
    assert evening.owed == {"p2": 1}
    assert list(evening.night.names.values()) == ["Ann", "Bob", "Cal", "Dot"]
    assert bob.get().status == 403


def test_on_a_full_disk_what_was_acknowledged_is_kept_and_what_was_refused_is_not(evening, ann, database):
    refused = None
    with full(database):
        while refused is None and evening.seq < 2000:
            answer = ann.tap("fine.given", player="p2", amount=1)
            refused = answer if answer.status != 200 else None
        assert refused.refuses(FULL, 503)
        assert len(event_store.after(database, evening.nid)) == evening.seq

    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    assert len(event_store.after(database, evening.nid)) == evening.seq


def test_a_server_over_what_is_no_database_says_so_in_a_sentence(tmp_path):
    (tmp_path / "folder" / "companion.db").mkdir(parents=True)
    (tmp_path / "letter").mkdir()
    (tmp_path / "letter" / "companion.db").write_bytes(b"a letter to Ann, and no database at all " * 200)
    for name, fault in (("folder", "the file could not be opened"), ("letter", "the database is damaged")):
        with pytest.raises(Unusable, match=f"^The database cannot be used: {fault}"):
            create_app({"DATA": tmp_path / name})
