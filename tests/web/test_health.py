"""Health and metrics: for operators, and without anything about a night."""

import re

import pytest

from companion.storage.database import Database
from companion.storage.errors import DatabaseUnavailable
from tests.conftest import Phone, subscribed


@pytest.fixture
def operator(web):
    return Phone(web)


def figure(operator, name):
    found = re.search(rf"^{re.escape(name)} (\S+)$", operator.get("/metrics").html, re.M)
    assert found, name
    return float(found[1])


def test_a_companion_is_healthy_unless_its_database_is_away_or_it_is_closing(operator, web, monkeypatch):
    def away(*_):
        raise DatabaseUnavailable("The database is away.")

    def asked():
        answer = operator.get("/health")
        return answer.status, answer.html

    assert asked() == (200, "ok\n")
    monkeypatch.setattr(Database, "read_plain", away)
    assert asked() == (503, "The database is away.\n")
    monkeypatch.undo()
    assert asked() == (200, "ok\n")
    monkeypatch.setattr(web.extensions["companion"].stopping, "is_set", lambda: True)
    assert asked()[0] == 503


def test_the_metrics_count_taps_by_their_answer_nights_streams_and_commits(evening, ann, operator, web):
    names = [f'companion_taps_total{{answer="{answer}"}}' for answer in ("written", "refused")]
    names += ["companion_commit_seconds_count", 'companion_commit_seconds_bucket{le="+Inf"}']
    before = [figure(operator, name) for name in names]
    for player in ("p2", "p3"):
        ann.tap("fine.given", player=player, amount=1)
    ann.tap("drink.taken", player="p1", amount=99)
    assert ann.get("log").status == 200  # to read is no tap

    changes = (2, 1, 2, 2)
    assert [figure(operator, name) for name in names] == [sum(pair) for pair in zip(before, changes, strict=True)]
    with subscribed(web.extensions["companion"].pubsub, evening.nid):
        assert figure(operator, "companion_streams_open") >= 1
    assert figure(operator, "companion_nights_in_memory") == len(web.extensions["companion"].nights.ids())
    answer = operator.get("/metrics")
    assert not re.search("|".join((evening.nid, evening.links.code, evening.links.token, "Ann", "Bob")), answer.html)
    assert answer.response.headers["Content-Type"].startswith("text/plain; version=0.0.4")


def test_only_this_machine_reads_the_metrics_and_not_through_a_proxy(web, operator):
    far = web.test_client().get("/metrics", environ_overrides={"REMOTE_ADDR": "192.168.1.9"})
    assert far.status_code == 403
    assert "That is for those who keep this companion running." in far.text
    assert "companion_taps" not in far.text
    for headers, status in (
        ({"X-Forwarded-For": "127.0.0.1"}, 403),
        ({"X-Real-Ip": "127.0.0.1"}, 403),
        ({"Forwarded": "for=127.0.0.1"}, 403),
        ({"Via": "1.1 proxy"}, 403),
        ({"Authorization": "Bearer "}, 200),
        ({"Host": "127.0.0.1:8000"}, 200),
    ):
        assert operator.get("/metrics", **headers).status == status, headers


def test_where_a_token_is_set_only_it_opens_the_metrics(web, operator, monkeypatch):
    monkeypatch.setitem(web.config, "METRICS_TOKEN", "scrape-me")
    far = {"REMOTE_ADDR": "192.168.1.9"}
    asked = web.test_client()

    assert operator.get("/metrics").status == 403
    for given in ("Bearer scrape-m", "Bearer scrape-me2", "scrape-me", "Bearer ", "Bearer \u00e9"):
        assert asked.get("/metrics", headers={"Authorization": given}, environ_overrides=far).status_code == 403
    right = {"Authorization": "Bearer scrape-me", "X-Forwarded-For": "192.168.1.9"}
    assert asked.get("/metrics", headers=right, environ_overrides=far).status_code == 200
