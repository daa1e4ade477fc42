"""Recording a trick: one tap, counted once, and never the trick after it."""

import re

import pytest

from tests.table import row
from tests.web.painted import fields as painted
from tests.web.painted import region


def test_a_trick_is_one_tap_on_a_button_of_the_page_and_may_be_nobodys(game, bob):
    html = bob.get().html
    for said in ('id="record-1-1"', 'data-slot="deal 1 trick 1"', 'name="winner" value="p3"'):
        assert said in html

    assert bob.tap("trick.taken", deal=1, trick=1, winner="p2").status == 200

    assert "Trick 2" in bob.get().words
    assert game.owed == {"p2": 1}
    assert game.log.lines[-1].entry.by == "p2"
    bob.tap("trick.taken", deal=1, trick=2, winner="")
    assert game.last.winner is None
    assert game.owed == {"p2": 1}


def test_the_same_trick_from_two_phones_is_counted_once(game, bob, cal):
    for phone in (bob, cal):
        assert phone.tap("trick.taken", deal=1, trick=1, winner="p2").status == 200
    answer = cal.tap("trick.taken", deal=1, trick=1, winner="p3")

    assert game.owed == {"p2": 1}
    assert "Bob entered something else: Bob took trick 1" in answer.says
    assert "Change it to: Cal took trick 1" in answer.says


def test_another_taker_from_a_second_phone_is_asked_about_and_one_tap_decides(start_table):
    cards = ["p1 QH", "p2 QS", "p3 2C"]
    other_cards = ["p1 KH", "p2 QS", "p3 2C"]
    for first, second, owed in (
        ({"winner": "p2"}, {"winner": "p3"}, {"p3": 1}),
        ({"winner": "p2"}, {"winner": ""}, {}),
        ({"winner": "p3", "plays": cards}, {"winner": "p1"}, {"p1": 1}),
        ({"winner": "p3"}, {"winner": "p1", "plays": other_cards}, {"p1": 1}),
    ):
        evening = start_table()
        evening.ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
        with row(first, second):
            evening.bob.tap("trick.taken", deal=1, trick=1, **first)
            answer = evening.cal.tap("trick.taken", deal=1, trick=1, **second)
            assert answer.status == 409
            assert evening.cal.says_yes(answer).status == 200
            assert evening.owed == owed
    assert evening.log.lines[-2].counts.plays == (("p1", "KH"), ("p2", "QS"), ("p3", "2C"))


def test_a_late_tap_never_becomes_the_next_trick_or_deal(game, bob, cal):
    game.play("p1", "p2", "p3")
    seq = game.seq

    same = bob.tap("trick.taken", deal=1, trick=3, winner="p3")
    other = cal.tap("trick.taken", deal=1, trick=3, winner="p1")

    assert (same.status, other.status, game.seq) == (200, 409, seq)
    game.play("p1", "p2", first=4)
    answer = bob.tap("trick.taken", deal=1, trick=5, winner="p3")
    assert (answer.status, game.seq) == (409, seq + 2)
    assert "Bob took trick 5 of deal 1" in answer.says


def test_a_trick_that_cannot_be_is_refused_in_words(game, bob):
    before = game.file
    cards = ["p1 QH", "p2 QS", "p3 2C"]
    for fields, words in (
        ({"deal": 1, "trick": 2, "winner": "p1"}, "Trick 1 comes first"),
        ({"deal": 2, "trick": 1, "winner": "p1"}, "Deal 2 has to wait"),
        ({"deal": 1, "trick": 1, "winner": "p9"}, "not in this deal"),
        ({"deal": 1, "trick": 1}, "who took trick 1"),
        ({"deal": 0, "trick": 1, "winner": "p1"}, "at least"),
        ({"deal": "one", "trick": 1, "winner": "p1"}, "number"),
        ({"trick": 1, "winner": "p1"}, "Please fill in the deal"),
        ({"deal": 1, "trick": 1, "winner": "p1", "plays": cards}, "these cards Cal takes the trick"),
    ):
        with row(fields):
            answer = bob.tap("trick.taken", **fields)
            assert answer.status == 422
            assert words.lower() in answer.says.lower()
            assert game.file == before
    bob.tap("game.ended")
    assert bob.tap("trick.taken", deal=1, trick=1, winner="p2").status == 422
    assert bob.get("pad").goes_to == f"/n/{game.nid}/"


def test_the_pad_is_one_form_with_a_select_for_each_hand_clockwise_from_the_leader(game, bob):
    pad = bob.get("pad").html

    assert re.findall(r'data-ask="([^"]*)"', pad) == ["What did Ann lead?", "What did Bob play?", "What did Cal play?"]
    assert all(pad.count(f'<option value="{hand} QH">Q♥') == 1 for hand in ("p1", "p2", "p3"))
    sent = painted(pad, "pad")
    assert (sent["type"], sent["deal"], sent["trick"]) == ("trick.taken", "1", "1")
    answer = bob.post("entries", {**sent, "plays": ["p1 QH", "p2 QS", "p3 2C"]})
    assert answer.status == 303
    assert game.owed == {"p3": 1}


