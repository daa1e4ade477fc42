"""Yogi's Whist: what a bid is for, and which bids cannot be laid."""

from tests.table import cases

from .yogis_whist_nights import FIVE, bid, bids, fines, made, played, refused, trick, tricks, turned

TWO = "ann bob"


def bid_of(card, turned_up=""):
    """For how many tricks a card is a bid, seen from who makes it in a deal of two."""
    first = [turned(turned_up)] if turned_up else []
    for want in range(4):
        taken = ["ann"] * want + ["bob"] * (3 - want)
        both = [bid("ann", card), *bids("bob 0")]
        if made(played(*first, *both, *tricks(" ".join(taken)), players=TWO))["ann"]:
            return want
    raise AssertionError("a bid that nobody can make")


@cases(("4D", 0), ("4S", 1), ("4H", 2), ("4C", 3), ("AD", 0), ("KC", 3))
def test_the_blobs_of_the_suit_say_how_many_tricks_are_meant(card, want):
    assert bid_of(card) == want


@cases(("QD", 0), ("QS", 1), ("QH", 2), ("QC", 3))
def test_the_joker_as_a_bid_is_the_turned_up_card(turned_up, want):
    assert bid_of("JOKER", turned_up) == want


@cases("9C", "9D", "JOKER", "QC")
def test_as_a_bid_a_nine_keeps_its_own_suit(turned_up):
    assert bid_of("9H", turned_up) == 2


def test_the_joker_as_a_bid_under_a_nine_has_that_nines_suit():
    assert bid_of("JOKER", "9S") == 1


def test_a_joker_as_a_bid_may_wait_for_the_turned_up_card():
    result = played(bid("ann", "JOKER"), turned("QH"), *bids("bob 1"), *tricks("ann ann bob"), players=TWO)

    assert fines(result) == {}


def test_the_first_trick_waits_while_a_joker_as_a_bid_waits():
    assert refused(bid("ann", "JOKER"), trick(1, "bob")) == (
        "write the turned-up card first; it cannot be told any more after trick 1"
    )


def test_after_the_first_trick_the_joker_cannot_be_bid_without_a_turned_up_card():
    assert refused(trick(1, "bob"), bid("ann", "JOKER")) == (
        "the joker is the turned-up card, and that was not written before trick 1"
    )


def test_after_the_first_trick_the_joker_can_be_bid_under_a_turned_up_card():
    result = played(turned("QS"), *tricks("bob bob ann"), bid("ann", "JOKER"), *bids("bob 2"), players=TWO)

    assert fines(result) == {}


def test_the_turned_up_card_is_told_once():
    assert refused(turned("QS"), turned("QS")) == "The turned-up card of deal 1 is already written: Q♠"


def test_the_turned_up_card_comes_before_the_first_trick():
    assert refused(trick(1, "bob"), turned("QS")) == "the turned-up card comes before trick 1"


def test_a_second_bid_is_told_who_has_bid_and_nothing_of_what():
    assert refused(bid("ann", "4D"), bid("ann", "7C")) == "Ann has already laid a bid"
    assert refused(*bids("ann 3"), *bids("ann 3")) == "Ann has already laid a bid"


@cases(
    (bid("ann", "4D"), bid("bob", "4D")),
    (bid("ann", "4D"), turned("4D")),
    (turned("4D"), bid("ann", "4D")),
    (turned("JOKER"), bid("ann", "JOKER")),
    (bid("ann", "JOKER"), bid("bob", "JOKER")),
)
def test_no_card_is_twice_in_a_deal_and_the_sentence_does_not_tell_where_it_is(before, entry):
    card = "joker" if "JOKER" in str(entry) else "4♦"
    assert refused(before, entry) == f"{card} is already in this deal"


def test_a_card_that_was_played_cannot_turn_out_to_be_a_bid():
    first = trick(1, "bob", plays="bob 4D ann 5D")
    assert refused(first, bid("ann", "4D"), players=TWO) == "4♦ is already in this deal"


def test_a_bid_card_may_be_dealt_again_in_the_next_deal():
    one = [*bids("ann 4D bob 5C"), *tricks("bob bob bob")]

    assert fines(played(*one, *bids("ann 4D", deal=2), players=TWO)) == {}


@cases(
    (bid("ann"), "a bid is either its cards or its number of tricks"),
    (bid("ann", "4D", tricks=0), "a bid is either its cards or its number of tricks"),
    (bid("ann", "4D", "5D"), "a bid is one card, except in BFT"),
    (bid("ann", cards=[]), "a bid is one card, except in BFT"),
    (bid("ann", tricks=1, count=1), "a bid is one card, except in BFT"),
    (bid("ann", "4D", count=1), "a bid is one card, except in BFT"),
    (bid("ann", tricks=4), "one card cannot be a bid for 4 tricks; a club, the highest, is worth 3"),
    (bid("fay", "4D"), "Fay is not in this deal"),
    (bid("gus", "4D"), "gus is not in this deal"),
)
def test_a_bid_is_one_card_or_its_number_of_tricks_by_somebody_in_the_deal(entry, why):
    assert refused(entry, joined=f"{FIVE} fay") == why


def test_a_bid_card_is_a_card():
    assert refused(bid("ann", "1D")).endswith("is not a card")


@cases(True, 1.5, -1, "1", None)
def test_a_number_of_tricks_is_a_whole_number(tricks_said):
    assert refused(bid("ann", tricks=tricks_said)).startswith("tricks ")
