"""A tap counts once, however often it is sent; a fact told by two phones is asked about."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.store import moment


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """However busy the machine is, no time passes unless a test says so."""
    clock = {"now": datetime(2026, 11, 20, 22, tzinfo=UTC)}
    monkeypatch.setattr(moment, "now", lambda: clock["now"])
    return clock


def test_it_counts_once_even_after_a_restart(evening, ann, new_app):
    ann.tap("fine.given", key="one", player="p2", amount=2)
    again = new_app()

    assert ann.at(again).tap("fine.given", key="one", player="p2", amount=2).status == 200

    assert again.extensions["companion"].nights.log(evening.nid).night.players["p2"].owed == 2


def test_two_taps_are_two_fines(evening, ann):
    for _ in range(2):
        ann.tap("fine.given", player="p2", amount=2)

    assert evening.owed == {"p2": 4}


def test_the_same_key_with_another_event_or_one_that_no_phone_makes_is_refused(evening, ann):
    for key in ("one", "s3Qx_"):  # that begins like one of a page is still a key
        assert ann.tap("fine.given", key=key, player="p2", amount=2).status == 200
        answer = ann.tap("fine.given", key=key, player="p2", amount=3)
        assert (answer.status, "already counted for something else" in answer.says) == (422, True)
    for key in ["x" * 65, "a b", "\x00", "é", "'"]:
        answer = ann.tap("fine.given", key=key, player="p2", amount=1)
        assert (answer.status, "tap again" in answer.says) == (422, True), key
    assert evening.owed == {"p2": 4}


def test_the_keys_of_two_phones_do_not_meet(game, bob, cal):
    game.ann.tap("fine.given", player="p2", amount=1)
    game.ann.tap("fine.given", player="p3", amount=1)

    assert bob.tap("drink.taken", key="one", player="p2", amount=1).status == 200
    assert cal.tap("drink.taken", key="one", player="p3", amount=1).status == 200
    assert game.owed == {}


def test_a_painted_key_tells_papers_apart_by_what_they_say(evening, ann):
    seq = evening.seq

    ann.tap("fine.given", key=f"s{seq}", player="p2", amount=1, script=False)
    ann.tap("fine.given", key=f"s{seq}", player="p3", amount=1, script=False)
    ann.tap("fine.given", key=f"s{seq}", player="p3", amount=1, script=False)

    assert evening.owed == {"p2": 1, "p3": 1}


@pytest.fixture
def caught(evening, ann, bob):
    """Bob has just been caught at rule r1 by Ann's phone."""
    ann.tap("rule.made", text="No elbows", amount=2)
    assert ann.tap("rule.called", rule="r1", player="p2").status == 200
    return evening


def test_the_same_fact_from_another_phone_asks_whether_it_is_the_same_or_happened_again(caught, cal):
    answer = cal.tap("rule.called", rule="r1", player="p2")
    assert (answer.status, "Is it the same one?" in answer.says) == (409, True)
    assert caught.owed == {"p2": 2}

    assert answer.offer["again"] == ["yes"]
    assert cal.says_yes(answer).status == 200
    assert caught.owed == {"p2": 4}


def test_the_same_phone_is_not_asked_nor_about_another_player(caught, ann, cal):
    assert ann.tap("rule.called", rule="r1", player="p2").status == 200
    assert cal.tap("rule.called", rule="r1", player="p1").status == 200
    assert caught.owed == {"p1": 2, "p2": 4}


def test_more_than_ten_seconds_later_nobody_is_asked(caught, cal, clock):
    clock["now"] += timedelta(seconds=10)
    assert cal.tap("rule.called", rule="r1", player="p2").status == 409
    clock["now"] += timedelta(milliseconds=1)

    assert cal.tap("rule.called", rule="r1", player="p2").status == 200
    assert caught.owed == {"p2": 4}


def test_a_fact_that_was_undone_is_not_asked_about(caught, ann, cal):
    ann.tap("entry.undone", entry=caught.seq)

    assert cal.tap("rule.called", rule="r1", player="p2").status == 200
    assert caught.owed == {"p2": 2}


def test_a_drink_that_two_phones_tick_off_is_asked_about(evening, ann, bob):
    ann.tap("fine.given", player="p2", amount=2)
    bob.tap("drink.taken", player="p2", amount=1)

    answer = ann.tap("drink.taken", player="p2", amount=1)

    assert answer.status == 409
    assert evening.owed == {"p2": 1}
