"""Who drinks for a house rule: the circle it is counted in, the offices of the deal, and how much at most."""

import pytest

from .conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    FIVE,
    caught,
    charges,
    deal,
    event,
    game,
    joined,
    left,
    night,
    plays,
    refuses_last,
    returned,
    rule,
    trick,
    tricks,
    voided,
)


def who(who, *events, **fields):
    """Who drinks by the rule `r1` with this `who`, one name for each row that is charged."""
    return [player for player, _ in charges(night(rule("r1", who=who, **fields), *events), "r1")]


def part(who, amount):
    return {"who": who, "amount": amount}


@pytest.mark.parametrize(
    ("whom", "player", "drinkers"),
    [
        ("player", BOB, "bob"),
        ("left", BOB, "cal"),
        ("right", BOB, "ann"),
        ("left", EVE, "ann"),
        ("right", ANN, "eve"),
        ("neighbours", ANN, "bob eve"),
        ("across", BOB, ""),
        ("everyone", BOB, "ann bob cal dan eve"),
        ("others", BOB, "ann cal dan eve"),
        ("dealer", BOB, ""),
        ("leader", BOB, ""),
        ("taker", BOB, ""),
    ],
)
def test_without_a_game_the_circle_is_everyone_not_away(whom, player, drinkers):
    assert who(whom, caught("r1", player)) == drinkers.split()


def test_who_left_is_out_of_the_circle():
    assert who("left", left(CAL), caught("r1", BOB)) == [DAN]
    assert who("across", left(EVE), caught("r1", BOB)) == [DAN]
    assert who("everyone", left(CAL), returned(CAL), caught("r1", BOB)) == list(FIVE)


@pytest.mark.parametrize(
    ("whom", "drinkers"),
    [
        ("player", "cal"),
        ("left", ""),
        ("right", ""),
        ("neighbours", ""),
        ("across", ""),
        ("everyone", "ann bob dan eve"),
        ("others", "ann bob dan eve"),
    ],
)
def test_somebody_away_has_no_neighbours_and_others_is_everybody_there(whom, drinkers):
    assert who(whom, left(CAL), caught("r1", CAL)) == drinkers.split()
    assert who(whom, game(ANN, BOB, DAN, EVE), trick(1, ANN), left(CAL), caught("r1", CAL)) == drinkers.split()


@pytest.mark.parametrize("whom", ["left", "right", "neighbours", "across", "others"])
def test_alone_one_has_no_others(whom):
    assert who(whom, *map(left, FIVE[1:]), caught("r1", ANN)) == []


@pytest.mark.parametrize(("whom", "drinkers"), [("neighbours", [BOB]), ("left", [BOB]), ("across", [BOB])])
def test_two_neighbours_who_are_one_person_drink_once(whom, drinkers):
    assert who(whom, *map(left, FIVE[2:]), caught("r1", ANN)) == drinkers


def test_a_deal_makes_its_own_circle_until_the_next_one():
    three = [game(), deal(1, players=[ANN, CAL, EVE]), *tricks("ann ann cal")]

    assert who("left", *three, caught("r1", ANN)) == [CAL]
    assert who("left", *three, *tricks("- - - ann eve")[3:], caught("r1", ANN)) == [CAL]
    assert who("left", *three, voided(1), caught("r1", ANN)) == [CAL]
    assert who("left", *three, voided(1), trick(1, ANN, deal=2), caught("r1", ANN)) == [BOB]


def test_who_left_during_a_deal_is_still_in_its_circle():
    assert who("left", game(), trick(1, ANN), left(BOB), caught("r1", ANN)) == [BOB]


def test_before_the_first_deal_the_circle_is_the_game_s_players_not_away():
    assert who("left", game(ANN, CAL, EVE), caught("r1", ANN)) == [CAL]
    assert who("left", game(ANN, CAL, EVE), left(CAL), caught("r1", ANN)) == [EVE]
    assert who("left", game(ANN, CAL, EVE), voided(1), caught("r1", ANN)) == [CAL]


def test_who_is_not_in_the_game_s_circle_counts_among_everyone_not_away():
    three = [game(ANN, CAL, EVE), trick(1, ANN)]

    assert who("left", *three, caught("r1", BOB)) == [CAL]
    assert who("right", *three, left(ANN), caught("r1", BOB)) == [EVE]
    assert who("everyone", *three, caught("r1", BOB)) == list(FIVE)
    assert who("everyone", *three, caught("r1", ANN)) == [ANN, CAL, EVE]


def test_a_running_game_keeps_its_order_when_seats_move():
    moved = event("seats.moved", order=[ANN, CAL, BOB, EVE, DAN])

    assert who("left", game(), trick(1, ANN), moved, caught("r1", ANN)) == [BOB]
    assert who("left", game(), trick(1, ANN), moved, ENDED, caught("r1", ANN)) == [CAL]


def test_the_dealer_is_that_of_the_deal_and_between_deals_of_the_next():
    assert who("dealer", game(dealer=CAL), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(dealer=CAL), trick(1, DAN), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(dealer=CAL), *tricks("ann bob cal dan eve"), caught("r1", ANN)) == [EVE]
    assert who("dealer", game(dealer=CAL), left(CAL), caught("r1", ANN)) == [DAN]
    assert who("dealer", game(dealer=CAL), trick(1, DAN), voided(1), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(), *map(left, FIVE), caught("r1", ANN)) == []
    assert who("dealer", game(), ENDED, caught("r1", ANN)) == []


