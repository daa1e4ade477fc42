"""Recording a trick: one tap, counted once, and never the trick after it."""

import re
from urllib.parse import urlencode

import pytest

from tests.conftest import plain
from tests.table import row
from tests.web.forms import fields, region
from tests.web.yogis_whist_evening import begun as yogis_whist

CARDS = ["p1 QH", "p2 QS", "p3 2C"]
FIVE_CARD_YAK = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1"}


def test_a_trick_is_one_tap_counted_once_and_can_go_to_nobody(game, bob, cal):
    html = bob.get().html
    for said in ('id="record"', 'data-slot="deal 1 trick 1"', 'name="winner" value="p3"'):
        assert said in html

    for phone in (bob, cal):
        assert phone.tap("trick.taken", deal=1, trick=1, winner="p2").status == 200

    assert "Trick 2: who took it? Just fined: 1. Ann 2 Bob only 1 Cal 2 Nobody" in plain(region(bob, "record"))
    assert game.owed == {"p2": 1}
    assert game.log.lines[-1].entry.by == "p2"
    bob.tap("trick.taken", deal=1, trick=2, winner="")
    assert game.last.winner is None
    assert game.owed == {"p2": 1}


def test_another_taker_from_a_second_phone_is_a_question_that_one_tap_answers(start_table):
    other_cards = ["p1 KH", "p2 QS", "p3 2C"]
    for first, second, owed in (
        ({"winner": "p2"}, {"winner": "p3"}, {"p3": 1}),
        ({"winner": "p2"}, {"winner": ""}, {}),
        ({"winner": "p3", "plays": CARDS}, {"winner": "p1"}, {"p1": 1}),
        ({"winner": "p3"}, {"winner": "p1", "plays": other_cards}, {"p1": 1}),
    ):
        evening = start_table().start("five-card-yak")
        with row(first, second):
            evening.bob.tap("trick.taken", deal=1, trick=1, **first)
            answer = evening.cal.tap("trick.taken", deal=1, trick=1, **second)
            assert answer.status == 409
            assert evening.cal.says_yes(answer).status == 200
            assert evening.owed == owed
    assert evening.log.lines[-2].counts.plays == (("p1", "KH"), ("p2", "QS"), ("p3", "2C"))


def test_an_invalid_trick_is_refused_in_words(game, bob):
    before = game.file
    for said, words in (
        ({"deal": 1, "trick": 2, "winner": "p1"}, "Trick 1 comes first"),
        ({"deal": 1, "trick": 1}, "Who took trick 1?"),
        ({"deal": "one", "trick": 1, "winner": "p1"}, "number"),
        ({"trick": 1, "winner": "p1"}, "Please fill in the deal"),
        ({"deal": 1, "trick": 1, "winner": "p1", "plays": CARDS}, "these cards Cal takes the trick"),
    ):
        assert bob.tap("trick.taken", **said).refuses(words), said
        assert game.file == before
    bob.tap("deal.voided", deal=1)
    for taker in ("p1", "p3"):
        assert bob.tap("trick.taken", deal=1, trick=1, winner=taker).says == "Deal 1 is over."
    bob.tap("game.ended")
    assert bob.tap("trick.taken", deal=1, trick=1, winner="p2").status == 422
    assert bob.get("pad").goes_to == f"/n/{game.nid}/"


def test_the_pad_is_one_form_with_a_select_for_each_hand_clockwise_from_the_leader(game, bob):
    pad = bob.get("pad").html

    assert re.findall(r'data-ask="([^"]*)"', pad) == ["What did Ann lead?", "What did Bob play?", "What did Cal play?"]
    assert all(pad.count(f'<option value="{hand} QH">Q♥') == 1 for hand in ("p1", "p2", "p3"))
    sent = fields(pad, "pad")
    assert (sent["type"], sent["deal"], sent["trick"]) == ("trick.taken", "1", "1")
    assert bob.post("entries", {**sent, "plays": CARDS}).status == 303
    assert game.owed == {"p3": 1}
    pad = bob.get("pad").html
    assert 'value="QH" disabled' in pad
    assert "QH</option>" not in pad
    answer = bob.tap("trick.taken", deal=1, trick=2, winner="p3", plays=["p3 QH", "p1 3S", "p2 4C"])
    assert "has already been played" in answer.says


