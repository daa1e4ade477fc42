"""A database that cannot write: a tap is refused in a sentence, and afterwards everything works again."""

import sqlite3
from contextlib import closing, contextmanager

import pytest

from companion.storage import event_store
from companion.storage.database import database_of

FULL = "The disk is full, so nothing was written."
READ_ONLY = "The disk may only be read, so nothing was written."
HELD = "Somebody else is holding the database, so nothing was written."


@pytest.fixture
def database(web):
    return database_of(web)


@contextmanager
def pragma(database, during, afterwards):
    """Sets a pragma on the writing connection, outside of any transaction, and sets it back."""

    def set_to(value):
        connection = database._writer._connection.connection
        database._writer._thread.submit(lambda: connection.execute(f"PRAGMA {value}").close()).result()

    set_to(during)
    try:
        yield
    finally:
        set_to(afterwards)


def full(database):
    pages = database.read(lambda session: session.connection().exec_driver_sql("PRAGMA page_count").scalar())
    return pragma(database, f"max_page_count={pages}", "max_page_count=1073741823")


@contextmanager
def held(database):
    other = sqlite3.connect(database.url.database, isolation_level=None)
    with pragma(database, "busy_timeout=20", "busy_timeout=5000"), closing(other):
        other.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.parametrize(
    ("trouble", "words"),
    [(lambda database: pragma(database, "query_only=ON", "query_only=OFF"), READ_ONLY), (held, HELD)],
)
def test_what_could_not_be_written_is_refused_in_words_and_can_be_sent_again(
    trouble, words, evening, ann, bob, database
):
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
        assert "This phone sends it again." in ann.tap("fine.given", player="p2", amount=1).says
        for page in ("", "drinks", "rules", "log", "seats", "share"):  # they can be read meanwhile
            assert bob.get(page).status == 200

    assert [ask().status for ask, _ in asks] == [status for _, status in asks]
    assert evening.owed == {"p2": 1}
    assert list(evening.night.names.values()) == ["Ann", "Bob", "Cal", "Dot"]
    assert bob.get().status == 403


def test_on_a_full_disk_every_entry_that_was_acknowledged_is_kept(evening, ann, database):
    refused = None
    with full(database):
        while refused is None and evening.seq < 2000:
            answer = ann.tap("fine.given", player="p2", amount=1)
            refused = answer if answer.status != 200 else None
        assert refused.refuses(FULL, 503)
        assert len(event_store.after(database, evening.nid)) == evening.seq

    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    assert len(event_store.after(database, evening.nid)) == evening.seq


def test_without_script_what_could_not_be_written_is_sent_again_by_a_button_for_the_same_trick(start_table, database):
    game = start_table().start("five-card-yak")
    trick = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
    with held(database):
        answer = game.ann.tap(key="s5-0", script=False, **trick)
    assert answer.refuses(f"{HELD} Send it again", 503)
    for _ in range(2):
        assert game.ann.post("entries", answer.offer).status == 303

    assert [line.counts.winner for line in game.log.lines if line.counts.type == "trick.taken"] == ["p2"]
