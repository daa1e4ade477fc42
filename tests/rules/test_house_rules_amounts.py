"""How much a house rule asks: its parts, one row for each, and never more than five at a time."""

from tests.table import cases

from .conftest import ANN, BOB, CAL, DAN, EVE, caught, charges, event, game, night, plays, refuses_last, rule, tricks


def part(who, amount):
    return {"who": who, "amount": amount}


def test_a_rule_has_up_to_two_more_parts_and_each_drinks_one_row():
    also = [part("left", 2), part("others", 1)]
    rows = charges(night(rule("r1", amount=3, also=also), caught("r1", ANN)), "r1")

    assert rows == [(ANN, 3), (BOB, 3), (CAL, 1), (DAN, 1), (EVE, 1)]


@cases(
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
