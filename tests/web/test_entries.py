"""A tap counts once: sent twice, entered on two phones, sent again after a lost answer, or sent late."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.storage import clock as storage_clock
from tests.table import row
from tests.web.forms import fields

TRICK = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
CAUGHT = {"type": "rule.called", "rule": "r1", "player": "p2"}


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """However busy the machine is, no time passes unless a test says so."""
    clock = {"now": datetime(2026, 11, 20, 22, tzinfo=UTC)}
    monkeypatch.setattr(storage_clock, "now", lambda: clock["now"])
    return clock


@pytest.fixture
def caught(ruled, ann):
    """Bob has just been caught at rule r1 by Ann's phone."""
    assert ann.tap(**CAUGHT).status == 200
    return ruled


# Keys


def test_the_same_tap_counts_once_even_after_a_restart_and_two_taps_are_two(evening, ann, new_app):
    ann.tap("fine.given", key="one", player="p2", amount=2)
    again = new_app()

    assert ann.at(again).tap("fine.given", key="one", player="p2", amount=2).status == 200
    assert again.extensions["companion"].nights.log(evening.nid).night.players["p2"].owed == 2
    ann.tap("fine.given", key="two", player="p2", amount=2)
    assert evening.owed == {"p2": 4}


def test_the_same_key_with_another_event_or_one_that_no_phone_makes_is_refused(evening, ann):
    for key in ("one", "s3Qx_"):  # that begins like one of a page is still a key
        assert ann.tap("fine.given", key=key, player="p2", amount=2).status == 200
        assert ann.tap("fine.given", key=key, player="p2", amount=3).refuses("already counted for something else")
    for key in ["x" * 65, "a b", "\x00", "é", "'"]:
        assert ann.tap("fine.given", key=key, player="p2", amount=1).refuses("tap again"), key
    assert evening.owed == {"p2": 4}


def test_two_phones_can_use_the_same_key_and_forms_with_the_key_of_a_page_differ_by_their_fields(evening, ann):
    for player in ("p2", "p3", "p3"):
        ann.tap("fine.given", key=f"s{evening.seq}", player=player, amount=1, script=False)
    assert evening.owed == {"p2": 1, "p3": 2}

    for phone, player in ((evening.bob, "p2"), (evening.cal, "p3")):
        assert phone.tap("drink.taken", key="one", player=player, amount=1).status == 200
    assert evening.owed == {"p3": 1}


# The same from two phones


def test_the_same_fact_from_another_phone_asks_whether_it_is_the_same_or_happened_again(caught, bob, cal):
    answer = cal.tap(**CAUGHT)
    assert answer.refuses("Is it the same one?", 409)
    assert caught.owed == {"p2": 2}

    assert answer.offer["again"] == ["yes"]
    assert cal.says_yes(answer).status == 200
    assert caught.owed == {"p2": 4}
    assert bob.tap("drink.taken", player="p2", amount=1).status == 200
    assert cal.tap("drink.taken", player="p2", amount=1).status == 409


def test_nobody_is_asked_on_the_same_phone_about_another_player_or_about_an_undone_entry(caught, ann, cal):
    assert ann.tap(**CAUGHT).status == 200
    assert cal.tap(**{**CAUGHT, "player": "p1"}).status == 200
    assert caught.owed == {"p1": 2, "p2": 4}

    for seq in (caught.seq - 1, caught.seq - 2):
        ann.tap("entry.undone", entry=seq)
    assert cal.tap(**CAUGHT).status == 200
    assert caught.owed == {"p1": 2, "p2": 2}


def test_more_than_ten_seconds_later_nobody_is_asked(caught, cal, clock):
    clock["now"] += timedelta(seconds=10)
    assert cal.tap(**CAUGHT).status == 409
    clock["now"] += timedelta(milliseconds=1)

    assert cal.tap(**CAUGHT).status == 200
    assert caught.owed == {"p2": 4}


# Sent again, because the answer was lost

TAPS = [
    {"type": "rule.made", "text": "No pointing.", "amount": 2},
    {"type": "rule.amended", "rule": "r1", "text": "No knees."},
    CAUGHT,
    {"type": "rule.repealed", "rule": "r1"},
    {"type": "fine.given", "player": "p2", "amount": 1},
    {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "lot"},
    {"type": "game.ended"},
    {"type": "game.started", "game": "yak", "players": ["p1", "p2"], "options.dice": "independent"},
    {"type": "dice.thrown", "player": "p1", "round": 1, "throw": 1},
    {"type": "player.joined", "name": "Dot"},
    {"type": "player.left", "player": "p3"},
    {"type": "seats.moved", "move": "p4 up"},
    {"type": "night.closed"},
]


