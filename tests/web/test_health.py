"""Health and metrics: for operators, and without anything of any night."""

import re

import pytest

from companion.storage.database import Database
from companion.storage.errors import DatabaseUnavailable
from tests.conftest import Phone

GONE = "That is for those who keep this companion running."


@pytest.fixture
def operator(web):
    return Phone(web)


def figure(operator, name):
    found = re.search(rf"^{re.escape(name)} (\S+)$", operator.get("/metrics").html, re.M)
    assert found, name
    return float(found[1])


def test_a_companion_is_well_unless_its_database_is_away_or_it_is_closing(operator, web, monkeypatch):
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


def test_taps_are_counted_by_what_became_of_them(evening, ann, operator):
    names = [f'companion_taps_total{{answer="{answer}"}}' for answer in ("written", "refused")]
    written, refused = (figure(operator, name) for name in names)
    for player in ("p2", "p3"):
        ann.tap("fine.given", player=player, amount=1)
    ann.tap("drink.taken", player="p1", amount=99)

    assert [figure(operator, name) for name in names] == [written + 2, refused + 1]


def test_nights_streams_and_commits_are_counted(evening, ann, operator, web):
    commits = figure(operator, "companion_commit_seconds_count")
    ann.tap("fine.given", player="p2", amount=1)
    with web.extensions["companion"].pubsub.subscription(evening.nid):
        assert figure(operator, "companion_streams_open") >= 1
    assert figure(operator, "companion_commit_seconds_count") == commits + 1
    assert figure(operator, 'companion_commit_seconds_bucket{le="+Inf"}') == commits + 1
    assert figure(operator, "companion_nights_in_memory") == len(web.extensions["companion"].nights.ids())


def test_the_metrics_tell_of_no_night_and_no_player(evening, operator):
    text = operator.get("/metrics").html

    for secret in (evening.nid, evening.links.code, evening.links.token, "Friday", "Ann", "Bob"):
        assert secret not in text
    assert operator.get("/metrics").response.headers["Content-Type"].startswith("text/plain; version=0.0.4")


def test_who_comes_from_elsewhere_or_through_a_proxy_on_this_machine_is_refused(web, operator):
    far = web.test_client().get("/metrics", environ_overrides={"REMOTE_ADDR": "192.168.1.9"})
    assert far.status_code == 403
    assert GONE in far.text
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


def test_where_a_token_is_set_it_alone_opens(web, operator, monkeypatch):
    monkeypatch.setitem(web.config, "METRICS_TOKEN", "scrape-me")
    far = {"REMOTE_ADDR": "192.168.1.9"}
    asked = web.test_client()

    assert operator.get("/metrics").status == 403
    for given in ("Bearer scrape-m", "Bearer scrape-me2", "scrape-me", "Bearer ", "Bearer \u00e9"):
        assert asked.get("/metrics", headers={"Authorization": given}, environ_overrides=far).status_code == 403
    right = {"Authorization": "Bearer scrape-me", "X-Forwarded-For": "192.168.1.9"}
    assert asked.get("/metrics", headers=right, environ_overrides=far).status_code == 200