def test_a_trick_entered_by_its_cards_deals_to_newcomers_too(game, bob):
    eve = game.join("Eve")
    game.play("p1", "p2", "p3", "p1", "p2")

    sent = painted(eve.get("pad").html, "pad")
    answer = bob.post(
        "entries", {**sent, "dealt": ["p1", "p2", "p3", "p4"], "plays": ["p2 QH", "p3 QS", "p4 2C", "p1 3C"]}
    )

    assert answer.status == 303, answer.says
    assert game.night.game.state.deal.dealt == ("p1", "p2", "p3", "p4")


def test_a_card_that_was_played_cannot_be_laid_again_this_deal(game, bob):
    bob.tap("trick.taken", deal=1, trick=1, winner="p3", plays=["p1 QH", "p2 QS", "p3 2C"])

    pad = bob.get("pad").html
    assert 'value="QH" disabled' in pad
    assert "QH</option>" not in pad
    answer = bob.tap("trick.taken", deal=1, trick=2, winner="p3", plays=["p3 QH", "p1 3S", "p2 4C"])
    assert "has already been played" in answer.says


def test_a_pad_is_for_its_own_trick_and_open_until_the_table_is_at_another(game, bob):
    sent = painted(bob.get("pad").html, "pad")
    assert 'data-while="#r-status[data-open~=&#34;trick-1-1&#34;]"' in bob.get("pad").html
    assert 'data-open="trick-1-1"' in bob.get().regions["r-status"]
    game.play("p1")

    assert 'data-open="trick-1-2"' in bob.get().regions["r-status"]
    answer = bob.post("entries", {**sent, "plays": ["p1 QH", "p2 QS", "p3 2C"]}, {"HX-Request": "true"})
    assert "Ann entered something else: Ann took trick 1" in answer.says


def test_two_phones_that_deal_differently_are_shown_both(game, bob, cal):
    bob.tap("deal.started", deal=1, players=["p1", "p2"])

    answer = cal.tap("deal.started", deal=1, players=["p2", "p3"], dealer="p3")
    cal.says_yes(answer)

    assert answer.status == 409
    assert game.night.game.state.on.dealt == ("p2", "p3")


def test_the_first_dealer_is_drawn_by_lot_among_those_who_play(evening, ann):
    ann.tap("game.started", game="five-card-yak", players=["p2", "p3"], dealer="lot")

    assert evening.last.dealer in ("p2", "p3")


def test_a_game_that_cannot_be_is_refused(evening, ann):
    cases = [
        {"game": "chess", "players": ["p1", "p2"]},
        {"game": "five-card-yak", "players": ["p1"]},
        {"game": "five-card-yak"},
        {"game": "five-card-yak", "dealer": "lot"},
        {"game": "five-card-yak", "players": ["p1", "p1"]},
        {"game": "five-card-yak", "players": ["p1", "p9"]},
        {"game": "five-card-yak", "players": ["p1", "p2"], "dealer": "p3"},
        {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "options.dummies": "true"},
        {"game": "five-card-yak", "players": ["p1", "p2"], "options.cheating": "true"},
        {"players": ["p1", "p2"]},
    ]
    for fields in cases:
        answer = ann.tap("game.started", **fields)
        assert answer.status == 422, fields
        assert answer.says, fields
        assert evening.night.game is None, fields


def test_a_second_game_waits_for_the_first(game, bob):
    answer = bob.tap("game.started", game="five-card-yak", players=["p1", "p2"])

    assert "is still on" in answer.says
    assert bob.tap("game.ended").status == 200
    assert bob.tap("game.started", game="five-card-yak", players=["p1", "p2"]).status == 200


def test_a_misdeal_charges_nothing_back_and_the_next_deal_follows(game, bob):
    game.play("p1")

    assert bob.tap("deal.voided", deal=1).status == 200

    assert game.owed == {"p1": 1}
    assert bob.tap("trick.taken", deal=2, trick=1, winner="p2").status == 200


@pytest.fixture
def with_dummies(evening, ann):
    """Ann and Bob play with a dummy each while Cal watches."""
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1", **{"options.dummies": "true"})
    return evening


def test_two_with_dummies_are_told_how_to_deal_and_nobody_reads_of_others(with_dummies, bob):
    words = region(bob, "status")
    assert "Seven each, and three face up to each dummy. Pass one across, then lay one to each dummy." in words
    assert "Five each" not in words

    with_dummies.play("p1:dummy", "p1:dummy", "p1:dummy")

    html = bob.get().html
    assert with_dummies.owed == {}  # a dummy takes a trick for its player
    assert "the other drinks 5" in html
    assert "next trick: the other drinks" in html
    assert "others drink" not in html


def test_dummies_are_offered_whoever_else_is_there_and_who_is_ticked_decides(evening, ann, bob):
    assert 'name="options.dummies"' in bob.get("start/five-card-yak").html

    three = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "options.dummies": "true"}
    refused = ann.tap("game.started", script=False, **three)

    assert (refused.status, refused.says) == (422, "Dummies are for two players.")
    assert ann.tap("game.started", script=False, **{**three, "players": ["p1", "p3"]}).status == 303
    assert evening.last.options == {"dummies": True}
