"""No page of another site taps for us: every address that changes something, whatever a browser says of where it is."""

import pytest

from companion.storage import members
from companion.storage.database import database_of
from tests.conftest import OWN, make_app
from tests.web.routes import ways
from tests.web.test_route_matrix import POWER, opened

SAME = {"Sec-Fetch-Site": "same-origin"}
FOREIGN = {
    "missing": {},
    "null": {"Origin": "null"},
    "empty": {"Origin": ""},
    "foreign": {"Origin": "http://evil.example"},
    "foreign that says same-origin": {"Origin": "http://evil.example", **SAME},
    "our name with more behind it": {"Origin": "http://localhost.evil.example"},
    "our name before an at": {"Origin": "http://localhost@evil.example"},
    "another port of ours": {"Origin": "http://localhost:8000"},
    "https of ours": {"Origin": "https://localhost"},
    "two of them": {"Origin": "http://localhost, http://evil.example"},
    "with a path": {"Origin": "http://localhost/"},
    "ours, cross-site": {**OWN, "Sec-Fetch-Site": "cross-site"},
    "ours, same-site": {**OWN, "Sec-Fetch-Site": "same-site"},
    "ours, none": {**OWN, "Sec-Fetch-Site": "none"},
    "ours, nonsense": {**OWN, "Sec-Fetch-Site": "Same-Origin "},
    "missing, cross-site": {"Sec-Fetch-Site": "cross-site"},
    "missing, empty site": {"Sec-Fetch-Site": ""},
    "null, cross-site": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "only a referrer": {"Referer": "http://localhost/"},
    "a foreign Forwarded": {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"},
}
EVERYWHERE = ("missing", "foreign", "ours, cross-site")  # tried at every address, the others where most can be won
ENTRANCES = {"/nights", "/j/<token>", "/m/<secret>", "/n/<nid>/entries"}


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    night = opened(make_app(tmp_path_factory.mktemp("foreign")))
    yield night
    database_of(night.app).close()


def unsafe(night, **values):
    return [way for way in ways(night.app, night.nid, **values) if way.unsafe]


def test_a_foreign_page_changes_nothing_with_the_finesmasters_own_cookie(night):
    ticket = members.ticket(database_of(night.app), night.nid, "p2")
    before, addresses = night.rows, unsafe(night, token=night.links.token, secret=ticket)
    assert {way.rule for way in addresses if way.answers} > ENTRANCES
    for where, headers in FOREIGN.items():
        for way in addresses if where in EVERYWHERE else [way for way in addresses if way.rule in ENTRANCES]:
            answer = night.ann.client.open(way.path, method=way.method, data=POWER, headers=headers)
            assert answer.status_code == 403, (where, way)
            assert "did not come from a page of this companion" in answer.text, (where, way)
            assert not {"Location", "Set-Cookie"} & set(answer.headers.keys()), (where, way)
        assert night.rows == before, where


def test_our_own_pages_are_never_taken_for_foreign(night):
    for headers in [OWN, {**OWN, **SAME}, SAME]:
        for way in unsafe(night):
            if way.answers:
                answer = night.ann.client.open(way.path, method=way.method, headers=headers)
                assert answer.status_code not in (403, 405), way
                assert answer.status_code < 500, way


def test_no_other_site_reads_an_answer(night):
    for way in ways(night.app, night.nid):
        if way.answers and not way.streams:
            answer = night.ann.client.open(way.path, method=way.method, headers={"Origin": "http://evil.example"})
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")], way
