"""Catching and owning up, contesting a call and settling it, and the sneak who watches."""

import pytest

from companion.commands import checks, handler
from tests.web.painted import fields, region

JACKS = {"text": "A jack costs the left", "who": "left", "when.on": "card.played", "when.rank": "J"}
WITH_CARDS = ["p2 QS", "p3 JC", "p1 7H"]


def minutes_ago(monkeypatch, minutes):
    """From now on every entry of the log is so old."""
    passed = handler.seconds_since
    for module in (handler, checks):
        monkeypatch.setattr(module, "seconds_since", lambda at: passed(at) + 60 * minutes)


@pytest.fixture
def ruled(evening, ann):
    """No elbows, at two sips."""
    ann.tap("rule.made", text="No elbows", amount=2)
    return evening


# Caught, and owning up


def test_one_form_catches_anybody_at_any_rule_that_needs_eyes(ruled, ann, cal):
    ann.tap("rule.made", text="No knees")
    html = region(cal, "catch")

    assert html.count('name="rule" value="r1"') == 2  # to open it, and to own up
    assert html.count('name="player" value="p2"') == 1
    assert cal.post("entries", {**fields(html, "catch"), "rule": "r2", "player": "p2"}).status == 303
    assert ruled.owed == {"p2": 1}


def test_owning_up_is_one_tap_on_ones_own_phone(ruled, bob):
    html = bob.get().html

    assert 'form="own-up" name="rule" value="r1"' in html
    assert bob.post("entries", {**fields(html, "own-up"), "rule": "r1"}).status == 303
    assert ruled.owed == {"p2": 2}


def test_the_same_paper_owns_up_once(ruled, bob):
    paper = {**fields(bob.get().html, "own-up"), "rule": "r1"}
    for _ in range(2):
        assert bob.post("entries", paper).status == 303

    assert ruled.owed == {"p2": 2}


def test_ten_rules_and_ten_players_do_not_bloat_the_table(evening, ann):
    for number in range(4, 11):
        ann.tap("player.joined", name=f"Player {number}")
    for number in range(10):
        ann.tap("rule.made", text=f"Rule number {number} of a long list of rules")

    assert len(region(ann, "catch")) < 6000


def test_what_the_companion_watches_for_is_folded_away(game, ann, bob):
    ann.tap("rule.made", **JACKS)

    html = region(bob, "catch")

    assert "Watched by the companion" in html
    assert "own-up" not in html
    assert bob.tap("rule.called", rule="r1", player="p1").status == 200


def test_a_rule_about_cards_needs_eyes_once_tricks_come_without_cards(game, ann, bob):
    ann.tap("rule.made", **JACKS)
    game.play("p2")
    ann.tap("rule.made", text="No elbows")

    assert "Watched by the companion" not in region(bob, "catch")

    ann.tap("trick.taken", deal=1, trick=2, plays=WITH_CARDS)
    assert "Watched by the companion" in region(bob, "catch")


def test_nobody_is_caught_when_the_night_is_over(ruled, ann, bob):
    ann.tap("night.closed")

    assert "r1" not in region(bob, "catch") + region(bob, "own-voice")


def test_a_strike_tells_every_phone_the_rule_who_drinks_and_how_often_it_struck(ruled, cal, bob):
    for _ in range(2):
        cal.tap("rule.called", rule="r1", player="p2")

    words = bob.get().words
    assert "Bob was caught. House rule: No elbows Bob 2 2 times so far, 4 in all" in words
    assert "Bob drinks 2." in region(bob, "say")


def test_there_is_no_such_page_for_a_rule_that_is_gone(ruled, ann):
    assert "Who was it?" in ann.get("rules/r1/caught").words
    ann.tap("rule.repealed", rule="r1")

    assert ann.get("rules/r1/caught").status == 404
    assert ann.get("rules/r9/caught").status == 404


# Contesting and settling


@pytest.fixture
def caught(ruled, cal):
    """Cal caught Bob at entry 6, for two."""
    cal.tap("rule.called", rule="r1", player="p2")
    return ruled


def test_the_accused_may_say_that_it_is_not_so_and_nobody_else(caught, bob, ann, cal):
    assert "That is not so" in region(bob, "own-call")
    for phone in (ann, cal):
        assert "That is not so" not in phone.get().words


def test_who_owned_up_has_nothing_to_contest(ruled, bob):
    bob.tap("rule.called", rule="r1", player="p2")

    assert "That is not so" not in bob.get().words


def test_a_contested_call_is_seen_by_all_and_put_to_the_finesmaster(caught, ann, bob, cal):
    assert bob.post("entries", fields(region(bob, "own-call"), "contest-6")).status == 303

    assert "Bob says it is not so: “No elbows”" in cal.get().words
    assert "That is not so" not in bob.get().words
    assert "Falls" in region(ann, "own-call", "drinks")
    assert "Falls" not in bob.get().words