def test_the_pad_says_who_takes_it_before_it_is_recorded(game, bob):
    for plays, says in (
        (("p1 KH", "p2 KS", "p3 2C"), "Cal takes it: the kings cancel."),
        (("p2 3S", "p3 6C", "p1 9H"), "Ann takes it."),
        (("p1 6H", "p2 6S", "p3 6C"), "Nobody takes it: the sixes cancel."),
        (("p1 KH", "p2 KS"), ""),
        (("p1 KH", "p2 KS", "p3 ?"), ""),
        (("p1 KH", "p2 KS", "p9 2C"), ""),
        (("nonsense",), ""),
    ):
        with row(plays):
            page = bob.get("pad?" + urlencode([("plays", play) for play in plays])).words
            assert ("takes it" in page) == bool(says)
            assert says in page
    assert game.owed == {}


def test_a_pad_is_for_one_trick_and_stays_open_until_the_next_one(game, bob):
    sent = fields(bob.get("pad").html, "pad")
    assert 'data-while="#r-status[data-open~=&#34;trick-1-1&#34;]"' in bob.get("pad").html
    assert 'data-open="trick-1-1"' in bob.get().regions["r-status"]
    game.play("p1")

    assert 'data-open="trick-1-2"' in bob.get().regions["r-status"]
    answer = bob.post("entries", {**sent, "plays": CARDS}, {"HX-Request": "true"})
    assert "Ann says: Ann took trick 1" in answer.says


def test_two_phones_that_deal_differently_are_shown_both(game, bob, cal):
    bob.tap("deal.started", deal=1, players=["p1", "p2"])

    answer = cal.tap("deal.started", deal=1, players=["p2", "p3"], dealer="p3")
    cal.says_yes(answer)

    assert answer.status == 409
    assert game.night.game.state.on.dealt == ("p2", "p3")


def test_an_invalid_game_is_refused_and_the_first_dealer_is_drawn_by_lot(evening, ann):
    two = {"game": "five-card-yak", "players": ["p1", "p2"]}
    for wrong in ({"game": "chess"}, {"game": ""}, {"players": []}, {"dealer": "p3"}, {"options.cheating": "true"}):
        answer = ann.tap("game.started", **{**two, **wrong})
        assert (answer.status, answer.says != "", evening.night.game) == (422, True, None), wrong
    ann.tap("game.started", game="five-card-yak", players=["p2", "p3"], dealer="random")
    assert evening.last.dealer in ("p2", "p3")


def test_two_with_dummies_read_how_to_deal_and_what_the_other_player_pays(evening, ann, bob):
    """Ann and Bob play with a dummy each while Cal watches."""
    ann.tap("game.started", **{**FIVE_CARD_YAK, "players": ["p1", "p2"], "options.dummies": "true"})
    words = region(bob, "status")
    assert "Seven each, and three face up to each dummy. Pass one across, then lay one to each dummy." in words
    assert "Five each" not in words

    evening.play("p1:dummy", "p1:dummy", "p1:dummy")

    html = bob.get().html
    assert evening.owed == {}  # a dummy takes a trick for its player
    assert ">the other 5<" in html
    assert "next trick: the other 5<" in html
    assert ">others" not in html


# An entry is described by the game it belongs to, also where another game has the same event.
TRUMP_TAKES = {"deal": 1, "trick": 1, "winner": "p3", "plays": ["p2 KH", "p3 2S", "p1 AH"]}
ACE_TAKES = {"deal": 1, "trick": 1, "plays": ["p1 AH", "p2 KH", "p3 2S"]}


