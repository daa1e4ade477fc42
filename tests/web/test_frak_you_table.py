"""Frak You at the table: started with its options, a trick in one tap, pairs, cards and counts."""

import re

import pytest

from tests.web.frak_you_evening import begun, by_cards
from tests.web.painted import fields


@pytest.fixture
def game(evening):
    return begun(evening)


def held(night):
    return {player: (cards.hand, cards.front) for player, cards in night.night.game.state.deal.holdings.items()}


def ticked(html, field):
    """The values of the boxes of that name, and whether each is ticked."""
    found = re.findall(rf'name="{re.escape(field)}" value="([^"]*)"( checked)?', html)
    return {value: bool(mark) for value, mark in found}


def test_the_start_offers_the_stake_and_to_be_initiated_to_who_starts_it_and_both_count(evening, bob):
    html = bob.get("start/frak-you").html
    assert 'name="options.stake"' in html
    assert ticked(html, "options.initiated") == {"p1": False, "p2": True, "p3": False}
    start = {"game": "frak-you", "players": ["p1", "p2", "p3"], "dealer": "p2"}
    for stake in ["21", "-1", "much"]:
        answer = bob.tap("game.started", **start, **{"options.stake": stake})
        assert (answer.status, "stake" in answer.says) == (422, True), stake

    answer = bob.tap("game.started", **start, **{"options.stake": "5", "options.initiated": "p2"})

    assert answer.status == 200, answer.says
    assert evening.last.options == {"stake": 5, "initiated": ["p2"]}
    assert "Stake 5" in evening.cal.get().words


def test_the_same_people_play_again_in_one_tap_for_the_same_stake(evening, ann, bob):
    begun(evening, **{"options.stake": "7"})
    ann.tap("game.ended")
    html = bob.get().html
    again = dict(re.findall(r'type="hidden" name="(options\.\w+|game|dealer)" value="([^"]*)"', html))

    assert again == {"game": "frak-you", "dealer": "lot", "options.stake": "7", "options.initiated": "p1"}
    answer = bob.tap("game.started", players=["p1", "p2", "p3"], **again)
    assert answer.status == 200, answer.says
    assert evening.last.options == {"stake": 7, "initiated": ["p1"]}


def test_deal_number_and_passing_are_always_there(game, ann, bob):
    assert "Deal 1: three to the left" in bob.get().words
    ann.tap("trick.taken", deal=1, trick=1, winner="p2")
    assert "Deal 1: three to the left" in bob.get().words
    ann.tap("deal.voided", deal=1)
    assert "Deal 2: three to the right" in bob.get().words
    ann.tap("deal.voided", deal=2)
    assert "Deal 3: no passing" in bob.get().words


def test_a_trick_is_one_tap_on_those_still_in(game, ann, bob):
    html = bob.get().html
    assert re.findall(r'name="winner" value="(\w*)"', html) == ["p1", "p2", "p3"]
    assert 'data-slot="deal 1 trick 1"' in html

    assert bob.tap("trick.taken", deal=1, trick=1, winner="p3").status == 200

    assert held(game) == {"p1": (16, 0), "p2": (17, 0), "p3": (16, 3)}
    assert "16 in hand, 3 in front" in bob.get().words


def test_the_initiated_say_who_paired_also_of_a_trick_that_is_there_and_it_costs_two_cards(game, ann, bob):
    assert 'name="paired" value="p2"' in ann.get().html
    bob.tap("trick.taken", deal=1, trick=1, winner="p3")

    answer = ann.tap("trick.taken", deal=1, trick=1, winner="p3", paired="p2")

    assert answer.status == 409
    assert "Change it to: Cal took trick 1 of deal 1. Bob laid A♠ with another card." in answer.says
    assert ann.says_yes(answer).status == 200
    assert held(game) == {"p1": (16, 0), "p2": (16, 0), "p3": (16, 4)}


def test_the_pad_of_the_first_trick_asks_who_led_and_is_written_from_them_on(game, ann):
    page = ann.get("pad").html

    assert 'data-starts="Who led 2♣?"' in page
    assert re.findall(r'data-hand="(\w+) "', page) == ["p1", "p2", "p3"]
    assert '<option value="p3 AS KC">K♣' in page
    answer = ann.post("entries", {**fields(page, "pad"), "plays": ["p1 4C", "p2 AS KC", "p3 2C"]})
    assert answer.status == 303, answer.says
    assert [play[0] for play in game.last.plays] == ["p3", "p1", "p2"]
    assert game.last.taker == "p1"


