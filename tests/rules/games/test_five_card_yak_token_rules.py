"""Five-Card Yak for tokens: house rules, calls and fines by hand."""

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    EVE,
    caught,
    charges,
    event,
    fine,
    night,
    owed,
    plays,
    refuses_last,
    rule,
    trick,
    tricks,
)
from .token_nights import is_over, kegger, left_over, pass_out, standings

CALLED = rule("r1", amount=3)
SEVENS = rule("r1", when={"on": "card.played", "rank": "7"}, who="everyone", amount=2)
FALLS = event("call.settled", entry=9, stands=False)


def test_a_rule_that_strikes_is_paid_after_what_the_game_costs():
    result = night(SEVENS, pass_out(3), plays(1, "ann 7H bob 3H cal 2H"))

    assert [(row["player"], row["amount"], row["rule"]) for row in result["charges"]] == [
        (ANN, 1, None),
        (ANN, 2, "r1"),
        (BOB, 2, "r1"),
        (CAL, 2, "r1"),
    ]
    assert owed(result) == {}


def test_whoever_is_caught_pays_at_once_and_no_more_than_they_have():
    result = night(CALLED, pass_out(4), caught("r1", BOB), caught("r1", BOB), caught("r1", BOB))

    assert charges(result, "r1") == [(BOB, 3), (BOB, 1)]
    assert result["players"][BOB]["owed"] == 0


def test_who_is_caught_between_two_deals_may_be_out_of_the_next():
    first = [CALLED, pass_out(4), *tricks("ann bob cal - -"), caught("r1", BOB)]

    assert left_over(*first) == {ANN: 3, BOB: 0, CAL: 1}
    assert refuses_last(*first, trick(1, BOB, deal=2))


def test_a_call_between_deals_may_leave_one_alone_and_ends_the_game():
    everyone = rule("r1", who="others", amount=5)

    assert is_over(everyone, pass_out(5), caught("r1", ANN))
    assert not is_over(everyone, pass_out(5), trick(1), caught("r1", ANN))
    assert is_over(everyone, pass_out(5), trick(1), caught("r1", ANN), *[trick(n) for n in range(2, 6)])


def test_who_deals_deals_while_they_have_tokens_or_else_the_next_to_the_left():
    dealer = rule("r1", who="dealer", amount=2)
    first = [dealer, pass_out(2), caught("r1", CAL), caught("r1", CAL)]  # Ann deals, then Bob

    assert charges(night(*first), "r1") == [(ANN, 2), (BOB, 2)]
    assert standings(night(*first)) == [(CAL, 2, 1), (ANN, 0, 2), (BOB, 0, 2)]


def test_who_only_watches_has_no_tokens_to_pay_or_drinks_from_the_pot_and_has_no_place():
    result = night(CALLED, kegger(3), caught("r1", DAN))

    assert night(CALLED, pass_out(9), caught("r1", DAN))["charges"] == []
    assert charges(result, "r1") == [(DAN, 3)]
    assert standings(result) == [(ANN, 0, 1), (BOB, 0, 1), (CAL, 0, 1)]
    assert result["games"][0]["finished"]


def test_a_call_may_empty_the_pot_and_ends_the_game_in_the_middle_of_a_deal():
    log = [CALLED, kegger(4), trick(1, ANN), caught("r1", BOB)]

    assert is_over(*log)
    assert refuses_last(*log, trick(2, CAL))


def test_who_was_chosen_pays():
    chooses = rule("r1", who="chosen", amount=2)

    assert left_over(chooses, pass_out(3), caught("r1", ANN, chosen=[CAL, BOB])) == {ANN: 3, BOB: 1, CAL: 1}


def test_a_fine_by_hand_is_owed_as_ever():
    result = night(kegger(5), fine(BOB, 4), trick(1, BOB))

    assert owed(result) == {BOB: 4}
    assert standings(result) == [(ANN, 0, 1), (CAL, 0, 1), (BOB, 1, 3)]


def test_a_call_that_falls_gives_the_tokens_back():
    called = [CALLED, pass_out(4), caught("r1", BOB)]
    result = night(*called, FALLS)

    assert left_over(*called) == {ANN: 4, BOB: 1, CAL: 4}
    assert left_over(*called, FALLS) == {ANN: 4, BOB: 4, CAL: 4}
    assert result["players"][BOB] == {"name": "Bob", "charged": 3, "taken": 0, "forgiven": 3, "owed": 0}
    assert left_over(*called, event("call.settled", entry=9, stands=True)) == {ANN: 4, BOB: 1, CAL: 4}


def test_a_call_that_falls_gives_the_pot_its_tokens_back():
    called = [CALLED, kegger(5), caught("r1", BOB), FALLS, caught("r1", CAL), trick(1, ANN)]

    assert not is_over(*called)
    assert standings(night(*called)) == [(BOB, 0, 1), (ANN, 1, 2), (CAL, 3, 3)]
    assert is_over(*called, trick(2, BOB))


def test_who_was_out_because_of_a_call_that_falls_is_dealt_in_again():
    called = [CALLED, pass_out(3), caught("r1", BOB)]

    assert refuses_last(*called, trick(1, BOB))
    assert night(*called, FALLS, trick(1, BOB))


def test_a_call_that_falls_after_the_game_changes_no_place_and_leaves_nothing_owed():
    over = [CALLED, kegger(3), caught("r1", BOB)]

    assert standings(night(*over, FALLS)) == standings(night(*over)) == [(ANN, 0, 1), (CAL, 0, 1), (BOB, 3, 3)]
    assert owed(night(*over, FALLS)) == {}
    assert standings(night(*over, kegger(3), FALLS)) == [(ANN, 0, 1), (BOB, 0, 1), (CAL, 0, 1)]


def test_a_call_of_drinks_that_falls_during_a_game_for_tokens_touches_no_token():
    before = [CALLED, fine(EVE, 1), caught("r1", BOB), kegger(5), trick(1, BOB), FALLS]

    assert night(*before)["players"][BOB]["forgiven"] == 3
    assert owed(night(*before)) == {EVE: 1}
    assert standings(night(*before))[-1] == (BOB, 1, 3)
