"""Pages that are computed once for all phones show each what it would see alone, and count as several requests."""

import pytest

from companion import create_app
from companion.storage.database import database_of
from companion.views import report_cache
from companion.web import security
from companion.web.rate_limits import Buckets
from companion.web.security import HEAVY
from tests.conftest import Evening
from tests.web import yogis_whist_evening
from tests.web.frak_you_evening import begun, by_cards

WHOLE_NIGHT = ("files", "night.json", "recap", "recap/1", "recap/picture.svg", "scores.csv", "fines.csv")


def sent(phone):
    answers = [phone.get(page) for page in (*WHOLE_NIGHT, "files/fines/yogis-whist")]
    return [(answer.status, answer.html, answer.response.headers.get("X-Elsewhere")) for answer in answers]


def test_whoever_asks_first_nobody_is_sent_what_only_another_may_know(evening, monkeypatch):
    begun(evening)
    by_cards(evening.ann, 1, "p2 2C, p3 KC, p1 4C")
    phones = (evening.ann, evening.bob, evening.cal)
    for entered in ({"type": "fine.given", "player": "p3", "amount": 1}, {"type": "game.ended"}):
        monkeypatch.setattr(report_cache, "LONG", 10_000)
        alone = [sent(phone) for phone in phones]
        monkeypatch.setattr(report_cache, "LONG", 0)
        together = [sent(phone) for phone in phones]

        assert together == alone
        assert alone[0][1] != alone[1][1] == alone[2][1]  # their night files
        assert evening.ann.tap(**entered).status == 200
        outsiders_first = [sent(phone) for phone in reversed(phones)]
        monkeypatch.setattr(report_cache, "LONG", 10_000)
        assert outsiders_first == [sent(phone) for phone in reversed(phones)]


def test_what_lies_face_down_is_in_no_file_once_it_lies_there(evening, monkeypatch):
    monkeypatch.setattr(report_cache, "LONG", 0)
    yogis_whist_evening.begun(evening)
    phones = (evening.bob, evening.ann, evening.cal)
    before = [phone.get("night.json") for phone in phones]
    yogis_whist_evening.bid(evening.bob, "p2", tricks=1)
    files = [phone.get("night.json") for phone in phones]

    assert not any('"cut_before"' in file.html for file in before)
    assert all('"cut_before"' in file.html and "bid.placed" not in file.html for file in files)
    assert len({file.response.headers["ETag"] for file in (*before, *files)}) == 2


@pytest.fixture
def limited(tmp_path, monkeypatch):
    monkeypatch.setattr(security, "REFUSAL_TAKES", 0.0)
    app = create_app({"DATA": tmp_path, "TRUSTED_HOSTS": ("localhost",)})
    evening = Evening(app)
    evening.bob = evening.join("Bob")
    app.extensions["companion"].limits.buckets = Buckets(lambda: 1000.0)
    yield evening
    database_of(app).close()


def test_a_phone_that_asks_for_whole_nights_in_a_row_is_refused_sooner_and_nobody_else(limited):
    answers = [limited.ann.get("files").status for _ in range(20)]

    assert answers == [200] * 10 + [429] * 10
    assert limited.ann.tap("fine.given", player="p2", amount=1).status == 200
    assert [limited.bob.get(page).status for page in ("", *WHOLE_NIGHT[:3])] == [200] * 4


def test_every_page_for_which_the_whole_night_is_gone_through_counts_as_many(limited):
    views = limited.app.view_functions
    heavy = {name for name, view in views.items() if getattr(view, "cost", 1) == HEAVY}

    assert heavy == {
        "reports.files", "reports.spreadsheet", "reports.fine_table", "nightfile.kept",
        "reports.night", "reports.game", "reports.shared",
    }  # fmt: skip
