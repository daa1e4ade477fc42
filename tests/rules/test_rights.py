"""Rights to make a rule: earned by tricks, spent by a holder on one rule, lapsing with the game."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    ENDED,
    event,
    game,
    joined,
    night,
    refused,
    refuses_last,
    rule,
    tricks,
    undone,
    voided,
)

FOUR = [game(), *tricks("ann ann ann ann")]
ALL_FIVE = [game(), *tricks("ann ann ann ann ann")]


def rights(*events):
    return night(*events)["rights"]


def amended(name, **fields):
    return event("rule.amended", rule=name, **fields)


def repealed(name, **fields):
    return event("rule.repealed", rule=name, **fields)


def test_each_rule_spends_one_of_the_rights_that_tricks_earned():
    assert rights(*FOUR) == [ANN]
    assert rights(*ALL_FIVE) == [ANN, ANN]
    assert rights(*ALL_FIVE, rule("r1", by=ANN)) == [ANN]
    assert rights(*ALL_FIVE, rule("r1", by=ANN), rule("r2", by=ANN)) == []


@cases(BOB, None)
def test_while_somebody_holds_a_right_nobody_else_rules(by):
    before = [rule("r1"), *FOUR]

    assert refuses_last(*before, rule("r2", by=by))
    assert refuses_last(*before, amended("r1", amount=2, by=by))
    assert refuses_last(*before, repealed("r1", by=by))
    assert refuses_last(*before, rule("r2"))


def test_a_right_serves_to_make_to_amend_or_to_repeal():
    before = [rule("r1"), *FOUR]

    assert rights(*before, rule("r2", by=ANN)) == []
    assert rights(*before, amended("r1", amount=2, by=ANN)) == []
    assert rights(*before, repealed("r1", by=ANN)) == []


def test_without_any_right_about_anybody_rules():
    assert night(rule("r1"), rule("r2", by=BOB), amended("r1", amount=2), repealed("r2"))["rules"]
    assert night(*FOUR, rule("r1", by=ANN), rule("r2", by=BOB), rule("r3"))["rules"]


def test_two_holders_each_spend_their_own_oldest_first():
    both = [game(), *tricks("ann ann ann ann bob"), *tricks("bob bob bob bob", deal=2)]

    assert rights(*both) == [ANN, BOB]
    assert rights(*both, rule("r1", by=BOB)) == [ANN]
    assert rights(*both, rule("r1", by=ANN)) == [BOB]
    assert refuses_last(*both, rule("r1", by=CAL))


def test_a_right_unused_lapses_with_its_game_but_not_with_a_voided_deal():
    assert rights(*ALL_FIVE, ENDED) == []
    assert night(*ALL_FIVE, ENDED, rule("r1", by=BOB))["rules"]
    assert rights(*FOUR, voided(1)) == [ANN]


def test_a_right_goes_with_the_trick_that_earned_it_and_returns_with_it():
    assert rights(*FOUR, undone(11)) == []
    assert rights(*FOUR, undone(11), undone(12)) == [ANN]


def test_a_rule_by_somebody_else_is_in_the_way_of_a_right_that_comes_back():
    log = [*FOUR, undone(11), rule("r1", by=BOB), undone(12)]

    assert refused(*log).startswith("event 13: ")
    assert refused(*log).endswith("(after the undo in event 14)")


def struck(name, votes=()):
    return event("rule.struck", rule=name, votes=list(votes))


def test_a_rule_struck_gives_its_right_back_to_the_maker_as_the_newest():
    log = [*ALL_FIVE, rule("r1", by=ANN), *tricks("bob bob bob bob", deal=2)]

    assert rights(*log) == [ANN, BOB]
    assert rights(*log, struck("r1", [BOB, CAL])) == [ANN, BOB, ANN]


def test_no_right_comes_back_after_its_game_or_where_none_was_spent_to_make_that_rule():
    amending = [rule("r1", by=BOB), *FOUR, amended("r1", amount=2, by=ANN), struck("r1")]

    assert rights(*FOUR, rule("r1", by=ANN), ENDED, struck("r1")) == []
    assert rights(*FOUR, rule("r1", by=ANN), ENDED, game(), struck("r1")) == []
    assert rights(rule("r1", by=ANN), game(), struck("r1")) == []
    assert rights(rule("r1"), *FOUR, rule("r2", by=ANN), struck("r1")) == []
    assert rights(*amending) == []


def test_a_rule_struck_is_off_for_good_and_what_it_charged_stays():
    made = [rule("r1"), event("rule.called", rule="r1", player=ANN), struck("r1", [BOB])]
    result = night(*made)

    assert result["rules"] == [{"rule": "r1", "text": "rule r1", "active": False}]
    assert result["players"][ANN]["owed"] == 1
    for late in (struck("r1"), repealed("r1"), amended("r1", amount=2), rule("r1")):
        assert refuses_last(*made, late)
    assert refuses_last(*made, event("rule.called", rule="r1", player=ANN))


def test_striking_needs_no_right_but_voters_at_the_table():
    assert night(rule("r1"), *FOUR, struck("r1"))["rules"]
    assert refuses_last(rule("r1"), struck("r1", ["zoe"]))
    assert refuses_last(struck("r1"))


def test_a_dummy_earns_for_its_controller_and_who_joins_late_holds_nothing_yet():
    two = game(ANN, BOB, options={"dummies": True})

    assert rights(two, *tricks("ann:dummy ann:dummy ann:dummy ann:dummy")) == [ANN]
    assert refuses_last(*FOUR, joined("zoe"), rule("r1", by="zoe"))
