"""Frak You is not explained: no byte that an uninitiated phone is sent names a special card or gives a reason."""

import pytest

from tests.web.frak_you_evening import TELLING, Heard, begun, by_cards, plays, stream

TRICKS = (
    "p2 2C, p3 KC, p1 4C",  # the king
    "p3 4H, p1 3C, p2 KH",  # 3♣
    "p1 4D, p2 9D, p3 AS JD",  # the best diamond but for the pair's
    "p2 5S, p3 3S, p1 4S",  # so that A♠ comes into Bob's hand
    "p2 AS, p3 TD, p1 QD",  # the rules are silent, the table says Cal
)


@pytest.fixture
def heard(evening):
    begun(evening)
    return Heard(evening.bob)


def all_by_cards(night):
    for number, trick in enumerate(TRICKS, 1):
        told = {"winner": "p3"} if number == 5 else {}
        assert by_cards(night.ann, number, trick, **told).status == 200
    assert night.ann.tap("trick.taken", deal=1, trick=6, winner="p2", paired="p1").status == 200


def test_what_is_looked_for_is_what_the_initiated_are_shown(evening):
    begun(evening)
    ann = Heard(evening.ann)
    all_by_cards(evening)
    ann.sees_all(evening)

    told = " ".join(ann.told())
    for words in ("A♠", "3♣", "pair", "the rules"):
        assert words in told
    assert "takes every trick it is in" in evening.ann.get("log").words


def test_no_page_and_no_stream_tells_while_the_initiated_record_everything_by_cards(evening, heard):
    heard.sees_all(evening)
    all_by_cards(evening)
    heard.sees_all(evening)

    assert "Ann took trick 2 of deal 1." in " ".join(heard.words)
    assert heard.told() == []


def test_nothing_is_told_after_the_game_and_after_the_night(evening, heard):
    all_by_cards(evening)
    evening.ann.tap("game.ended")
    heard.sees_all(evening)
    evening.ann.tap("night.closed")
    heard.sees_all(evening)

    assert heard.told() == []


def test_undo_change_and_their_answers_tell_nothing(evening, heard):
    all_by_cards(evening)
    tricks = range(evening.seq - 5, evening.seq + 1)
    for seq in tricks:
        heard.phone.tap("entry.changed", entry=seq, **{"event.winner": "p2"})
        heard.phone.tap("entry.changed", entry=seq, script=False, **{"event.winner": "p2"}, back="log")
    for seq in (*tricks, *reversed(tricks)):
        heard.phone.tap("entry.undone", entry=seq)
        heard.phone.tap("entry.undone", entry=seq, script=False, back="log")
    heard.sees_all(evening)
    evening.ann.tap("entry.undone", entry=evening.seq)
    heard.sees_all(evening)

    assert heard.told() == []


def test_a_game_that_was_undone_altogether_is_as_silent(evening, heard):
    started = evening.seq
    all_by_cards(evening)
    for seq in range(evening.seq, started, -1):
        assert evening.ann.tap("entry.undone", entry=seq).status == 200
    assert evening.ann.tap("entry.undone", entry=started).status == 200
    assert evening.night.games == ()
    heard.sees_all(evening)
    evening.ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1")
    for page in ("", "log", *(f"log/{seq}" for seq in range(started, evening.seq + 1))):
        heard.phone.get(page)

    assert heard.told() == []


WRONG = [
    {"type": "trick.taken", "deal": 1, "trick": 7, "plays": plays("p2 4D, p3 5D, p1 6D")},
    {"type": "trick.taken", "deal": 1, "trick": 7, "plays": plays("p2 4D, p3 5D, p1 6D"), "winner": "p2"},
    {"type": "trick.taken", "deal": 1, "trick": 7, "plays": plays("p2 4D, p3 5D"), "winner": "p2"},
    {"type": "trick.taken", "deal": 1, "trick": 7, "plays": plays("p1 4D, p2 5D, p3 4D"), "winner": "p2"},
    {"type": "trick.taken", "deal": 1, "trick": 6, "plays": plays("p3 4D, p1 5D, p2 6D")},
    {"type": "trick.taken", "deal": 1, "trick": 7, "winner": "p2", "paired": "p3"},
    {"type": "trick.taken", "deal": 1, "trick": 7, "winner": "p2", "paired": "p9"},
    {"type": "trick.taken", "deal": 1, "trick": 7, "winner": "", "paired": "p3"},
    {"type": "trick.taken", "deal": 1, "trick": 7},
    {"type": "trick.taken", "deal": 1, "trick": 7, "winner": "p9"},
    {"type": "trick.taken", "deal": 1, "trick": 9, "winner": "p1"},
    *(
        {"type": "trick.taken", "deal": 1, "trick": trick, "winner": taker}
        for trick, taker in zip(range(1, 7), ("p2", "p2", "p1", "p1", "p1", "p1"), strict=True)
    ),
    {"type": "cards.counted", "deal": 1, "player": "p9", "hand": 3, "table": 0},
    {"type": "cards.counted", "deal": 1, "player": "p3", "hand": 50, "table": 50},
    {"type": "deal.started", "deal": 1},
    {"type": "player.initiated", "player": "p2"},
    {"type": "player.initiated", "player": "p2", "acting": "p1"},
    {"type": "player.initiated", "player": "p9"},
    {"type": "entry.changed", "entry": 5, "event.options.initiated": "p2"},
    {"type": "entry.changed", "entry": 5, "event.options.stake": "1"},
    {"type": "entry.changed", "entry": 6, "event.plays": plays("p2 4D, p3 5D, p1 6D")},
    {"type": "entry.changed", "entry": 6, "event.winner": "p2", "event.plays": plays("p2 4D, p3 5D, p1 6D")},
    {"type": "entry.changed", "entry": 11, "event.paired": "p1"},
    {"type": "entry.changed", "entry": 11, "event.paired": "p3"},
    {"type": "entry.changed", "entry": 11, "event.winner": "p2", "event.paired": ""},
    {"type": "entry.undone", "entry": 5},
    {"type": "entry.undone", "entry": 6},
]


