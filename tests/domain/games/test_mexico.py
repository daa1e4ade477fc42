"""Mexico: what beats what, who drinks how much, who begins, how many throws there are; and every refusal."""

from typing import Any

from tests.conftest import EXAMPLES
from tests.table import cases

from ..entries import event, joined, left, returned, rule
from ..nights import charged, drinks, night, stand, why_refused
from ..people import ANN, BOB, CAL, DAN
from ..play import game, trick
from .mexico_count import Counted

FOUR = (ANN, BOB, CAL, DAN)


def mexico(*players: str, **options: Any):
    return game(*(players or FOUR), game="mexico", **({"options": options} if options else {}))


def threw(player, pair, round=1, throw=1):
    return event("pair.thrown", round=round, player=player, throw=throw, dice=[int(die) for die in str(pair)])


def kept(player, round=1):
    return event("pair.kept", round=round, player=player)


def turns(pairs: str, *players: str, round=1):
    """A round of real dice: `turns("64 33 31 52")` by Ann, Bob, Cal and Dan."""
    return [threw(player, pair, round) for player, pair in zip(players or FOUR, pairs.split(), strict=False)]


START, PHONE = mexico(), mexico(dice="phone")
ANN_KEPT = [PHONE, threw(ANN, 31), threw(ANN, 64, throw=2), kept(ANN)]
FIRST_ROUND = [START, *turns("64 33 31 52")]
REST = [threw(CAL, 66), threw(DAN, 52)]
SIX = (*FOUR, "eve", "fay")


@cases(
    *((why, [START, *turns(pairs)], due) for why, pairs, due in (
        ("the lowest drinks 1", "64 33 31 52", "cal 1"),
        ("the lower die decides between equal high dice", "64 63 65 66", "bob 1"),
        ("32 beats 31", "32 31 41 51", "bob 1"),
        ("doubles beat the rest", "11 65 66 55", "bob 1"),
        ("a low double is lower than a high one", "22 66 33 44", "ann 1"),
        ("21 beats doubles, and doubles the round", "21 66 55 11", "dan 2"),
        ("1 and 2 is Mexico in either order", "12 66 55 11", "dan 2"),
        ("two Mexicos double twice", "21 12 55 11", "dan 4"),
        ("all who tie for the lowest drink", "64 31 13 52", "bob 1 cal 1"),
        ("if all tie, all drink", "64 46 64 46", "ann 1 bob 1 cal 1 dan 1"),
        ("four Mexicos cost everybody 16", "21 21 12 12", "ann 16 bob 16 cal 16 dan 16"))),
    ("and so do five", [joined("fay"), mexico(*SIX), *turns("21 21 21 21 21 31", *SIX)], "fay 16"),
    ("kept pairs", [*ANN_KEPT, threw(BOB, 65), kept(BOB), REST[0], kept(CAL), REST[1], kept(DAN)], "dan 1"),
    ("who is away is passed over", [START, threw(ANN, 64), left(BOB), threw(CAL, 31), REST[1]], "cal 1"),
    ("a round ends when the last one to throw leaves", [START, *turns("64 33 31"), left(DAN)], "cal 1"),
    ("what lies in front of somebody who leaves counts", [PHONE, threw(ANN, 31), left(ANN), threw(BOB, 65), *REST],
     "ann 1"),
    ("who comes back throws in the round that is on",
     [START, left(BOB), threw(ANN, 64), returned(BOB), threw(BOB, 31), *REST], "bob 1"),
    ("nobody drinks who was the only one to throw", [START, threw(ANN, 31), left(BOB), left(CAL), left(DAN)], ""),
    ("who sits in throws in the round that is on",
     [START, threw(ANN, 64), threw(BOB, 65), event("game.joined", player="eve"), *REST, threw("eve", 31)], "eve 1"),
)  # fmt: skip
def test_a_round_costs_the_lowest(case, events, due):
    assert drinks(*events, rule=None) == due, case


def test_a_fine_says_why():
    (row,) = night(START, *turns("21 33 31 52"))["charges"]
    assert (row["reason"], row["because"]) == ("round 1", "lowest in round 1 with 31, doubled for Mexico")


def test_the_loser_begins_the_next_round():
    assert charged(night(*FIRST_ROUND, *turns("31 64 64 64", CAL, DAN, ANN, BOB, round=2))) == (
        "cal 1 round 1, cal 1 round 2"
    )


def test_whoever_begins_sets_how_many_throws_all_have():
    assert night(START, threw(ANN, 64, throw=2), threw(BOB, 65, throw=2))


def test_the_game_is_over_after_its_rounds_and_the_fewest_lost_wins():
    assert stand(night(mexico(ANN, BOB, rounds=1), threw(ANN, 31), threw(BOB, 32))) == "bob 0 1, ann 1 2 over"


