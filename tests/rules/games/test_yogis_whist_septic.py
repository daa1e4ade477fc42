"""SEPTIC Yogi's: the members may vote to move every bid one place to the left."""

from tests.table import cases

from . import yogis_whist_nights as nights
from .yogis_whist_nights import bids, call, dealt, fines, made, rotated, scored, tricks

FOUR = "ann bob cal dan"
MEMBERS = ["ann", "bob", "cal"]
DEAL = [*bids("ann 0 bob 1 cal 2 dan 3"), *tricks("ann bob bob")]


def played(*events, members=MEMBERS, joined=""):
    return nights.played(*events, players=FOUR, septic=True, members=members, joined=joined)


def refused(*events, members=MEMBERS, joined=""):
    return nights.refused(*events, players=FOUR, septic=True, members=members, joined=joined)


def makers(*events, **how):
    return {player for player, count in made(played(*events, **how)).items() if count}


def test_every_bid_moves_one_place_clockwise():
    laid = [*bids("ann 0 bob 1 cal 2 dan 3"), *tricks("cal dan dan")]

    assert makers(*laid, rotated()) == {"ann"}
    assert makers(*laid, rotated("ann", "bob")) == {"bob", "cal", "dan"}


@cases(("", "cal dan"), ("ann", "cal dan"), ("ann bob", "bob cal dan"), ("ann bob cal", "bob cal dan"))
def test_more_than_half_of_the_members_dealt_in_must_want_it(votes, makes):
    laid = [*bids("ann 1 bob 0 cal 0 dan 0"), *tricks("ann ann bob")]
    assert makers(*laid, rotated(*votes.split())) == set(makes.split())


def test_exactly_half_is_not_enough():
    laid = [*bids("ann 3 bob 0 cal 0 dan 0"), *tricks("ann ann ann")]
    assert "ann" in makers(*laid, rotated("ann"), members=["ann", "bob"])


def test_only_members_dealt_in_are_counted():
    away = {"type": "player.left", "player": "ann"}
    laid = [away, *bids("bob 3 cal 0 dan 0"), *tricks("bob bob bob")]

    assert makers(*laid, rotated("bob"), members=["ann", "bob"]) == {"dan"}
    assert refused(*laid, rotated("ann")) == "Ann is not in this deal"


def test_members_need_not_play():
    assert makers(*DEAL, rotated(), members=["fay"], joined=f"{FOUR} fay") == set()


@cases(*range(8))
def test_the_vote_may_come_at_any_time_and_the_deal_is_fined_when_all_is_in(place):
    events = [*DEAL[:place], rotated("ann", "bob"), *DEAL[place:]]
    result = played(*events)

    assert fines(result) == fines(played(*DEAL, rotated("ann", "bob")))
    assert {row["seq"] for row in result["charges"]} == {6 + len(events)}


def test_without_the_vote_the_deal_is_not_fined():
    assert played(*DEAL)["charges"] == []
    assert refused(*DEAL, scored("", deal=2)) == "Deal 2 has to wait: deal 1 is still on"


def test_declaring_stays_with_the_player_and_counts_against_the_bid_now_in_front_of_them():
    laid = [call("bob", "declare"), *bids("ann 0 bob 3 cal 0 dan 0"), *tricks("cal cal cal")]

    assert fines(played(*laid, rotated("ann", "bob"))) == {"ann": 2, "cal": 2, "dan": 2}
    assert fines(played(*laid, rotated())) == {"bob": 7, "cal": 3}


def test_the_short_form_needs_no_vote():
    assert fines(played(scored("ann bob cal"))) == {"dan": 4}


@cases(
    ([rotated("ann", "ann")], "the list names somebody twice"),
    ([rotated("dan")], "Dan is not a member and has no vote"),
    ([rotated("gus")], "gus is not in this deal"),
    ([rotated(), rotated()], "The vote of deal 1 is already counted: the bids stay"),
    ([rotated("ann", "bob"), rotated()], "The vote of deal 1 is already counted: the bids move"),
)
def test_each_member_has_one_vote_and_each_deal_one_count(events, why):
    assert refused(*events) == why


def test_bids_move_in_a_septic_game_only():
    assert nights.refused(rotated(), players=FOUR) == "bids move in a SEPTIC game only"
    assert nights.refused(rotated(), players=FOUR, septic=False, members=MEMBERS) == ("bids move in a SEPTIC game only")


@cases(
    (["ann", "ann"], "the list of members names somebody twice"),
    (["gus"], "gus has not joined this night and cannot be a member"),
)
def test_members_are_people_of_the_night(members, why):
    assert refused(members=members) == why


def test_bft_and_septic_go_together():
    laid = [nights.bid(player, tricks=want, count=2) for player, want in (("ann", 0), ("bob", 2), ("cal", 0))]
    events = [dealt(cards=4), *laid, *tricks("cal cal"), rotated("ann", "bob")]
    result = nights.played(*events, players="ann bob cal", variant="bft", septic=True, members=MEMBERS)

    assert fines(result) == {}