@pytest.fixture
def trumped(evening):
    """Spades are trump in Yogi's Whist, and Cal took the first trick with the two of spades over Ann's ace."""
    yogis_whist(evening)
    evening.ann.tap("card.turned", deal=1, card="5S")
    assert evening.ann.tap("trick.taken", **TRUMP_TAKES).status == 200
    return evening


def test_a_trick_is_described_by_its_own_game_also_undone_or_with_another_game_on(trumped, ann, bob, cal):
    said = "Cal took trick 1 of deal 1: Bob K♥, Cal 2♠, Ann A♥"
    assert said in bob.get("log").words
    assert said.replace(" of deal 1", "") in region(bob, "last")
    answer = cal.tap("trick.taken", deal=1, trick=1, winner="p1", plays=["p2 KH", "p3 2H", "p1 AH"])
    assert answer.says == "Ann says Cal took trick 1, you said Ann. Keep Cal It was Ann"

    ann.tap("entry.undone", entry=trumped.seq)
    assert "Ann took back: Cal took trick 1" in bob.get("log").words
    assert "Ann took trick" not in bob.get().words + bob.get("log").words
    ann.tap("entry.undone", entry=trumped.seq)
    ann.tap("game.ended")
    ann.tap("game.started", **FIVE_CARD_YAK)
    ann.tap("trick.taken", **ACE_TAKES)
    words = bob.get("log").words
    assert said in words
    assert "Ann took trick 1 of deal 1: Ann A♥, Bob K♥, Cal 2♠" in words


def test_the_button_nobody_is_offered_only_where_a_trick_can_go_to_nobody(trumped, ann, bob):
    for start, trick, nobody in (
        ({"game": "frak-you", "players": ["p1", "p2", "p3"]}, {"deal": 1, "trick": 1, "winner": "p2"}, False),
        (FIVE_CARD_YAK, ACE_TAKES, True),
    ):
        ann.tap("game.ended")
        ann.tap("game.started", **start)
        assert ann.tap("trick.taken", **trick).status == 200
        html = bob.get(f"log/{trumped.seq}").html
        assert [f'name="winner" value="p{each}"' in html for each in (1, 2, 3)] == [True] * 3, start
        assert (">Nobody</button>" in html) is nobody, start


def test_a_trick_of_an_earlier_deal_is_changed_to_somebody_who_was_in_that_deal(evening, ann, bob):
    ann.tap("player.joined", name="Dot")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p4"])
    evening.play("p1", "p2", "p4", "p1", "p2")
    trick_5 = evening.seq
    ann.tap("deal.started", deal=2, players=["p1", "p2", "p3"])

    html = bob.get(f"log/{trick_5}").html

    assert 'name="winner" value="p4"' in html
    assert 'name="winner" value="p3"' not in html


def test_a_bid_of_a_game_that_was_undone_stays_hidden_though_another_game_is_over(evening, ann, bob):
    yogis_whist(evening)
    ann.tap("game.ended")
    yogis_whist(evening)
    start = evening.seq
    assert bob.tap("bid.placed", deal=1, player="p2", tricks=2).status == 200
    assert bob.tap("entry.undone", entry=start + 1).status == 200
    assert ann.tap("entry.undone", entry=start).status == 200

    words = ann.get("log").words

    assert "Bob laid a bid" in words
    assert "Bob bid 2 tricks" not in words


# A change of a trick that was entered with its cards

LAID = ["p1 KH", "p2 AS", "p3 4D"]  # Bob takes it


def test_cards_that_disagree_with_a_new_taker_stay_until_the_phone_is_told_to_forget_them(game, bob):
    assert bob.tap("trick.taken", deal=1, trick=1, plays=LAID).status == 200
    trick = game.seq

    asked = bob.tap("entry.changed", entry=trick, **{"event.winner": "p1"})

    assert asked.refuses("By its cards, Bob took trick 1. Keep the cards It was Ann: drop the cards", 409)
    assert game.seq == trick
    without_script = bob.tap("entry.changed", script=False, back="log", entry=trick, **{"event.winner": "p1"})
    assert f'href="/n/{game.nid}/log">Keep the cards' in without_script.html
    assert bob.says_yes(asked).status == 200
    assert game.log.line(trick).counts.winner == "p1"
    assert not game.log.line(trick).counts.plays
    assert game.owed == {"p1": 1}