@cases(
    ("somebody who does not play", "Eve does not play", [START, threw("eve", 31)]),
    ("a throw out of turn", "it is Ann’s turn", [START, threw(BOB, 31)]),
    ("of who is not the loser", "it is Cal’s turn", [*FIRST_ROUND, threw(ANN, 65, round=2)]),
    ("or not the first of several", "it is Bob’s turn", [START, *turns("64 31 31 52"), threw(CAL, 65, round=2)]),
    ("more throws than who began", "Ann threw 2×", [START, threw(ANN, 64, throw=2), threw(BOB, 65, throw=3)]),
    ("a round too early", "round 1 comes first", [START, threw(ANN, 31, round=2)]),
    ("a round that is over", "Round 1 is over", [*FIRST_ROUND, threw(ANN, 31)]),
    ("a second throw of real dice", "Ann has thrown already: 31", [START, threw(ANN, 31), threw(ANN, 65)]),
    ("to keep what was not thrown", "Ann has not thrown yet", [START, kept(ANN)]),
    ("a fourth throw", "throw", [START, threw(ANN, 31, throw=4)]),
    ("a seven", "dice", [START, threw(ANN, 71)]),
    ("three dice", "dice", [START, threw(ANN, 211)]),
    ("the phone's second throw first", "throw 1 comes first", [PHONE, threw(ANN, 64, throw=2)]),
    ("its throw before a pair is kept", "it is Bob’s turn", [*ANN_KEPT, threw(CAL, 31)]),
    ("more of its throws than who began", "Bob has thrown already: 32",
     [*ANN_KEPT, threw(BOB, 31), threw(BOB, 32, throw=2), threw(BOB, 33, throw=3)]),
    ("a throw after a Mexico", "Ann has thrown already: Mexico", [PHONE, threw(ANN, 21), threw(ANN, 66, throw=2)]),
    ("to keep the last throw, which is kept", "Ann has thrown already: 41",
     [PHONE, threw(ANN, 31), threw(ANN, 32, throw=2), threw(ANN, 41, throw=3), kept(ANN)]),
    ("a thing that no game has", "no game has a thing called jackpot",
     [rule("r1", when={"on": "thing.happened", "thing": "jackpot"})]),
    ("no thing", "thing", [rule("r1", when={"on": "thing.happened"})]),
)  # fmt: skip
def test_the_table_is_refused(case, why, events):
    assert why.casefold() in why_refused(*events).casefold(), case


def test_random_games_cost_what_a_second_count_says():
    for seed in range(20 * EXAMPLES):
        counted = Counted(seed)
        found = night(*counted.events)
        (played,) = found["games"]

        assert [(row["player"], row["amount"]) for row in found["charges"]] == counted.drinks, seed
        assert {row["player"]: row["score"] for row in played["standings"]} == counted.lost, seed
        assert played["finished"], seed


MEXICO, DOUBLE, LOWEST, HIGH = (
    {"on": "thing.happened", "thing": thing} for thing in ("mexico", "double", "lowest", "65")
)
ROUND = [START, *turns("21 33 65 31")]


@cases(
    (MEXICO, ROUND, "ann 1"),
    (MEXICO, [START, *turns("12 33 21 31")], "ann 1 cal 1"),
    (DOUBLE, ROUND, "bob 1"),
    (HIGH, [START, *turns("56 33 66 64")], "ann 1"),
    (LOWEST, ROUND, "dan 1"),
    (LOWEST, ROUND[:-1], ""),
    (LOWEST, [START, *turns("31 33 13 65")], "ann 1 cal 1"),
    (LOWEST, [START, threw(ANN, 31), left(BOB), left(CAL), left(DAN)], ""),
    ({"on": "dice.rolled", "sum": 3}, ROUND, "ann 1"),
    ({"on": "dice.rolled", "sum": 2}, [START, *turns("11 33 65 31")], "ann 1"),
    ({"on": "dice.rolled", "face": 3, "count": 2}, ROUND, "bob 1"),
    ({"on": "dice.rolled", "same": 2}, ROUND, "bob 1"),
    ({"on": "dice.rolled", "face": 6}, ROUND, "cal 1"),
    (DOUBLE, [PHONE, threw(ANN, 44), threw(ANN, 31, throw=2), kept(ANN)], "ann 1"),
    (HIGH, [PHONE, threw(ANN, 65), kept(ANN)], "ann 1"),
    (MEXICO, [game(), trick(1, ANN)], ""),
    (LOWEST, [START, threw(ANN, 31), threw(BOB, 65), threw(CAL, 64), left(DAN)], "ann 1"),
)
def test_house_rules_hear_each_throw_that_is_entered_and_who_is_lowest(when, events, expected):
    assert drinks(rule("r1", when=when), *events) == expected


def test_everyone_else_drinks_for_a_mexico_and_the_fine_has_the_words_of_the_rule():
    made = rule("r1", when=MEXICO, text="Mexico: everyone else drinks", who="others")
    rows = night(made, START, threw(ANN, 21))["charges"]
    assert [(row["player"], row["because"]) for row in rows] == [(one, made["text"]) for one in (BOB, CAL, DAN)]
