"""A house rule caught on somebody: who chooses, who contests, who settles, who objects."""

from .conftest import (
    ANN,
    BOB,
    CAL,
    EVE,
    caught,
    changed,
    charges,
    event,
    game,
    left,
    night,
    owed,
    refused,
    refuses_last,
    rule,
    trick,
    undone,
)

CHOOSE = rule("r1", who="chosen", amount=2)


def contested(entry, player=ANN):
    return event("call.contested", entry=entry, player=player)


def settled(entry, stands):
    return event("call.settled", entry=entry, stands=stands)


def test_each_of_those_chosen_drinks():
    assert charges(night(CHOOSE, caught("r1", ANN, chosen=[CAL, BOB])), "r1") == [(BOB, 2), (CAL, 2)]
    assert charges(night(CHOOSE, left(CAL), caught("r1", ANN, chosen=[CAL])), "r1") == [(CAL, 2)]


def test_a_rule_that_chooses_charges_nobody_by_itself():
    parts = rule("r1", when={"on": "trick.taken"}, also=[{"who": "chosen", "amount": 1}])

    assert charges(night(parts, game(), trick(1, ANN)), "r1") == []
    assert charges(night(parts, game(), trick(1, ANN), caught("r1", ANN, chosen=[ANN])), "r1") == [(ANN, 2)]


def test_whoever_must_choose_names_players_and_nobody_else_may():
    assert refuses_last(CHOOSE, caught("r1", ANN))
    assert refuses_last(CHOOSE, caught("r1", ANN, chosen=[]))
    assert refuses_last(CHOOSE, caught("r1", ANN, chosen=["zoe"]))
    assert refuses_last(CHOOSE, caught("r1", ANN, chosen=[BOB, BOB]))
    assert refuses_last(rule("r2"), caught("r2", ANN, chosen=[BOB]))
    assert refuses_last(rule("r2"), caught("r2", "zoe"))
    assert refuses_last(rule("r2"), event("rule.repealed", rule="r2"), caught("r2", ANN))


def test_an_amendment_may_let_somebody_choose_or_no_longer():
    asks = event("rule.amended", rule="r1", who="chosen")

    assert night(rule("r1"), asks, caught("r1", ANN, chosen=[BOB]))["charges"]
    assert refuses_last(rule("r1"), asks, caught("r1", ANN))
    assert refuses_last(CHOOSE, event("rule.amended", rule="r1", who="left"), caught("r1", ANN, chosen=[BOB]))


def test_a_rule_is_caught_again_and_again():
    assert charges(night(rule("r1"), *[caught("r1", EVE)] * 3), "r1") == [(EVE, 1)] * 3


def test_a_call_that_does_not_stand_forgives_all_it_charged():
    log = [rule("r1", who="everyone", amount=2), caught("r1", ANN)]
    result = night(*log, settled(8, False))

    assert owed(result) == {}
    assert len(result["charges"]) == 5
    assert result["players"][EVE] == {"name": "Eve", "charged": 2, "taken": 0, "forgiven": 2, "owed": 0}


def test_a_call_that_stands_stays_charged_and_what_was_drunk_for_one_that_does_not_is_below_zero():
    called = [rule("r1"), caught("r1", ANN)]

    assert owed(night(*called, settled(8, True))) == {ANN: 1}
    assert owed(night(*called, event("drink.taken", player=ANN, amount=1), settled(8, False))) == {ANN: -1}


def test_a_call_is_settled_once_contested_or_not():
    log = [rule("r1"), caught("r1", ANN)]

    assert night(*log, contested(8), settled(8, True))["charges"]
    assert refuses_last(*log, settled(8, True), settled(8, True))
    assert refuses_last(*log, contested(8), settled(8, False), settled(8, True))
    assert owed(night(*log, settled(8, False), undone(9), settled(8, True))) == {ANN: 1}
    assert owed(night(*log, settled(8, True), changed(9, settled(8, False)))) == {}


def test_a_call_is_contested_any_number_of_times():
    log = [rule("r1"), caught("r1", ANN), contested(8), contested(8), contested(8, BOB), settled(8, True)]

    assert night(*log, contested(8))["charges"]


def test_only_a_call_is_contested_by_a_player_or_settled_by_yes_or_no():
    log = [rule("r1"), caught("r1", ANN)]

    for entry in (1, 7, 9, 99, 0, None, "8"):
        assert refuses_last(*log, contested(entry)), entry
        assert refuses_last(*log, settled(entry, True)), entry
    assert refuses_last(*log, contested(8, "zoe"))
    assert refuses_last(*log, settled(8, 1))
    assert refuses_last(*log, settled(8, None))


def test_an_undone_call_cannot_stay_settled():
    log = [rule("r1"), caught("r1", ANN), settled(8, False), undone(8)]

    assert refused(*log).startswith("event 9: ")


def test_a_call_changed_forgives_what_it_now_charges():
    log = [CHOOSE, caught("r1", ANN, chosen=[BOB]), settled(8, False), changed(8, caught("r1", ANN, chosen=[CAL]))]
    result = night(*log)

    assert owed(result) == {}
    assert result["players"][CAL]["forgiven"] == 2
    assert result["players"][BOB]["forgiven"] == 0


def test_everyone_objects_once_to_a_rule_in_force_which_changes_nothing():
    def objected(rule, player):
        return event("rule.objected", rule=rule, player=player)

    assert night(rule("r1"), objected("r1", ANN), objected("r1", BOB)) == night(rule("r1"))
    assert refuses_last(rule("r1"), objected("r1", ANN), objected("r1", ANN))
    assert refuses_last(rule("r1"), objected("r1", "zoe"))
    assert refuses_last(objected("r1", ANN))
    assert refuses_last(rule("r1"), event("rule.repealed", rule="r1"), objected("r1", ANN))
