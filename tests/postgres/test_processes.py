"""Killed processes, killed listeners and a restarted database lose nothing; phones are current again."""

import signal
import threading

import pytest

from tests.cluster import cluster
from tests.conftest import at_once
from tests.postgres.processes import PATIENCE, Phone, Process, until


@pytest.fixture(scope="module")
def durable(postgres):
    with cluster(durable=True) as made:
        yield made


@pytest.fixture
def own_postgres(durable):
    """A server to stop and start; one in haste would lose in a crash what it has acknowledged."""
    durable.start()  # the test before may have failed without it
    durable.ask("DROP DATABASE IF EXISTS companion WITH (FORCE)")
    durable.ask("CREATE DATABASE companion")
    return durable


@pytest.fixture
def two(own_postgres, tmp_path):
    """Two processes over one database, without anything that sends a phone to the same one twice."""
    servers = [Process(tmp_path, own_postgres.url("companion")) for _ in range(2)]
    assert at_once(*(server.start for server in servers)) == servers
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
def ann(two):
    phone = Phone(two[0])
    yield phone
    phone.over = True


def entries(own_postgres, key=""):
    return own_postgres.ask(f"SELECT seq, key FROM entry WHERE key LIKE '{key}%' ORDER BY seq", "companion")


def test_a_killed_process_loses_nothing_that_it_acknowledged(two, ann, own_postgres):
    dying, other = two
    acknowledged, unsure = [], []
    ann.listen(dying, other)

    def taps():
        for number in range(400):
            status, _ = ann.tap(dying, f"k{number}")
            (acknowledged if status == 200 else unsure).append(f"k{number}")
            if status == 0:
                return

    tapping = threading.Thread(target=taps)
    tapping.start()
    until(lambda: len(acknowledged) >= 20)
    assert dying.stop(signal.SIGKILL) == -signal.SIGKILL
    tapping.join(PATIENCE)

    for key in [*unsure, *acknowledged[-3:]]:  # as a phone's outbox does: sent again, to the process that answers now
        assert ann.tap(other, key)[0] == 200
    assert [key.partition(".")[0] for _, key in entries(own_postgres, "k")] == [*acknowledged, *unsure]
    until(lambda: ann.seen == entries(own_postgres)[-1][0])
    assert dying.start().ask(f"/n/{ann.night}/", cookie=ann.cookie)[0] == 200


def test_with_every_listener_killed_phones_are_current_and_listening_comes_back(two, ann, own_postgres):
    here, there = two
    ann.listen(there)
    assert ann.tap(here, "first")[0] == 200
    until(lambda: ann.seen == 3)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE 'LISTEN%'"
    )

    assert len(own_postgres.ask(cut)) == 2
    assert ann.tap(here, "second")[0] == 200
    until(lambda: ann.seen == 4)
    listening = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
    until(lambda: own_postgres.ask(listening) == [(2,)])


def test_with_every_connection_killed_the_next_tap_is_simply_taken(two, ann, own_postgres):
    here, there = two
    for number in range(3):
        assert ann.tap(here, f"a{number}")[0] == ann.tap(there, f"b{number}")[0] == 200
        own_postgres.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'companion'")

    assert len(entries(own_postgres, "a") + entries(own_postgres, "b")) == 6


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restarted", "crashed"])
def test_while_the_database_is_away_a_tap_is_refused_in_a_sentence_and_then_all_goes_on(two, ann, own_postgres, how):
    here, there = two
    ann.listen(there)
    assert ann.tap(here, "before")[0] == 200
    until(lambda: ann.seen == 3)
    own_postgres.stop(how)

    status, said = ann.tap(here, "meanwhile")
    assert status == 503
    assert "The database" in said
    assert here.ask("/health")[0] == 503
    assert here.ask(f"/n/{ann.night}/", cookie=ann.cookie)[0] == 200  # the table as it was

    own_postgres.start()
    until(lambda: ann.tap(here, "meanwhile")[0] == 200)
    until(lambda: ann.tap(there, "meanwhile")[0] == 200)
    assert [key.partition(".")[0] for _, key in entries(own_postgres) if key] == ["before", "meanwhile"]
    until(lambda: ann.seen == 4)
    until(lambda: here.ask("/health")[0] == 200)


def test_a_process_that_is_told_to_stop_does_so_though_a_phone_listens(two, ann):
    ann.listen(two[0])
    until(lambda: ann.seen == 2)

    assert two[0].stop() == 0
