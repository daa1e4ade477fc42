"""The sample night: it plays to its end, keeps one's own taps, is nobody else's, and is gone after a day."""

from datetime import timedelta

import pytest

from companion.server import housekeeping
from companion.server.housekeeping import Housekeeper
from companion.storage.clock import now
from companion.web.trial import STEPS
from tests.conftest import OWN

SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def visitor(evening):
    """A phone in front of a sample night that has just begun."""
    visitor = evening.stranger()
    opened = visitor.client.post("/try", headers=OWN)
    assert opened.status_code == 303
    visitor.nid = opened.headers["Location"].split("/")[2]
    return visitor


def next_step(visitor):
    return visitor.post("trial", headers=SCRIPT)


def test_it_is_played_to_its_end_by_next_alone_and_says_what_happens(visitor):
    assert "Sample night, gone tomorrow." in visitor.get().words
    told = []
    for step in STEPS:
        answer = next_step(visitor)
        assert answer.status == 200
        told.append(answer.says)
        if "You took trick 3" in step.caption:
            assert "Ann, drink 3 sips" in visitor.get().words

    assert told == [step.caption for step in STEPS]
    assert next_step(visitor).response.headers["HX-Redirect"] == f"/n/{visitor.nid}/recap"
    assert "Peacemaker" in visitor.get("recap").words
    assert '<form id="trial"' not in visitor.get().html  # nothing is left to go on with
    assert "Your own table" in visitor.get().words


def test_without_script_each_next_is_a_page(visitor):
    answer = visitor.post("trial", back="table")
    assert (answer.status, answer.says) == (200, STEPS[0].caption)
    assert '<button class="button">Next</button>' in answer.html


def test_own_taps_stand_and_the_rest_goes_on_around_them(visitor):
    for _ in range(2):
        next_step(visitor)
    assert visitor.tap("drink.taken", player="p2", amount=1).status == 200
    assert "Bob again" in next_step(visitor).says  # the drink is not entered twice
    assert visitor.tap("trick.taken", deal=1, trick=3, winner="p3").status == 200
    assert next_step(visitor).says == ""  # what the script would say is not true any more
    for _ in STEPS:
        answer = next_step(visitor)
    assert answer.response.headers["HX-Redirect"].endswith("/recap")
    log = visitor.get("log").words
    assert "Cal took trick 3 of deal 1" in log
    assert "of deal 3" not in log


def test_no_other_night_takes_such_a_step_and_the_start_page_does_not_list_it(evening, visitor):
    assert evening.ann.post("trial", headers=SCRIPT).status == 404
    assert "Sample night" not in evening.ann.get().words
    home = visitor.client.get("/").get_data(as_text=True)
    assert "Sample night" not in home
    assert 'action="/try"' in home


def test_it_is_gone_after_a_day_and_an_ordinary_night_is_not(evening, visitor, monkeypatch):
    for days, status in ((0.9, 200), (1.1, 403)):
        monkeypatch.setattr(housekeeping, "now", lambda days=days: now() + timedelta(days=days))
        Housekeeper(evening.app).round()
        assert visitor.get().status == status
    assert evening.ann.get().status == 200
