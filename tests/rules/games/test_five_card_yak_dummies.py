"""Five-Card Yak for two with dummies: four hands play, two people drink."""

from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    by_trick,
    caught,
    charges,
    deal,
    event,
    game,
    left,
    night,
    plays,
    refused,
    refuses_last,
    rule,
    trick,
    tricks,
    voided,
)

TWO = game(ANN, BOB, options={"dummies": True})


@cases(
    ("tricks of one's own hand cost as among three", "ann ann bob - ann", [{ANN: 1}, {ANN: 1}, {BOB: 3}, {ANN: 5}]),
    ("the first three of a dummy cost nobody", "ann:dummy bob:dummy ann:dummy bob:dummy ann:dummy", []),
    ("a dummy penalises nobody for the trick before", "ann ann:dummy ann", [{ANN: 1}, {ANN: 3}]),
    ("hand and dummy are counted apart", "ann ann ann:dummy ann:dummy ann", [{ANN: 1}, {ANN: 1}, {ANN: 5}]),
    ("2 for one penalised before, when a dummy turns it", "ann:dummy ann:dummy ann:dummy bob ann:dummy",
     [{BOB: 4}, {BOB: 2}]),
)  # fmt: skip
def test_a_deal_of_four_hands_costs(what, takers, due):
    assert by_trick(night(TWO, *tricks(takers))) == due, what


@cases("ann", "ann:dummy")
def test_four_tricks_by_one_hand_turn_on_the_other_player_and_earn_a_rule(hand):
    result = night(TWO, *tricks(f"{hand} {hand} {hand} {hand}"))

    assert by_trick(result)[-1] == {BOB: 5}
    assert result["rights"] == [ANN]


@cases("bob", "bob:dummy")
def test_all_five_by_one_hand_cost_two_more_and_earn_a_second(hand):
    result = night(TWO, *tricks(f"{hand} {hand} {hand} {hand} {hand}"))

    assert by_trick(result)[-2:] == [{ANN: 5}, {ANN: 2}]
    assert result["rights"] == [BOB, BOB]


def test_hands_play_clockwise_a_player_s_dummy_on_their_right():
    first = plays(1, "ann 2H bob:dummy KH bob 3H ann:dummy 4H")

    assert night(TWO, first, plays(2, "bob:dummy 5H bob 6H ann:dummy 7H ann 8H"))
    assert refuses_last(TWO, plays(1, "ann 2H ann:dummy KH bob 3H bob:dummy 4H"))
    assert refuses_last(TWO, plays(1, "ann 2H bob 3H"))


@cases("ann ann ann ann bob:dummy", "ann ann ann bob:dummy -")
def test_a_dummy_that_takes_or_leads_the_last_trick_lets_its_controller_deal_and_lead(last):
    log = [TWO, *tricks(last)]

    assert night(*log, plays(1, "bob 2H ann:dummy KH ann 3H bob:dummy 4H", deal=2))
    for whom in ("dealer", "leader"):
        assert charges(night(*log, rule("r1", who=whom, by=_holder(last)), caught("r1", ANN)), "r1") == [(BOB, 1)]


def _holder(takers):
    return ANN if takers.split().count("ann") == 4 else None


def test_dummies_are_for_just_two():
    assert refuses_last(game(ANN, BOB, CAL, options={"dummies": True}))
    assert refuses_last(TWO, deal(1, players=[ANN, BOB, CAL]))
    assert refuses_last(TWO, deal(1, players=[ANN]))
    assert refuses_last(TWO, left(BOB), trick(1, ANN))
    assert night(TWO, left(BOB), voided(1))


def test_without_the_option_nobody_has_a_dummy():
    assert "not in this deal" in refused(game(ANN, BOB), trick(1, "ann:dummy"))
    assert refuses_last(TWO, trick(1, "cal:dummy"))
    assert refuses_last(game(ANN, BOB), event("deal.started", deal=1, players=[ANN, "bob:dummy"]))
    assert night(game(ANN, BOB, options={"dummies": False}), trick(1, ANN))