def test_new_cards_decide_anew_who_took_a_trick_and_can_be_added_taken_back_or_left_empty(game, bob):
    bob.tap("trick.taken", deal=1, trick=1, winner="p3")
    trick = game.seq

    assert bob.tap("entry.changed", entry=trick, **{"event.plays": LAID}).status == 200
    assert (game.owed, bool(game.log.line(trick).counts.winner)) == ({"p2": 1}, False)
    assert bob.tap("entry.changed", entry=trick, **{"event.winner": "p2"}).status == 200  # as the cards say
    assert len(game.log.line(trick).counts.plays) == 3
    assert bob.tap("entry.changed", entry=trick, **{"event.plays": ["p1 KH", "p2 2S", "p3 4D"]}).status == 200
    assert game.owed == {"p1": 1}
    bob.tap("entry.changed", entry=trick, **{"event.plays": ["", "", ""], "event.winner": "p1"})
    assert len(game.log.line(trick).counts.plays) == 3
    assert bob.tap("entry.changed", entry=trick, **{"event.plays": [""], "event.winner": "p1"}).status == 200
    assert not game.log.line(trick).counts.plays
    assert game.owed == {"p1": 1}


def test_a_game_stopped_before_a_whole_deal_has_no_winner_on_any_screen(game, ann, bob):
    game.play("p2", None, None, None, None)
    ann.tap("game.ended")
    assert "Ann and Cal got off lightest!" in bob.get().words
    assert "Place" not in bob.get().words  # nobody is ranked by what they drank
    assert "1. with" not in ann.get("tv").words

    game.start("five-card-yak")
    game.play("p3")
    ann.tap("game.ended")

    for shown in (bob.get().words, ann.get("tv").words):
        assert "Five-Card Yak stopped In deal 1." in shown
        assert "1. Five-Card Yak : Ann and Cal got off lightest 2. Five-Card Yak : stopped early" in shown
        assert "Place" not in shown
        assert "1. with" not in shown
    assert "2. Five-Card Yak part of a deal, 1 sip in all. Stopped early" in bob.get("recap").words
    assert "Ann and Cal won" not in bob.get("recap").words  # a game for drinks has no winner
    assert "Stopped early." in bob.get("recap/2").words

    game.start("five-card-yak").play("p3")
    ann.tap("deal.voided", deal=1)
    ann.tap("game.ended")
    assert "Five-Card Yak stopped" in bob.get().words  # no deal but a misdeal


def test_the_closing_screens_show_the_night_and_say_who_won_a_game_that_was_finished(evening, ann, bob, cal):
    tokens = {"tokens__mode": "kegger", "tokens__count": "5"}
    evening.start("five-card-yak", **tokens).play("p2", "p3", "p2")
    evening.start("five-card-yak").play("p3", "p3")
    cal.tap("drink.taken", player="p3", amount=1)
    ann.tap("night.closed")

    for shown in (bob.get().words, ann.get("tv").words):
        assert "Safe home! Friday is over." in shown
        assert "1. Five-Card Yak : Ann won 2. Five-Card Yak : stopped early" in shown
    table = bob.get().words
    assert "owed" not in table
    assert "For next time: 1" in cal.get("drinks").words
    assert "Who took" not in table
    assert "Trick 3" not in table
    assert "How the night went" in table
    assert "tonight" not in ann.get("tv").words


def test_what_is_owed_is_told_by_the_badges_and_the_last_entry_stays_as_it_was_when_somebody_drinks(game, ann, bob):
    game.play("p2", "p2", "p2", "p2")
    before = region(bob, "last")
    ann.tap("drink.taken", player="p1", amount=5)
    assert region(bob, "last") == before
