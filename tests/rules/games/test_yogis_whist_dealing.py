"""Yogi's Whist: who deals, who is dealt in, and deals that go wrong."""

from tests.table import cases

from .yogis_whist_nights import (
    FIVE,
    bids,
    call,
    dealt,
    fines,
    made,
    played,
    refused,
    scored,
    trick,
    tricks,
    turn,
    turned,
    voided,
)  # fmt: skip

LEFT = {"type": "player.left", "player": "bob"}
BACK = {"type": "player.returned", "player": "bob"}


def test_the_first_player_dealt_to_sits_on_the_dealers_left_and_leads():
    assert turn() == "bob cal dan eve ann"


def test_the_deal_moves_one_to_the_left():
    assert turn(scored(""), deal=2) == "cal dan eve ann bob"
    assert turn(*(scored("", deal) for deal in range(1, 5)), deal=5) == "ann bob cal dan eve"
    assert turn(*(scored("", deal) for deal in range(1, 6)), deal=6) == "bob cal dan eve ann"


def test_a_dealer_may_be_named_and_the_next_sits_on_their_left():
    assert turn(dealt(dealer="cal")) == "dan eve ann bob cal"
    assert turn(dealt(dealer="cal"), scored(""), deal=2) == "eve ann bob cal dan"


def test_who_is_away_is_passed_over_as_dealer():
    assert turn(scored(""), LEFT, deal=2) == "dan eve ann cal"


def test_the_dealer_passed_over_is_not_made_up_for():
    assert turn(scored(""), LEFT, scored("", 2), BACK, deal=3) == "eve ann bob cal dan"


def test_who_leaves_plays_the_deal_out_and_is_not_in_the_next():
    rest = [*bids("ann 0 bob 3 cal 0 dan 0 eve 0"), *tricks("bob bob bob")]

    assert made(played(call("cal", "no"), LEFT, *rest))["bob"] == 1
    assert refused(scored(""), LEFT, scored("bob", deal=2)) == "Bob is not in this deal"


def test_a_newcomer_joins_at_a_deal_and_sits_after_the_others():
    first = dealt(players=["fay", "cal", "ann", "bob", "dan", "eve"])

    assert turn(first, joined=f"{FIVE} fay") == "bob cal dan eve fay ann"
    assert made(played(first, scored("fay"), joined=f"{FIVE} fay")) == {"fay": 1, **dict.fromkeys(FIVE.split(), 0)}


def test_a_deal_to_just_some_leaves_the_others_alone():
    result = played(dealt(players=["ann", "cal"]), scored("ann"), scored("", deal=2))

    assert fines(result) == {"cal": 2}
    assert len(fines(result, "deal 2")) == 5


@cases(
    (dealt(players=["ann"]), "1 cannot play a deal of this game (2 to 13 can)"),
    (dealt(players=["ann", "gus"]), "gus is not at this table"),
    (dealt(players=["bob", "cal"], dealer="ann"), "Ann cannot deal without being in the deal"),
    (dealt(cards=4), "four cards each, except in BFT"),
    (dealt(deal=2), "Deal 2 has to wait: deal 1 comes first"),
    (scored("", deal=2), "Deal 2 has to wait: deal 1 comes first"),
    (voided(2), "Deal 2 has to wait: deal 1 comes first"),
)
def test_a_deal_goes_to_two_or_more_people_of_the_night_and_its_number_is_the_next(entry, why):
    assert refused(entry) == why


def test_nobody_is_dealt_in_twice_or_while_away():
    assert "twice" in refused(dealt(players=["ann", "ann", "bob"]))
    assert refused(LEFT, dealt(players=["ann", "bob"])) == "Bob is away and cannot be dealt in"


def test_a_deal_begins_once_and_first():
    assert refused(dealt(), dealt()) == "Deal 1 has already begun"
    assert refused(turned("2C"), dealt()) == "Deal 1 has already begun"


@cases(*range(2, 14))
def test_two_to_thirteen_play(count):
    players = [f"p{number}" for number in range(count)]

    assert made(played(scored("p0"), players=" ".join(players)))["p0"] == 1


@cases(1, 14)
def test_one_or_fourteen_do_not(count):
    players = " ".join(f"p{number}" for number in range(count))
    assert refused(players=players) == f"Yogi's Whist is for 2 to 13 players, not {count}"


def test_a_table_that_all_but_one_have_left_cannot_be_dealt_to():
    assert refused(LEFT, turned("2C"), players="ann bob").startswith("1 cannot play a deal")


def test_a_misdeal_costs_nothing_and_the_same_dealer_deals_the_next_number():
    spilled = [*bids("ann 0"), trick(1, "bob"), voided()]

    assert played(*spilled)["charges"] == []
    assert turn(*spilled, deal=2) == turn()
    assert fines(played(*spilled, scored("ann bob cal dan", deal=2)), "deal 2") == {"eve": 5}


def test_a_misdeal_may_be_told_before_anything_else_of_the_deal():
    assert turn(voided(), deal=2) == turn()
    assert turn(dealt(dealer="cal"), voided(), deal=2) == "dan eve ann bob cal"


def test_what_is_over_is_over():
    assert refused(voided(), voided()) == "Deal 1 is over"
    assert refused(scored(""), voided()) == "Deal 1 is over"


def test_ending_the_game_ends_it_with_the_bids_made_so_far():
    game = played(scored("ann"), *bids("ann 0", 2), {"type": "game.ended"})["games"][0]

    assert game["finished"] is True
    assert game["standings"][0] == {"player": "ann", "score": 1, "place": 1}
