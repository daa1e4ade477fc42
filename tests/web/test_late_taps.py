"""A tap that lay in the outbox of a phone says how long: it counts for what it was about, or is told why not."""

import pytest

from companion.commands import handler
from tests.web.painted import fields

TRICK = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}


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