def test_the_leader_is_who_led_the_trick_and_otherwise_who_leads_next():
    taken = {"on": "trick.taken"}

    assert who("leader", game(), *tricks("bob cal"), when=taken) == [ANN, BOB]
    assert who("leader", game(), trick(1, BOB), caught("r1", EVE)) == [BOB]
    assert who("leader", game(dealer=CAL), caught("r1", EVE)) == [CAL]
    assert who("leader", game(), *tricks("bob - - - -"), caught("r1", EVE)) == [BOB]
    assert who("leader", game(), *tricks("ann ann ann bob eve"), left(EVE), caught("r1", ANN)) == [ANN]


def test_the_dealer_and_leader_of_a_last_trick_are_still_those_of_its_deal():
    last = {"on": "trick.taken", "trick": 5}

    assert who("dealer", game(), *tricks("bob cal dan eve cal"), when=last) == [ANN]
    assert who("leader", game(), *tricks("bob cal dan eve cal"), when=last) == [EVE]


def test_the_taker_is_there_only_at_the_trick():
    assert who("taker", game(), *tricks("bob - cal"), when={"on": "trick.taken"}) == [BOB, CAL]
    assert who("taker", game(), trick(1, None), when={"on": "trick.nobody"}) == []
    assert who("taker", game(), trick(1, BOB), caught("r1", ANN)) == []
    assert who("taker", game(ANN, BOB), plays(1, "ann QH bob 2S"), when={"on": "card.played", "rank": "2"}) == [ANN]


def test_a_dummy_stands_for_its_controller():
    two = game(ANN, BOB, options={"dummies": True})
    cards = plays(1, "ann 3H bob:dummy KH bob 2H ann:dummy 4H")

    assert who("player", two, cards, when={"on": "card.played", "rank": "4"}) == [ANN]
    assert who("taker", two, cards, when={"on": "card.played", "rank": "2"}) == [BOB]
    assert who("left", two, cards, when={"on": "trick.taken"}) == [ANN]
    assert who("leader", two, trick(1, "ann:dummy"), caught("r1", BOB)) == [ANN]
    assert who("player", two, *tricks("ann:dummy -"), when={"on": "trick.nobody"}) == [ANN]
    assert who("everyone", two, trick(1, "ann:dummy"), caught("r1", BOB)) == [ANN, BOB]


def test_a_rule_has_up_to_two_more_parts_and_each_drinks_one_row():
    also = [part("left", 2), part("others", 1)]
    rows = charges(night(rule("r1", amount=3, also=also), caught("r1", ANN)), "r1")

    assert rows == [(ANN, 3), (BOB, 3), (CAL, 1), (DAN, 1), (EVE, 1)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 0},
        {"amount": 6},
        {"amount": "2"},
        {"who": "nobody"},
        {"who": ANN},
        {"also": [part("left", 6)]},
        {"also": [part("left", 0)]},
        {"also": [part("moon", 1)]},
        {"also": [{"who": "left"}]},
        {"also": [{"amount": 1}]},
        {"also": [{**part("left", 1), "when": {"on": "called"}}]},
        {"also": part("left", 1)},
        {"also": [part("left", 1), part("right", 1), part("across", 1)]},
    ],
)
def test_a_rule_asks_one_to_five_of_somebody_there_is(wrong):
    assert refuses_last(rule("r1", **wrong))
    assert refuses_last(rule("r1"), event("rule.amended", rule="r1", **wrong))


def test_an_amendment_replaces_what_it_names_and_all_further_parts_together():
    made = rule("r1", amount=2, also=[part("left", 1), part("right", 1)])

    def after(**fields):
        return charges(night(made, event("rule.amended", rule="r1", **fields), caught("r1", BOB)), "r1")

    assert after(text="new") == [(ANN, 1), (BOB, 2), (CAL, 1)]
    assert after(amount=4) == [(ANN, 1), (BOB, 4), (CAL, 1)]
    assert after(who="others") == [(ANN, 3), (CAL, 3), (DAN, 2), (EVE, 2)]
    assert after(also=[]) == [(BOB, 2)]
    assert after(also=[part("left", 5)]) == [(BOB, 2), (CAL, 5)]
    assert refuses_last(made, event("rule.amended", rule="r1"))


def test_one_rule_charges_one_player_at_most_five_in_one_entry():
    fives = rule("r1", who="everyone", amount=3, also=[part("player", 3), part("everyone", 1)])

    assert charges(night(fives, caught("r1", ANN)), "r1") == [(ANN, 5), (BOB, 4), (CAL, 4), (DAN, 4), (EVE, 4)]


def test_several_cards_in_one_trick_add_up_to_five_at_most():
    spades = rule("r1", who="everyone", amount=2, when={"on": "card.played", "suit": "S"})
    log = [spades, game(ANN, BOB, CAL), plays(1, "ann AS bob KS cal QS"), plays(2, "ann 2S bob 3H cal 4H")]

    assert charges(night(*log), "r1") == [(ANN, 5), (BOB, 5), (CAL, 5), (ANN, 2), (BOB, 2), (CAL, 2)]


def test_two_rules_and_the_game_each_have_a_row_the_game_first_rules_as_they_were_made():
    taken = {"on": "trick.taken"}
    log = [
        rule("r2", when=taken, who="everyone", amount=5),
        rule("r1", when=taken, who="everyone", amount=5),
        event("rule.amended", rule="r2", text="amended"),
        game(ANN, BOB, CAL),
        *tricks("- bob"),
    ]
    rows = [(row["player"], row["rule"], row["reason"]) for row in night(*log)["charges"]]

    assert rows == [
        (ANN, "r2", "amended"),
        (ANN, "r1", "rule r1"),
        (BOB, None, "trick 2"),
        (BOB, "r2", "amended"),
        (BOB, "r1", "rule r1"),
        (CAL, "r2", "amended"),
        (CAL, "r1", "rule r1"),
    ]


def test_a_newcomer_to_the_table_is_in_the_circle_without_a_game():
    assert who("left", joined("zoe"), caught("r1", EVE)) == ["zoe"]