@pytest.mark.parametrize(
    ("stands", "owed", "words"), [("true", {"p2": 2}, "and that stands"), ("false", {}, "but that falls")]
)
def test_the_finesmaster_decides_and_everybody_reads_it(caught, ann, bob, stands, owed, words):
    bob.tap("call.contested", entry=6, player="p2")
    paper = fields(region(ann, "own-call"), "settle-6")

    assert ann.post("entries", {**paper, "stands": stands}).status == 303

    assert caught.owed == owed
    assert f"Bob was caught, {words}" in bob.get().words
    assert "Falls" not in ann.get().words


def test_a_call_that_fell_is_no_drink_any_more(caught, ann, bob):
    assert "No elbows" in region(bob, "mine")
    ann.tap("call.settled", entry=6, stands="false")

    assert "No elbows" not in region(bob, "mine")


def test_nobody_but_the_accused_contests(caught, ann, cal):
    assert "Only Bob, who was caught" in cal.tap("call.contested", entry=6, player="p3").says
    assert "own phone" in cal.tap("call.contested", entry=6, player="p2").says
    assert caught.night.calls[6].contested is None


def test_a_call_can_be_contested_for_a_minute_only(caught, bob, monkeypatch):
    minutes_ago(monkeypatch, 1)

    answer = bob.tap("call.contested", entry=6, player="p2")

    assert answer.status == 422
    assert "more than a minute ago. Ask Ann" in answer.says
    assert "That is not so" not in bob.get().words


def test_a_tap_in_time_that_is_sent_again_late_is_the_same_tap(caught, bob, monkeypatch):
    bob.tap("call.contested", key="one", entry=6, player="p2")
    minutes_ago(monkeypatch, 1)
    seq = caught.seq

    assert bob.tap("call.contested", key="one", entry=6, player="p2").status == 200
    assert caught.seq == seq


def test_a_call_that_was_missed_is_settled_at_the_desk(caught, ann, monkeypatch):
    minutes_ago(monkeypatch, 10)
    paper = fields(ann.get("seats").html, "desk-call-6")

    assert ann.post("entries", {**paper, "stands": "false"}).status == 303

    assert caught.owed == {}
    assert "desk-call-6" not in ann.get("seats").html


def test_a_call_is_settled_once(caught, ann, bob):
    ann.tap("call.settled", entry=6, stands="true")

    assert "already settled" in ann.tap("call.settled", entry=6, stands="false").says
    assert "The finesmaster has decided: it stands." in bob.tap("call.contested", entry=6, player="p2").says
    assert caught.owed == {"p2": 2}


def test_two_calls_are_settled_each_for_itself(caught, ann, cal):
    cal.tap("rule.called", rule="r1", player="p1")

    assert ann.tap("call.settled", entry=6, stands="true").status == 200
    assert ann.tap("call.settled", entry=7, stands="false").status == 200
    assert "already settled" in ann.tap("call.settled", entry=6, stands="true").says
    assert caught.owed == {"p2": 2}


def test_only_the_finesmaster_settles(caught, bob):
    assert "for the finesmaster, Ann" in bob.tap("call.settled", entry=6, stands="false").says


def test_only_a_call_is_contested(caught, bob):
    for entry, words in [(5, "entry 5 is nobody caught"), (99, "entry 99 is nobody")]:
        assert words in bob.tap("call.contested", entry=entry, player="p2").says.lower(), entry


def test_a_contest_is_not_turned_to_another_call(caught, bob, cal):
    cal.tap("rule.called", rule="r1", player="p1")
    bob.tap("call.contested", entry=6, player="p2")

    answer = bob.tap("entry.changed", entry=caught.seq, **{"event.entry": 7})

    assert "can be undone, but not changed" in answer.says
    assert bob.tap("entry.undone", entry=caught.seq).status == 200
    assert caught.night.calls[6].contested is None


def test_an_undone_contest_may_be_made_again(caught, bob):
    bob.tap("call.contested", entry=6, player="p2")
    bob.tap("entry.undone", entry=7)

    assert "That is not so" in region(bob, "own-call")
    assert bob.tap("call.contested", entry=6, player="p2").status == 200


# The sneak


def test_the_finesmaster_names_the_sneak_and_everybody_sees_who_it_is(ruled, ann, bob, cal):
    assert 'value="sneak.named"' in region(ann, "office", "seats")
    assert ann.tap("sneak.named", player="p2").status == 200

    assert "sneak" in region(cal, "players")
    assert "You are the sneak: watch for 1 rule" in bob.get().words
    assert "You are the sneak" not in cal.get().words + ann.get().words
    assert "for the finesmaster, Ann" in cal.tap("sneak.named", player="p3").says
