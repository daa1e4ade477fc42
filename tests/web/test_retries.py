"""A tap whose answer was lost is sent again and counts as sent once; what it changed is not held against it."""

import pytest

from tests.web.painted import fields

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
