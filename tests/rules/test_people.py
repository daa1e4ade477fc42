"""Who is at the table: joining, leaving, coming back, seats and offices."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    EVE,
    FIVE,
    caught,
    charges,
    event,
    fine,
    game,
    joined,
    left,
    night,
    refused,
    refuses_last,
    returned,
    rule,
)


def seats(*order):
    return event("seats.moved", order=list(order))


def test_players_stand_in_order_of_joining():
    assert list(night(seats(*reversed(FIVE)), joined("zoe"))["players"]) == [*FIVE, "zoe"]


def test_who_left_cannot_leave_nor_start_a_game_and_keeps_what_they_owe_and_who_is_here_cannot_return():
    assert refuses_last(left(ANN), left(ANN))
    assert refuses_last(returned(ANN))
    assert refuses_last(left(ANN), returned(ANN), returned(ANN))
    assert refuses_last(left("zoe"))
    assert refuses_last(left(ANN), game())
    assert night(left(ANN), game(BOB, CAL))["games"]
    assert night(fine(ANN, 3), left(ANN))["players"][ANN]["owed"] == 3


def test_a_new_order_of_seats_names_everybody_once_the_away_too():
    assert refuses_last(seats(ANN, BOB, CAL, DAN))
    assert refuses_last(seats(*FIVE, "zoe"))
    assert refuses_last(seats())
    assert refuses_last(left(EVE), seats(ANN, BOB, CAL, DAN))
    assert night(left(EVE), seats(EVE, DAN, CAL, BOB, ANN))


def test_charges_of_one_entry_go_by_the_seats_of_the_night():
    everyone = rule("r1", who="everyone")

    assert charges(night(seats(EVE, ANN, DAN, BOB, CAL), everyone, caught("r1", ANN)), "r1") == [
        (player, 1) for player in (EVE, ANN, DAN, BOB, CAL)
    ]


def test_who_joins_takes_the_next_seat():
    left_of_eve = [rule("r1", who="left"), caught("r1", EVE)]

    assert charges(night(*left_of_eve), "r1") == [(ANN, 1)]
    assert charges(night(joined("zoe"), *left_of_eve), "r1") == [("zoe", 1)]


@cases("finesmaster.named", "sneak.named", "player.initiated", "office.claimed")
def test_offices_go_to_players_and_twice_makes_no_difference(kind):
    named = event(kind, player=ANN)

    assert night(named, named) == night()
    assert refuses_last(event(kind, player="zoe"))
    assert refuses_last(event(kind))


def test_a_vote_for_finesmaster_names_voters_at_the_table_perhaps_none():
    assert night(event("office.voted", player=ANN, votes=[])) == night()
    assert night(event("office.voted", player=ANN, votes=list(FIVE))) == night()
    assert refuses_last(event("office.voted", player=ANN, votes=["zoe"]))
    assert refuses_last(event("office.voted", player=ANN))


def test_one_game_at_a_time():
    assert refuses_last(game(), game())
    assert len(night(game(), event("game.ended"), game())["games"]) == 2
    assert refuses_last(event("game.ended"))


@cases(
    game(game="tiddlywinks"),
    game(ANN),
    game(players=[]),
    game(ANN, "zoe"),
    game(dealer="zoe"),
    game(ANN, BOB, dealer=CAL),
    game(options={"dummies": 1}),
    game(options={"stake": 3}),
    game(options=[]),
)
def test_a_game_that_cannot_be_started_so(wrong):
    assert refuses_last(wrong)


def test_eleven_are_too_many_for_five_card_yak():
    more = ["fay", "gus", "hal", "ida", "jim", "kit"]

    assert night(*map(joined, more), game(*FIVE, *more[:5]))["games"]
    assert "not 11" in refused(*map(joined, more), game(*FIVE, *more))
