"""A tap whose answer was lost is sent again and counts as sent once; what it changed is not held against it."""

import pytest

TRICK = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
TAPS = [
    {"type": "rule.made", "text": "No pointing.", "amount": 2},
    {"type": "rule.amended", "rule": "r1", "text": "No knees."},
    {"type": "rule.repealed", "rule": "r1"},
    {"type": "rule.called", "rule": "r1", "player": "p2"},
    {"type": "player.joined", "name": "Dot"},
    {"type": "player.left", "player": "p3"},
    {"type": "seats.moved", "move": "p3 up"},
    {"type": "finesmaster.named", "player": "p2"},
    {"type": "fine.given", "player": "p2", "amount": 1},
    {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "lot"},
    {"type": "game.started", "game": "yak", "players": ["p1", "p2"], "options.dice": "independent"},
    {"type": "night.closed"},
]


@pytest.fixture
def elbows(evening, ann):
    ann.tap("rule.made", text="No elbows.", amount=2)
    return evening


def sent(phone, tap, script=True):
    return phone.tap(key="one" if script else "s0", script=script, **tap)


@pytest.mark.parametrize("tap", TAPS, ids=lambda tap: tap["type"])
def test_the_same_tap_sent_again_is_the_same_entry(elbows, ann, tap):
    first = sent(ann, tap)
    seq = elbows.seq

    assert first.status == sent(ann, tap).status == 200
    assert elbows.seq == seq


@pytest.mark.parametrize("script", [True, False])
def test_an_undo_whose_answer_was_lost_says_once_more_whose_drinks_it_changed(elbows, ann, script):
    ann.tap("fine.given", player="p2", amount=2)
    undo = {"type": "entry.undone", "entry": elbows.seq}
    answers = [sent(ann, undo, script) for _ in range(2)]

    for answer in answers:
        assert "This changed: Bob" in answer.words


@pytest.mark.parametrize("tap", TAPS, ids=lambda tap: tap["type"])
def test_the_same_paper_without_script_is_the_same_entry(elbows, ann, tap):
    first = sent(ann, tap, script=False)
    seq = elbows.seq

    assert first.status == sent(ann, tap, script=False).status == 303
    assert elbows.seq == seq


@pytest.mark.parametrize("tap", TAPS, ids=lambda tap: tap["type"])
def test_it_is_the_same_entry_after_a_restart_too(elbows, ann, web, tap):
    assert sent(ann, tap).status == 200
    seq = elbows.seq
    web.extensions["companion.scorekeeper"].forget(elbows.nid)

    assert sent(ann, tap).status == 200
    assert elbows.seq == seq


def test_dice_thrown_once_are_not_thrown_again(evening, ann):
    ann.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "independent"})
    throw = {"type": "dice.thrown", "player": "p1", "round": 1, "throw": 1}
    assert sent(ann, throw).status == 200
    thrown, seq = evening.last, evening.seq

    assert sent(ann, throw).status == 200
    assert (evening.last, evening.seq) == (thrown, seq)


def test_a_seat_moved_twice_on_purpose_is_moved_twice(evening, ann):
    ann.tap("seats.moved", move="p3 up")
    ann.tap("seats.moved", move="p3 up")

    assert evening.night.order == ("p3", "p1", "p2")


def test_the_same_key_with_other_words_is_refused(evening, ann):
    sent(ann, {"type": "seats.moved", "move": "p3 up"})

    answer = sent(ann, {"type": "seats.moved", "move": "p2 up"})

    assert answer.status == 422
    assert "already counted for something else" in answer.says


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