def test_a_wrong_event_learns_nothing_from_its_answer(evening, heard):
    all_by_cards(evening)
    assert [line.entry.event.type for line in evening.log.lines[4:11]] == ["game.started", *["trick.taken"] * 6]
    seq = evening.seq

    for said in WRONG:
        for script in (True, False):
            answer = heard.phone.tap(script=script, **said)
            assert answer.status in (403, 409, 422), (said, script)
            assert evening.seq == seq, (said, script)
            assert not TELLING.search(answer.html.replace(f"{said.get('plays', '')}", "")), (said, script)


def test_the_answer_is_the_same_whatever_cards_are_tried(evening, heard):
    """Or the phone would be asked until the rules are known: who takes 4♥ 9♦ A♠+K♦?"""
    all_by_cards(evening)
    tries = (
        "p2 4H, p3 9D, p1 QH", "p2 4H, p3 9D, p1 AS KD", "p2 3C, p3 4C, p1 5C", "p2 AS, p3 4H, p1 5H",
        "p2 2C, p3 2C, p1 AS",
    )  # fmt: skip

    said = {by_cards(heard.phone, 7, cards, winner=winner).says for cards in tries for winner in ("p1", "p2", "p3")}

    assert said == {"Enter only who took the trick."}


def test_who_says_the_same_taker_does_not_hear_that_a_pair_was_told(evening, heard):
    evening.ann.tap("trick.taken", deal=1, trick=1, winner="p3", paired="p3")
    seq = evening.seq

    answer = heard.phone.tap("trick.taken", deal=1, trick=1, winner="p3")

    assert answer.status == 200
    assert answer.says == ""
    assert evening.seq == seq


def test_another_taker_is_a_conflict_that_does_not_say_why_the_first_one_stands(evening, heard):
    by_cards(evening.ann, 1, TRICKS[0])

    answer = heard.phone.tap("trick.taken", deal=1, trick=1, winner="p2")

    assert answer.status == 409
    assert "Ann entered something else: Cal took trick 1 of deal 1." in answer.says
    assert "Change it to: Bob took trick 1 of deal 1." in answer.says
    assert heard.phone.says_yes(answer).status == 200
    assert evening.log.lines[5].counts.taker == "p2"
    assert heard.told() == []


def test_the_cards_of_a_trick_are_on_no_phone_but_its_takers(evening, heard):
    cal = Heard(evening.cal)
    by_cards(evening.ann, 1, "p2 2C, p3 9C, p1 4C")
    heard.sees_all(evening)
    evening.ann.get("play/look")

    assert "Your trick, face down: 3" in evening.cal.get().words
    assert "9♣" not in cal.words[-1].replace("&#xFE0E;", "")
    assert all("9" + sign not in words.replace("&#xFE0E;", "") for words in heard.words for sign in "♣C")
    assert "9 of clubs" not in evening.ann.get("play/look").html
    shown = evening.cal.get("play/look").html
    assert [card for card in ("2 of clubs", "9 of clubs", "4 of clubs") if card in shown] == [
        "2 of clubs",
        "9 of clubs",
        "4 of clubs",
    ]
    assert heard.phone.get("play/look?seat=p3").status == 403


def test_the_initiated_read_why_but_not_which_cards_lie_in_the_trick(evening):
    begun(evening)
    all_by_cards(evening)

    log = evening.ann.get("log").words

    assert "Cal took trick 1 of deal 1: theirs is the highest card of the suit led." in log
    assert "Ann took trick 2 of deal 1: 3♣ takes every trick it is in." in log
    assert "Bob took trick 3 of deal 1: A♠ in a pair makes diamonds trump, and theirs is the highest other card" in log
    assert "Cal took trick 5 of deal 1: the rules are silent, so the table said who." in log
    assert "Bob took trick 6 of deal 1. Ann laid A♠ with another card." in log
    assert "K♥" not in log
    assert "Q♦" not in log


def test_a_seat_lent_to_an_uninitiated_phone_does_not_initiate_it(evening, heard):
    evening.ann.post("seats/lend", player="p1", to="p2")
    all_by_cards(evening)
    heard.sees_all(evening)

    assert heard.phone.tap("player.initiated", player="p2", acting="p1").status == 422
    assert by_cards(heard.phone, 7, "p2 4D, p3 5D, p1 6D", acting="p1").status == 422
    assert heard.told() == []


def test_the_stream_of_an_initiated_phone_is_another_one(evening):
    begun(evening)
    by_cards(evening.ann, 1, TRICKS[0])

    assert TELLING.search(stream(evening.ann, "table"))
    assert not TELLING.search(stream(evening.bob, "table"))
