"""A tap counts once: sent twice, told by two phones, sent again after a lost answer, or late out of an outbox."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.commands import handler
from companion.store import moment
from tests.web.painted import fields


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


TRICK = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
TAPS = [
    {"type": "rule.made", "text": "No pointing.", "amount": 2},
    {"type": "rule.amended", "rule": "r1", "text": "No knees."},
    {"type": "rule.called", "rule": "r1", "player": "p2"},
    {"type": "rule.repealed", "rule": "r1"},
    {"type": "fine.given", "player": "p2", "amount": 1},
    {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "lot"},
    {"type": "game.ended"},
    {"type": "game.started", "game": "yak", "players": ["p1", "p2"], "options.dice": "independent"},
    {"type": "player.joined", "name": "Dot"},
    {"type": "player.left", "player": "p3"},
    {"type": "seats.moved", "move": "p4 up"},
    {"type": "night.closed"},
]


@pytest.fixture
def elbows(evening, ann):
    ann.tap("rule.made", text="No elbows.", amount=2)
    return evening


def sent(phone, tap, script=True, key=""):
    return phone.tap(key=key or ("one" if script else "s0"), script=script, **tap)


@pytest.mark.parametrize("script", [True, False])
def test_the_same_tap_sent_again_is_the_same_entry(elbows, ann, script):
    for number, tap in enumerate(TAPS):
        key = f"one-{number}" if script else f"s{elbows.seq}"
        first = sent(ann, tap, script, key)
        seq = elbows.seq
        assert first.status == sent(ann, tap, script, key).status == (200 if script else 303), tap
        assert elbows.seq == seq, tap


@pytest.mark.parametrize("script", [True, False])
def test_an_undo_whose_answer_was_lost_says_once_more_whose_drinks_it_changed(elbows, ann, script):
    ann.tap("fine.given", player="p2", amount=2)
    undo = {"type": "entry.undone", "entry": elbows.seq}
    answers = [sent(ann, undo, script) for _ in range(2)]

    for answer in answers:
        assert "This changed: Bob" in answer.words


def test_it_is_the_same_entry_after_a_restart_too(elbows, ann, web):
    for number, tap in enumerate(TAPS):
        assert sent(ann, tap, key=f"one-{number}").status == 200, tap
        seq = elbows.seq
        web.extensions["companion"].nights.forget(elbows.nid)
        assert sent(ann, tap, key=f"one-{number}").status == 200, tap
        assert elbows.seq == seq, tap


def test_dice_thrown_once_are_not_thrown_again(evening, ann):
    ann.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "independent"})
    throw = {"type": "dice.thrown", "player": "p1", "round": 1, "throw": 1}
    assert sent(ann, throw).status == 200
    thrown, seq = evening.last, evening.seq

    assert sent(ann, throw).status == 200
    assert (evening.last, evening.seq) == (thrown, seq)


def test_the_first_trick_of_two_games_is_taken_by_the_same_player_on_a_phone_without_script(game, ann):
    painted = {}
    for number in (1, 2):
        painted[number] = fields(ann.get().regions["r-record"], "record-1-1")
        assert ann.post("entries", {**painted[number], "winner": "p2"}).status == 303
        assert game.owed == {"p2": number}
        ann.tap("game.ended")
        ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    assert painted[1]["key"] != painted[2]["key"]


def test_a_trick_taken_again_after_an_undo_is_another_one_on_a_phone_without_script(game, ann):
    for _ in range(2):
        painted = fields(ann.get().regions["r-record"], "record-1-1")
        assert ann.post("entries", {**painted, "winner": "p2"}).status == 303
        assert game.owed == {"p2": 1}
        ann.tap("entry.undone", entry=game.seq)
        assert game.owed == {}


def test_newcomers_of_two_deals_are_dealt_in_from_the_same_kind_of_paper(game, ann):
    """Nothing was corrected in between, so that both papers carry the same count."""
    dealt = ["p1", "p2", "p3"]
    for deal, name in ((2, "Dot"), (3, "Eve")):
        for trick in range(1 if deal == 2 else 2, 6):
            ann.tap("trick.taken", deal=deal - 1, trick=trick, winner="p1")
        ann.tap("player.joined", name=name)
        dealt.append(f"p{len(dealt) + 1}")
        answer = ann.tap("trick.taken", key="s0", script=False, deal=deal, trick=1, winner="p1", dealt=dealt)
        assert answer.status == 303, answer.words
        assert set(game.night.game.state.on.dealt) == set(dealt)


def late(phone, type, seconds=300, **fields):
    """A tap that lay in the outbox."""
    data = {"type": type, "key": f"late-{next(phone.keys)}", **fields}
    return phone.post("entries", data, {"HX-Request": "true", "X-Waited": str(1000 * seconds)})


@pytest.fixture
def minutes_later(monkeypatch):
    """Everything entered so far was entered so many seconds earlier."""

    def pass_by(seconds):
        passed = handler.seconds_since
        monkeypatch.setattr(handler, "seconds_since", lambda at: passed(at) + seconds)

    return pass_by


def test_a_late_trick_counts_for_its_own_trick(game, ann, minutes_later):
    minutes_later(301)

    assert late(ann, **TRICK).status == 200
    assert game.last.winner == "p2"


def test_a_late_trick_that_stands_already_is_the_same_one(game, ann, bob, minutes_later):
    minutes_later(301)
    bob.tap(**TRICK)
    seq = game.seq

    assert late(ann, **TRICK).status == 200
    assert game.seq == seq


def test_a_late_trick_that_somebody_else_recorded_otherwise_is_told_and_never_the_next_one(
    game, ann, bob, minutes_later
):
    minutes_later(301)
    bob.tap(**{**TRICK, "winner": "p3"})
    seq = game.seq

    answer = late(ann, **TRICK)

    assert answer.status == 409
    assert "Bob entered something else: Cal took trick 1" in answer.says
    assert game.seq == seq


def test_what_two_phones_tell_is_asked_about_however_late_the_second_is(evening, ann, bob, minutes_later):
    ann.tap("rule.made", text="No elbows", amount=2)
    bob.tap("rule.called", rule="r1", player="p3")
    minutes_later(240)

    answer = late(ann, "rule.called", rule="r1", player="p3")

    assert answer.status == 409
    assert "Is it the same one?" in answer.says
    assert evening.owed == {"p3": 2}


def test_what_was_told_long_before_the_late_tap_is_another_one(evening, ann, bob, minutes_later):
    ann.tap("rule.made", text="No elbows", amount=2)
    bob.tap("rule.called", rule="r1", player="p3")
    minutes_later(320)

    assert late(ann, "rule.called", rule="r1", player="p3").status == 200
    assert evening.owed == {"p3": 4}


def another_game(evening, ann):
    ann.tap("game.ended")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"])


def test_what_was_about_the_game_before_does_not_count_in_the_next(game, ann, bob):
    stands_on = fields(ann.get().regions["r-record"], "record-1-1")["in_game"]
    cases = [
        {**TRICK, "in_game": stands_on},
        {"type": "game.ended", "in_game": stands_on},
        {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2"], "dealer": "lot", "in_game": 0},
    ]
    another_game(game, bob)
    seq = game.seq
    for tap in cases:
        answer = late(ann, **tap)
        assert answer.status == 422, tap
        assert "has started a game since" in answer.says, tap
        assert game.seq == seq, tap


def test_a_fine_is_a_fine_whatever_was_started_since(game, ann, bob):
    another_game(game, bob)

    assert late(ann, "fine.given", player="p2", amount=1).status == 200


@pytest.mark.parametrize("said", ["", "soon", "-5", "1e9", "99999999999", "²"])
def test_how_long_it_lay_there_may_be_nonsense(game, ann, said):
    answer = ann.post("entries", TRICK, {"HX-Request": "true", "X-Waited": said})

    assert answer.status == 200
