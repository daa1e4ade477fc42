"""Yogi's Whist: who takes a trick, and which tricks cannot be written."""

from companion.rules.games.yogis_whist.trick import taker
from tests.table import cases

from .yogis_whist_nights import FIVE, bid, bids, fines, played, refused, trick, tricks, turned

THREE = "ann bob cal"


def took(turned_up, plays):
    words = plays.split()
    return taker(tuple(zip(words[::2], words[1::2], strict=True)), turned_up)


@cases(
    ("without trumps the highest card of the suit led", "2C", "bob 5H cal TH dan AS ann 7H", "cal"),
    ("aces are high", "2C", "bob KH cal AH ann QH", "cal"),
    ("the highest trump", "2C", "bob AH cal 3C dan 7C ann KH", "dan"),
    ("the joker is the turned-up card", "QH", "bob AS cal JOKER ann JH", "cal"),
    ("a higher trump beats the joker", "QH", "bob AS cal JOKER ann KH", "ann"),
    ("a joker led leads the suit of the turned-up card", "2H", "bob JOKER cal AS ann KD", "bob"),
    ("under a nine the nines are trump", "9D", "bob AH cal 9H ann AS", "cal"),
    ("under a nine the nines are trump", "9S", "bob AH cal 9H ann AS", "cal"),
    ("under a joker the nines are trump", "JOKER", "bob AH cal 9H ann AS", "cal"),
    ("under any other card a nine is a card of its suit", "8D", "bob KH cal 9H ann QH", "bob"),
    ("under any other card a nine is a card of its suit", "TS", "bob KH cal 9H ann QH", "bob"),
    ("under any other card a nine is a card of its suit", "AC", "bob KH cal 9H ann QH", "bob"),
    ("9♦ < 9♠", "JOKER", "ann 9D bob 9S", "bob"),
    ("9♠ < 9♥", "JOKER", "ann 9S bob 9H", "bob"),
    ("9♥ < 9♣", "JOKER", "ann 9H bob 9C", "bob"),
    ("9♦ < 9♣", "JOKER", "ann 9C bob 9D", "ann"),
    ("under a nine the suit printed on it is no trump", "9H", "bob 4S cal AH ann 3S", "bob"),
    ("a nine led under nines does not lead its printed suit", "9H", "bob 9D cal AD ann KD", "bob"),
    ("a joker under a nine is that nine", "9H", "bob 9S cal JOKER ann AH", "cal"),
    ("a joker under a nine is no higher than that nine", "9H", "bob 9C cal JOKER ann AH", "bob"),
)
def test_a_trick_goes_to(why, turned_up, plays, player):
    assert took(turned_up, plays) == player, why


def test_from_the_cards_and_the_turned_up_card_the_taker_is_worked_out():
    events = [
        turned("2C"), *bids("ann 1 bob 1 cal 1"), trick(1, plays="bob 4D cal 5D ann 6D"),
        trick(2, plays="ann 7D bob AH cal 3C"), trick(3, plays="cal 7S ann 8S bob TS"),
    ]  # fmt: skip
    assert played(*events, players=THREE)["charges"] == []


def test_a_taker_named_beside_the_cards_must_agree_with_them():
    events = [turned("2C"), trick(1, "bob", plays="bob 4D cal 5D ann 6D")]
    assert refused(*events, players=THREE) == "by these cards Ann takes the trick"


def test_without_the_turned_up_card_the_taker_must_be_named():
    plays = "bob 4D cal 5D ann 6D"

    assert refused(trick(1, plays=plays), players=THREE).startswith("who took trick 1?")
    assert played(trick(1, "bob", plays=plays), players=THREE)["charges"] == []
    assert refused(trick(1)).startswith("who took trick 1?")


@cases(
    ("nobody", "nobody is not in this deal"),
    ("fay", "Fay is not in this deal"),
    ("ann:dummy", "Ann's dummy is not in this deal"),
)
def test_somebody_in_the_deal_takes_every_trick(winner, why):
    assert refused(trick(1, winner), joined=f"{FIVE} fay") == why


def test_a_trick_without_a_taker_is_not_of_this_game():
    assert refused({**trick(1), "winner": None}) == "in this game somebody takes every trick"


@cases(
    "bob 4D cal 5D",
    "bob 4D ann 5D cal 6D",
    "cal 4D ann 5D bob 6D",
    "bob 4D cal 5D ann 6D bob 7D",
    "bob 4D cal 5D fay 6D",
)
def test_plays_name_everybody_once_clockwise_from_the_leader(plays):
    assert refused(turned("2C"), trick(1, plays=plays), players=THREE) == (
        "the cards of this trick come from Bob, Cal, Ann, in this order"
    )


def test_no_plays_at_all_are_not_a_trick():
    empty = {**trick(1, "bob"), "plays": []}
    assert "in this order" in refused(empty, players=THREE)


def test_the_taker_leads_the_next_trick():
    one = [turned("2C"), trick(1, plays="bob 4D cal 5D ann 6D")]

    assert played(*one, trick(2, plays="ann 7D bob 8D cal 9D"), players=THREE)["charges"] == []
    assert "come from Ann, Bob, Cal" in refused(*one, trick(2, plays="bob 7D cal 8D ann 9D"), players=THREE)


@cases(
    ([turned("2C")], "bob 4D cal 4D ann 6D", "4♦"),
    ([turned("2C")], "bob 4D cal 2C ann 6D", "2♣"),
    ([turned("JOKER")], "bob 4D cal JOKER ann 6D", "joker"),
    ([turned("2C"), bid("ann", "6D")], "bob 4D cal 5D ann 6D", "6♦"),
    ([turned("2C"), bid("ann", "6D")], "bob 6D cal 5D ann 7D", "6♦"),
    ([turned("2C"), bid("ann", "JOKER")], "bob JOKER cal 5D ann 7D", "joker"),
)
def test_a_card_that_lies_on_the_table_or_was_bid_is_not_played(before, plays, card):
    assert refused(*before, trick(1, plays=plays), players=THREE) == f"{card} is already in this deal"


def test_a_card_of_an_earlier_trick_is_not_played_again():
    one = [turned("2C"), trick(1, plays="bob 4D cal 5D ann 6D")]
    again = trick(2, plays="ann 7D bob 4D cal 8D")
    assert refused(*one, again, players=THREE) == "4♦ is already in this deal"


def test_nobody_looks_whether_suit_was_followed():
    one = [turned("2C"), trick(1, plays="bob 4D cal 5H ann 6D")]
    assert played(*one, trick(2, plays="ann 7D bob 8D cal 9D"), players=THREE)["charges"] == []


def test_a_deal_has_three_tricks_one_after_the_other():
    assert refused(trick(2, "bob")) == "Trick 1 comes first"
    assert refused(*tricks("bob ann"), trick(2, "bob")) == "Trick 2 is already written: Ann took it"
    assert refused(*tricks("bob ann bob"), trick(4, "bob")) == "all 3 tricks of deal 1 are in"


def test_a_trick_by_its_taker_and_one_by_its_cards_go_together():
    first = [turned("2C"), trick(1, "cal"), trick(2, plays="cal 7D ann AD bob 9D"), trick(3, "ann")]
    result = played(*first, *bids("ann 2 bob 0 cal 1"), players=THREE)

    assert fines(result) == {}