@pytest.mark.parametrize(("script", "restart"), [(True, False), (True, True), (False, False)])
def test_the_same_tap_sent_again_is_the_same_entry(ruled, ann, web, script, restart):
    for number, tap in enumerate(TAPS):
        with row(tap):
            key = f"one-{number}" if script else f"s{ruled.seq}"
            done = 200 if script else 303
            assert ann.tap(key=key, script=script, **tap).status == done
            entry = (ruled.seq, ruled.last)
            if restart:
                web.extensions["companion"].nights.evict_idle(-1)
            assert ann.tap(key=key, script=script, **tap).status == done
            assert (ruled.seq, ruled.last) == entry


@pytest.mark.parametrize("script", [True, False])
def test_an_undo_that_is_sent_again_lists_once_more_whose_drinks_it_changed(evening, ann, script):
    ann.tap("fine.given", player="p2", amount=2)
    undo = {"type": "entry.undone", "entry": evening.seq, "key": "one" if script else "s0"}

    for _ in range(2):
        assert "This changed: Bob" in ann.tap(script=script, **undo).words


# On a phone without script


def test_the_first_trick_of_another_game_and_a_trick_after_an_undo_are_other_ones(game, ann):
    keys = []
    for owed in (1, 1, 2):
        form = fields(ann.get().regions["r-record"], "record-1-1")
        keys.append(form["key"])
        assert ann.post("entries", {**form, "winner": "p2"}).status == 303
        assert game.owed == {"p2": owed}
        if len(keys) == 1:
            ann.tap("entry.undone", entry=game.seq)
            assert game.owed == {}
        else:
            ann.tap("game.ended")
            game.start("five-card-yak")
    assert len(set(keys)) == 3


def test_newcomers_of_two_deals_are_dealt_in_by_forms_with_the_same_key(game, ann):
    """Nothing was corrected in between, so that both pages have the same key."""
    dealt = ["p1", "p2", "p3"]
    for deal, name in ((2, "Dot"), (3, "Eve")):
        game.play(*["p1"] * (5 if deal == 2 else 4), deal=deal - 1, first=1 if deal == 2 else 2)
        ann.tap("player.joined", name=name)
        dealt.append(f"p{len(dealt) + 1}")
        answer = ann.tap("trick.taken", key="s0", script=False, deal=deal, trick=1, winner="p1", dealt=dealt)
        assert answer.status == 303, answer
        assert set(game.night.game.state.on.dealt) == set(dealt)


# Late, out of the outbox


def late(phone, type, waited=300_000, **fields):
    """A tap that waited in the outbox for this many milliseconds."""
    data = {"type": type, "key": f"late-{next(phone.keys)}", **fields}
    return phone.post("entries", data, {"HX-Request": "true", "X-Waited": str(waited)})


def test_a_late_trick_counts_for_its_own_trick_however_long_it_waited(start_table):
    for waited in (300_000, "", "soon", "-5", "1e9", "99999999999", "²"):
        night = start_table().start("five-card-yak")
        assert late(night.ann, waited=waited, **TRICK).status == 200
        assert night.last.winner == "p2"


def test_a_late_trick_that_is_recorded_already_is_the_same_one_or_a_conflict_and_never_the_next_one(
    game, ann, bob, seconds_pass
):
    seconds_pass(301)
    bob.tap(**TRICK)
    seq = game.seq

    assert late(ann, **TRICK).status == 200
    assert late(ann, **{**TRICK, "winner": "p3"}).refuses("Bob entered something else: Bob took trick 1", 409)
    assert game.seq == seq


def test_a_late_call_asks_about_one_from_the_time_of_its_tap_and_not_about_an_older_one(ruled, ann, bob, seconds_pass):
    bob.tap(**CAUGHT)
    seconds_pass(240)
    assert late(ann, **CAUGHT).refuses("Is it the same one?", 409)

    seconds_pass(80)
    assert late(ann, **CAUGHT).status == 200
    assert ruled.owed == {"p2": 4}


def test_a_late_tap_about_the_game_before_does_not_count_in_the_next_but_a_fine_counts(game, ann, bob):
    in_game = fields(ann.get().regions["r-record"], "record-1-1")["in_game"]
    bob.tap("game.ended")
    game.start("five-card-yak", by=bob)
    seq = game.seq
    for tap in (
        {**TRICK, "in_game": in_game},
        {"type": "game.ended", "in_game": in_game},
        {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2"], "dealer": "lot", "in_game": 0},
        {"type": "game.started", "game": "yak", "players": ["p1", "p2"], "in_game": 0},
    ):
        assert late(ann, **tap).refuses("has started a game since"), tap
        assert game.seq == seq, tap

    assert late(ann, "fine.given", player="p2", amount=1).status == 200
