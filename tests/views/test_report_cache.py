"""A report of a long night is computed once for each version of its log, and is the same for every phone."""

from time import sleep

import pytest

from companion.domain import events as of
from companion.domain.event_log import Log
from companion.domain.events import Entry
from companion.storage.members import Phones, Preferences
from companion.views import report_cache
from companion.views.context import ViewContext
from companion.views.report_cache import ReportCache
from tests.conftest import at_once
from tests.web.frak_you_evening import begun, by_cards

PHONES = Phones((), {"p2": 1}, 7, preferences={"p1": Preferences(forfeit="sings")})


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch):
    monkeypatch.setattr(report_cache, "LONG", 0)


@pytest.fixture
def log():
    found = Log()
    for event in (of.NightOpened(name="Friday"), *(of.PlayerJoined(player=one, name=one) for one in ("p1", "p2"))):
        enter(found, event)
    return found


def enter(log, event):
    log.adopt(log.candidate(Entry(log.seq + 1, event)))


def seen(log, seat="p1"):
    return ViewContext("friday", log, PHONES, seat)


class Counted:
    """The entries of a night, and each time that they were counted."""

    def __init__(self, seconds=0.0):
        self.seen, self.seconds = [], seconds

    def __call__(self, context, *asked):
        sleep(self.seconds)
        self.seen.append(context)
        return [line.counts is not None for line in context.log.lines], asked


def test_twenty_phones_that_ask_at_once_share_one_computation(log):
    counted = Counted(seconds=0.05)
    entries = ReportCache(counted)
    answers = at_once(*[lambda: entries.of(seen(log))] * 20)

    assert len(counted.seen) == 1
    assert answers == [([True, True, True], ())] * 20


def test_a_report_is_computed_for_each_question_and_again_after_an_entry_or_an_undo_and_not_before(log):
    counted = Counted()
    entries = ReportCache(counted)
    found = []
    for event in (None, of.FineGiven(player="p2", amount=1), of.EntryUndone(entry=4)):
        if event:
            enter(log, event)
        found += [entries.of(seen(log))[0] for _ in range(3)]

    assert found == [[True] * 3] * 3 + [[True] * 4] * 3 + [[True, True, True, False, False]] * 3
    assert len(counted.seen) == 3
    assert [entries.of(seen(log), which)[1] for which in ("one", "other", "one")] == [("one",), ("other",), ("one",)]
    assert len(counted.seen) == 5


def test_a_report_reads_a_log_that_no_later_entry_changes_and_knows_no_seat_and_no_phone(log):
    counted = Counted()
    ReportCache(counted).of(seen(log))
    enter(log, of.FineGiven(player="p2", amount=1))
    enter(log, of.EntryUndone(entry=4))
    (still,) = counted.seen

    assert still.log.seq == 3
    assert all(line.counts for line in still.log.lines)
    assert still.preferences_digest == ""
    assert (still.phones.preferences, still.phones.loans, still.phones.devices) == ({}, {}, ())


def test_a_report_that_failed_is_tried_again(log):
    tries = iter([LookupError("there is no game 2"), None])

    def make(context):
        if error := next(tries):
            raise error
        return "computed"

    entries = ReportCache(make)
    with pytest.raises(LookupError):
        entries.of(seen(log))

    assert entries.of(seen(log)) == "computed"


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
