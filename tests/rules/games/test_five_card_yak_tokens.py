"""Five-Card Yak for tokens: what is really paid, from one's own or from the pot, and how a Kegger ends."""

from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    by_trick,
    changed,
    deal,
    event,
    game,
    night,
    owed,
    refused,
    refuses_last,
    trick,
    tricks,
    undone,
)
from .token_nights import SWEEP, is_over, kegger, left_over, pass_out, standings


def test_a_trick_is_paid_at_once_and_nobody_owes_it():
    bob = night(pass_out(20), *tricks("ann bob bob"))["players"][BOB]

    assert (bob["charged"], bob["taken"], bob["owed"]) == (3, 3, 0)


def test_what_a_trick_costs_is_what_it_costs_in_drinks():
    for takers in (SWEEP, "ann bob ann bob ann", "ann - ann - bob", "ann ann ann bob ann", "cal - cal cal cal"):
        assert by_trick(night(kegger(100), *tricks(takers))) == by_trick(night(game(ANN, BOB, CAL), *tricks(takers)))


def test_worked_deals_leave_or_take_what_one_counts_at_the_table():
    kegged = night(kegger(20), *tricks(SWEEP))

    assert left_over(pass_out(20), *tricks(SWEEP)) == {ANN: 17, BOB: 13, CAL: 13}
    assert left_over(pass_out(20), *tricks("ann bob ann bob ann")) == {ANN: 11, BOB: 14, CAL: 20}
    assert standings(kegged) == [(ANN, 3, 1), (BOB, 7, 2), (CAL, 7, 2)]
    assert not kegged["games"][-1]["finished"]


def test_nobody_pays_more_than_they_have_what_they_cannot_pay_is_not_charged_and_the_charge_says_so():
    result, nothing_left = (
        night(pass_out(4), *tricks("ann bob ann bob")),
        night(pass_out(3), *tricks("ann bob ann bob ann")),
    )

    assert by_trick(result) == [{ANN: 1}, {BOB: 2}, {ANN: 3}, {BOB: 2}]
    assert result["players"][BOB]["charged"] == 4
    assert owed(result) == {}
    assert by_trick(nothing_left) == [{ANN: 1}, {BOB: 2}, {ANN: 2}, {BOB: 1}]
    assert [(row["reason"], row["because"]) for row in nothing_left["charges"][:3]] == [
        ("trick 1", "trick 1 costs 1"), ("trick 2", "trick 2 costs 2"), ("trick 3", "trick 3 costs 3; only 2 left"),
    ]  # fmt: skip


def test_in_tokens_nobody_drank_for_the_trick_before():
    because = night(kegger(100), *tricks("ann ann ann bob ann"))["charges"][-2]["because"]

    assert because == "it turned round, but you paid for the trick before, so only 2"


def test_the_charge_that_empties_the_pot_ends_the_game_in_the_middle_of_a_deal():
    almost = [kegger(6), *tricks("ann bob")]  # 1 and 2
    result = night(*almost, trick(3, ANN))

    assert not is_over(*almost)
    assert result["games"][0]["finished"]
    assert standings(result) == [(CAL, 0, 1), (BOB, 2, 2), (ANN, 4, 3)]
    assert refuses_last(*almost, trick(3, ANN), trick(4, BOB))


def test_the_pot_is_emptied_by_seat_in_the_order_of_the_night():
    almost = [kegger(5, CAL, BOB, ANN, DAN), *tricks("bob bob bob")]  # 1, 1 and 1: two are left

    assert by_trick(night(*almost, trick(4, BOB)))[-1] == {ANN: 2}
    moved = event("seats.moved", order=[DAN, CAL, BOB, ANN, EVE])
    assert by_trick(night(moved, *almost, trick(4, BOB)))[-1] == {DAN: 2}


def test_the_fewest_taken_win_ties_share_the_place_and_a_newcomer_has_taken_nothing_yet():
    late = [kegger(9), *tricks("ann bob cal - -"), deal(2, players=[ANN, BOB, CAL, DAN]), ENDED]

    assert standings(night(kegger(1), trick(1, BOB))) == [(ANN, 0, 1), (CAL, 0, 1), (BOB, 1, 3)]
    assert standings(night(*late)) == [(DAN, 0, 1), (ANN, 1, 2), (BOB, 2, 3), (CAL, 3, 4)]


def test_a_right_earned_by_the_trick_that_empties_the_pot_lapses():
    assert night(kegger(14), *tricks("ann ann ann ann"))["rights"] == [ANN]
    assert night(kegger(13), *tricks("ann ann ann ann"))["rights"] == []


def test_after_a_game_for_tokens_drinks_are_drinks_again():
    after = night(kegger(1), trick(1, BOB), game(ANN, BOB, CAL), *tricks("cal bob"))

    assert owed(after) == {CAL: 1, BOB: 2}
    assert standings(after) == [(ANN, 0, 1), (CAL, 1, 2), (BOB, 2, 3)]


def test_undo_and_change_put_the_tokens_back_and_the_game_on_again():
    over = [kegger(3), *tricks("ann bob")]

    assert is_over(*over)
    assert not is_over(*over, undone(9))
    assert standings(night(*over, undone(9))) == [(BOB, 0, 1), (CAL, 0, 1), (ANN, 1, 3)]
    assert not is_over(*over, changed(9, trick(2, ANN)))
    assert by_trick(night(*over, changed(9, trick(2, ANN)), trick(3, CAL)))[-1] == {CAL: 1}


@cases(
    {"mode": "pass-out"},
    {"count": 3},
    {"mode": "keg", "count": 3},
    {"mode": "kegger", "count": 0},
    {"mode": "kegger", "count": 1001},
    {"mode": "kegger", "count": True},
    {"mode": "kegger", "count": 3, "each": 2},
    None,
    3,
)
def test_tokens_that_make_no_sense_are_refused(tokens):
    assert refused(game(ANN, BOB, CAL, options={"tokens": tokens})).startswith("event 7: options of Five-Card Yak: ")
