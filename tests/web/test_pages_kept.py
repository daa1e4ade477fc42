"""Pages that are computed once for all phones show each phone what it would see alone."""

from companion.views import report_cache
from tests.web import yogis_whist_evening
from tests.web.frak_you_evening import begun, by_cards

WHOLE_NIGHT = ("files", "night.json", "recap", "recap/1", "recap/picture.svg", "scores.csv", "fines.csv")


def sent(phone):
    answers = [phone.get(page) for page in (*WHOLE_NIGHT, "files/fines/yogis-whist")]
    return [(answer.status, answer.html, answer.response.headers.get("X-Elsewhere")) for answer in answers]


def test_nobody_is_sent_what_only_another_can_see_whichever_phone_asks_first(evening, monkeypatch):
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


def test_a_file_holds_no_bid_that_lies_face_down_also_when_the_bid_is_newer_than_the_last_file(evening, monkeypatch):
    monkeypatch.setattr(report_cache, "LONG", 0)
    yogis_whist_evening.begun(evening)
    phones = (evening.bob, evening.ann, evening.cal)
    before = [phone.get("night.json") for phone in phones]
    yogis_whist_evening.bid(evening.bob, "p2", tricks=1)
    files = [phone.get("night.json") for phone in phones]

    assert not any('"cut_before"' in file.html for file in before)
    assert all('"cut_before"' in file.html and "bid.placed" not in file.html for file in files)
    assert len({file.response.headers["ETag"] for file in (*before, *files)}) == 2
