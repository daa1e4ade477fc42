"""Yogi's Whist, BFT: the dealer picks the number of cards, and several may be bid."""

from companion.rules.games.yogis_whist.bid import gift
from tests.table import cases

from . import yogis_whist_nights as nights
from .yogis_whist_nights import bid, call, dealt, fines, leader, made, scored, trick, tricks, turned, voided

THREE = "ann bob cal"
FIVE_EACH = dealt(cards=5)


def played(*events, players=THREE):
    return nights.played(*events, players=players, variant="bft")


def refused(*events, players=THREE):
    return nights.refused(*events, players=players, variant="bft")


def turn(*events, number=1):
    return nights.turn(*events, number=number, players=THREE, variant="bft")


def counted(said):
    """Bids like `ann 2/1`: for two tricks, with one card."""
    words = said.split()
    halves = [(player, *map(int, what.split("/"))) for player, what in zip(words[::2], words[1::2], strict=True)]
    return [bid(player, tricks=want, count=count) for player, want, count in halves]


def test_the_bid_is_the_sum_of_the_suits_of_its_cards():
    laid = [bid("ann", "4S", "2H", "8D"), bid("bob", "JOKER", "4C"), *counted("cal 0/3")]
    result = played(dealt(cards=6), turned("QD"), *laid, *tricks("ann ann ann bob"))

    assert made(result) == {"ann": 1, "cal": 1, "bob": 0}
    assert fines(result) == {"bob": 3}


def test_there_are_as_many_tricks_as_the_largest_number_of_unbid_cards():
    laid = counted("ann 0/4 bob 3/2 cal 1/3")

    assert made(played(FIVE_EACH, *laid, *tricks("bob bob bob"))) == {"ann": 1, "bob": 1, "cal": 0}
    assert refused(FIVE_EACH, *laid, *tricks("bob bob bob"), trick(4, "bob")) == "Deal 1 is over"


def test_who_has_no_unbid_cards_left_is_out_of_the_remaining_tricks():
    one = [FIVE_EACH, *counted("ann 0/4 bob 3/2 cal 1/3"), trick(1, "bob")]

    assert turn(*one, number=2) == "bob cal"
    assert turn(*one, trick(2, "cal"), number=3) == "bob"
    assert refused(*one, trick(2, "ann")) == "Ann has no card left for trick 2"


def test_who_bid_every_card_is_out_from_the_first_trick():
    assert turn(FIVE_EACH, *counted("ann 2/5 bob 0/5 cal 1/3")) == "cal"


def test_who_should_lead_without_cards_passes_the_lead_to_the_left():
    laid = [FIVE_EACH, *counted("ann 0/2 bob 1/4 cal 1/3")]

    assert turn(*laid) == "bob cal ann"
    assert turn(*laid, trick(1, "bob"), number=2) == "cal ann"


def test_a_leader_chosen_by_a_reveal_who_has_no_card_passes_it_too():
    laid = [FIVE_EACH, *counted("ann 0/2 bob 1/5 cal 1/3")]

    assert turn(*laid, call("ann", "reveal"), leader("bob")) == "cal ann"


def test_the_dealer_first_says_how_many_cards_everyone_gets():
    for early in (turned("2C"), call("bob", "no"), trick(1, "bob"), scored("ann"), *counted("ann 0/1")):
        assert refused(early) == "in BFT the dealer says first how many cards everyone gets"
    assert refused(dealt()) == "how many cards does everyone get?"


def test_a_misdeal_needs_no_number_of_cards():
    assert played(voided(), dealt(2, cards=3))["charges"] == []


@cases((2, 26), (3, 17), (13, 4))
def test_the_deck_has_to_go_round_with_one_card_to_turn_up(count, most):
    players = " ".join(f"p{number}" for number in range(count))

    assert played(dealt(cards=most), players=players)["charges"] == []
    assert refused(dealt(cards=most + 1), players=players) == (
        f"{count} players can get {most} cards each at most, and one is turned up"
    )


@cases(0, -1, 1.5, True, "5")
def test_the_number_of_cards_is_a_whole_number(cards):
    assert refused(dealt(cards=cards)).startswith("cards ")


def test_all_bids_come_before_the_first_trick_in_any_order():
    assert refused(FIVE_EACH, *counted("cal 0/1"), trick(1, "bob")) == (
        "in BFT all bids come before trick 1; still to bid: Bob, Ann"
    )
    assert played(FIVE_EACH, *counted("cal 0/1 ann 0/1 bob 0/1"), trick(1, "bob"))["charges"] == []


@cases(
    (bid("ann", tricks=0, count=6), "a bid is 1 to 5 of the 5 cards"),
    (bid("ann", cards=[]), "a bid is 1 to 5 of the 5 cards"),
    (bid("ann", "2C", "3C", "4C", "5C", "6C", "7C"), "a bid is 1 to 5 of the 5 cards"),
    (bid("ann", tricks=1), "a bid in BFT is its cards, or its number of tricks and how many cards it has"),
    (bid("ann", "2C", count=1), "a bid in BFT is its cards, or its number of tricks and how many cards it has"),
    (bid("ann", "2C", "2C"), "2♣ is already in this deal"),
    (bid("ann", tricks=7, count=2), "2 cards cannot be a bid for 7 tricks; a club, the highest, is worth 3"),
    (bid("ann", tricks=0, count=0), "count"),
)
def test_a_bid_is_at_least_one_card_and_no_more_than_everyone_got(entry, why):
    assert refused(FIVE_EACH, entry).startswith(why)


def test_somebody_keeps_a_card():
    laid = counted("ann 0/5 bob 0/5 cal 0/5")

    assert refused(FIVE_EACH, *laid) == ("everybody else has bid all their cards; somebody must keep one to play")
    assert played(FIVE_EACH, *laid[:2], *counted("cal 0/4"))["charges"] == []


def test_a_joker_among_the_cards_of_a_bid_waits_for_the_turned_up_card():
    laid = [FIVE_EACH, bid("ann", "4D", "JOKER"), *counted("bob 0/3 cal 0/3")]

    assert refused(*laid, trick(1, "ann")).startswith("write the turned-up card first")
    assert made(played(*laid, turned("2H"), *tricks("bob ann ann")))["ann"] == 1


def test_cards_are_judged_among_those_who_still_have_one():
    laid = [FIVE_EACH, turned("2C"), *counted("ann 1/4 bob 0/3 cal 1/3")]
    result = played(*laid, trick(1, plays="bob 4D cal 5D ann 6D"), trick(2, plays="bob 8D cal 7D"))

    assert fines(result) == {"bob": 2, "cal": 2}


def test_fines_calls_and_the_short_form_are_those_of_every_deal():
    assert fines(played(FIVE_EACH, scored("ann", declared="ann"))) == {"bob": 4, "cal": 4}


def test_the_number_of_cards_is_the_gift_of_that_day_of_christmas():
    assert [gift(count) for count in (1, 2, 5, 12)] == [
        "a partridge in a pear tree", "2 turtle doves", "5 gold rings", "12 drummers drumming"
    ]  # fmt: skip
    assert gift(13) is None


@cases("BFT", "", None, True)
def test_there_is_no_other_variant(variant):
    assert nights.refused(variant=variant).startswith("options of Yogi's Whist: variant")
