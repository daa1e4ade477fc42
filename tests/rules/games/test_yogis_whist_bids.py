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


@cases(
    *(("the blobs of its suit", card, "", want)
      for card, want in (("4D", 0), ("4S", 1), ("4H", 2), ("4C", 3), ("AD", 0), ("KC", 3))),
    *(("the joker is the turned-up card", "JOKER", up, want)
      for up, want in (("QD", 0), ("QS", 1), ("QH", 2), ("QC", 3), ("9S", 1))),
    *(("a nine keeps its own suit", "9H", up, 2) for up in ("9C", "9D", "JOKER", "QC")),
)  # fmt: skip
def test_a_bid_is_for_as_many_tricks_as(why, card, turned_up, want):
    assert bid_of(card, turned_up) == want, why


def test_a_joker_as_a_bid_may_wait_for_the_turned_up_card():
    result = played(bid("ann", "JOKER"), turned("QH"), *bids("bob 1"), *tricks("ann ann bob"), players=TWO)

    assert fines(result) == {}


def test_after_the_first_trick_the_joker_can_be_bid_under_a_turned_up_card():
    result = played(turned("QS"), *tricks("bob bob ann"), bid("ann", "JOKER"), *bids("bob 2"), players=TWO)

    assert fines(result) == {}


@cases(
    (bid("ann", "JOKER"), trick(1, "bob"), "write the turned-up card first; it cannot be told any more after trick 1"),
    (trick(1, "bob"), bid("ann", "JOKER"), "the joker is the turned-up card, and that was not written before trick 1"),
    (turned("QS"), turned("QS"), "The turned-up card of deal 1 is already written: Q♠"),
    (trick(1, "bob"), turned("QS"), "the turned-up card comes before trick 1"),
    (bid("ann", "4D"), bid("ann", "7C"), "Ann has already laid a bid"),
    (*bids("ann 3"), *bids("ann 3"), "Ann has already laid a bid"),
)
def test_the_turned_up_card_and_each_bid_are_told_once_and_in_time_and_no_refusal_tells_a_bid(before, late, why):
    assert refused(before, late) == why


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
