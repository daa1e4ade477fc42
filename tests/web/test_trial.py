"""The sample night: it plays to its end, keeps one's own taps, is nobody else's, and is gone after a day.

Practising alone is a night of its own, too, which leaves nothing in the evening.
"""

from datetime import timedelta

import pytest

from companion.server import housekeeping
from companion.server.housekeeping import Housekeeper
from companion.storage.clock import now
from companion.web.trial import STEPS
from tests.conftest import OWN
from tests.table import row

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
    assert "Sample night, gone tomorrow. Tap along!" in visitor.get().words
    told = []
    for step in STEPS:
        answer = next_step(visitor)
        assert answer.status == 200
        told.append(answer.says)
        if "You took trick 3" in step.caption:
            assert "Ann, drink 3 sips" in visitor.get().words
        if "podium" in step.caption:
            assert "Ann wins!" in visitor.get().words
            assert 'class="podium"' in visitor.get().html

    assert told == [step.caption for step in STEPS]
    assert next_step(visitor).response.headers["HX-Redirect"] == f"/n/{visitor.nid}/recap"
    assert "Peacemaker" in visitor.get("recap").words
    assert '<form id="trial"' not in visitor.get().html  # nothing is left to go on with
    for page in ("", "recap"):
        assert 'gone tomorrow.</p> <a class="button primary" href="/">Your own table' in visitor.get(page).html


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


def test_it_is_gone_after_a_day_as_practice_is_and_an_ordinary_night_is_not(evening, visitor, practice, monkeypatch):
    for days, status in ((0.9, 200), (1.1, 403)):
        monkeypatch.setattr(housekeeping, "now", lambda days=days: now() + timedelta(days=days))
        Housekeeper(evening.app).round()
        assert [visitor.get().status, practice.get().status] == [status, status]
    visitor.nid = visitor.client.post("/try", headers=OWN).headers["Location"].split("/")[2]
    monkeypatch.setattr(
        housekeeping, "now", lambda: now() - timedelta(days=365)
    )  # it was a year ahead, and is right now
    Housekeeper(evening.app).round()
    assert (visitor.get().status, evening.ann.get().status) == (403, 200)


@pytest.fixture
def alone(start_evening):
    """A night in which nobody but Ann is at the table."""
    return start_evening(unit="finger")


@pytest.fixture
def practice(alone):
    """Ann's phone in the night in which she practises."""
    at = alone.ann.post("practise").goes_to
    assert at.endswith("/start")
    nid = at.split("/")[2]
    assert nid != alone.nid
    phone = alone.ann.at(alone.app)
    phone.nid = nid
    return phone


def test_who_practises_alone_leaves_nothing_in_the_evening(alone, practice):
    file = alone.file
    assert practice.tap("game.started", game="yak", players=["p1"], **{"options.dice": "independent"}).status == 200
    assert "Practice game" in practice.get().words
    practice.tap("throw.scored", player="p1", round=1, box="all", dice=[6] * 5)
    practice.tap("rule.made", text="No elbows")
    practice.tap("game.ended")

    assert "Yak again" in practice.get().words
    assert "fingers" in practice.get("drinks").words
    assert alone.file == file
    bob = alone.join("Bob")
    for page, words in (("", "Start a game"), ("recap", "Nothing yet."), ("log", "Bob joined")):
        for phone in (bob, alone.ann):
            with row(page):
                shown = phone.get(page).words
                assert words in shown
                assert not any(left in shown for left in ("Yak again", "Stopped early", "elbows", "Practice"))


def test_the_way_to_practice_and_back_is_on_the_screen_and_guests_are_invited_to_the_evening(alone, practice):
    for page in ("", "share"):
        assert f'action="/n/{alone.nid}/practise"' in alone.ann.get(page).html
    for page in ("", "start", "log", "help/yak"):
        shown = practice.get(page)
        assert "Practice: nothing here counts, and it is gone tomorrow. Back to your table" in shown.words
        assert f'href="/n/{alone.nid}/">Back to your table' in shown.html
    assert practice.get("share").goes_to == f"/n/{alone.nid}/share"
    assert "Start a game" in practice.get().words
    assert practice.post("practise").goes_to == f"/n/{practice.nid}/start"
    assert practice.post("trial", headers=SCRIPT).status == 404
    home = practice.client.get("/").get_data(as_text=True)
    assert f"/n/{alone.nid}/" in home
    assert practice.nid not in home


def test_alone_no_game_is_offered_in_the_evening_but_it_is_in_practice(alone, practice):
    assert "Needs 2 players" in alone.ann.get("start").html.partition("Yak</a>")[2].partition("</li>")[0]
    assert "Practise alone" in alone.ann.get("start").words
    assert alone.ann.get("start/yak").goes_to == f"/n/{alone.nid}/start"
    assert practice.get("start/yak").status == 200
    alone.join("Bob")
    assert alone.ann.get("start/yak").status == 200
    assert "Practise alone" not in alone.ann.get("start").words
    alone.ann.tap("player.left", player="p2")
    alone.ann.tap("game.started", game="yak", players=["p1"])  # of an evening before there was practice
    alone.ann.tap("game.ended")
    assert "Yak again" not in alone.ann.get().words