def test_who_has_one_card_left_cannot_pair_on_the_pad(game, ann):
    ann.tap("trick.taken", deal=1, trick=1, winner="p2")
    ann.tap("cards.counted", deal=1, player="p3", hand=1, table=3)

    page = ann.get("pad").html

    assert re.findall(r'data-hand="(\w+) "', page) == ["p2", "p3", "p1"]
    assert "p1 AS KC" in page
    assert "p3 AS KC" not in page
    assert "p3 AS" in page


def test_where_the_rules_are_silent_the_pad_asks_the_table(game, ann):
    ann.tap("trick.taken", deal=1, trick=1, winner="p2")

    page = ann.get("pad")

    assert "The rules are silent: who took it?" in page.words
    assert re.findall(r'name="winner" value="(\w*)"', page.html) == ["p2", "p3", "p1"]
    assert by_cards(ann, 2, "p2 AS, p3 KD, p1 QD").says == "The rules are silent about these cards: who took trick 2?"
    assert by_cards(ann, 2, "p2 AS, p3 KD, p1 QD", winner="p3").status == 200


def test_the_pad_of_an_uninitiated_phone_explains_nothing(game, bob):
    assert "Watch and learn" in bob.get("pad").words
    assert "is learned by watching" in bob.get("play/how").words
    assert 'name="player"' not in bob.get("play/initiate").html


def test_cards_are_counted_on_a_page_that_says_what_we_think(game, ann, bob):
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    page = bob.get("play/count?of=p3")
    assert "We think: 16 in hand, 3 in front." in page.words
    assert 'name="hand"' in page.html

    assert bob.tap("cards.counted", deal=1, player="p3", hand=15, table=4).status == 200

    assert held(game)["p3"] == (15, 4)


def test_the_last_two_lose_and_the_table_sees_it(game, ann, bob):
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    ann.tap("cards.counted", deal=1, player="p1", hand=0, table=0)

    words = bob.get().words
    assert "Bob and Cal lost deal 1" in words
    assert "lost 1 deal" in words
    assert game.owed == {"p2": 3, "p3": 3}


def test_who_is_out_is_no_choice_any_more(evening, ann, bob):
    ann.tap("player.joined", name="Dan")
    ann.tap("game.started", game="frak-you", players=["p1", "p2", "p3", "p4"], dealer="p1")
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    ann.tap("cards.counted", deal=1, player="p2", hand=0, table=0)

    page = bob.get()

    assert 'name="winner" value="p2"' not in page.html
    assert "3 still in" in page.words
    assert bob.tap("trick.taken", deal=1, trick=2, winner="p2").says == "Bob is out of this deal."


def test_a_newcomer_is_dealt_in_with_the_next_deal(game, ann, bob):
    dan = game.join("Dan")
    html = dan.get().html
    assert re.findall(r'name="dealt" value="(\w+)"', html) == ["p1", "p2", "p3", "p4"]
    assert re.findall(r'name="dealt" value="(\w+)"', ann.get("pad").html) == ["p1", "p2", "p3", "p4"]

    answer = dan.tap("trick.taken", deal=1, trick=1, winner="p4", dealt=["p1", "p2", "p3", "p4"])

    assert answer.status == 200, answer.says
    assert held(game)["p4"] == (12, 4)


def test_too_few_are_told_so_and_a_misdeal_and_an_early_end(game, ann, bob):
    assert bob.tap("deal.voided", deal=1).status == 200
    assert "Deal 2" in bob.get("deal").words
    ann.tap("player.left", player="p3")
    assert "Three to five can play." in bob.get().words
    assert bob.get("deal").status == 200
    assert bob.get("pad").status == 303

    assert bob.tap("game.ended").status == 200
    assert "Frak You is over" in bob.get().words


def test_who_took_it_is_corrected_on_any_phone(game, ann, bob):
    by_cards(ann, 1, "p2 2C, p3 9C, p1 4C")
    seq = game.seq
    page = bob.get(f"log/{seq}")
    assert "Who really took it?" in page.words
    assert "Nobody" not in page.words

    assert bob.tap("entry.changed", entry=seq, **{"event.winner": "p1"}).status == 200

    assert held(game)["p1"] == (16, 3)
