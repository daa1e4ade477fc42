"""Five-Card Yak: what a trick costs, whom, and what it earns."""

from itertools import product

from companion.domain.games.five_card_yak.deal import earns_right, penalty, turning
from tests.table import cases

from ..conftest import ANN, BOB, CAL, DAN, FIVE, by_trick, event, fine, game, joined, night, tricks

THREE = (ANN, BOB, CAL)


SIX, TWO_PLAY = (*FIVE, "fay"), (ANN, BOB)
ALL_TWO = dict.fromkeys(SIX[1:], 2)


FAY = joined("fay")
TWO = game(ANN, BOB, options={"dummies": True})
ONES = [{ANN: 1}] * 3


def dealt(takers, *players):
    """A deal among Ann, Bob and Cal, or among these."""
    return night(FAY, game(*(players or THREE)), *tricks(takers))


@cases(
    *((f"a first trick costs its taker {n}", f"{'- ' * (n - 1)}ann", [{ANN: n}]) for n in range(1, 6)),
    ("a second and a third too", "ann bob ann bob ann", [{ANN: 1}, {BOB: 2}, {ANN: 3}, {BOB: 4}, {ANN: 5}]),
    ("only 1 for one penalised before", "ann ann ann bob bob", [*ONES, {BOB: 4}, {BOB: 1}]),
    ("nobody is penalised for a trick without a taker", "ann - ann", [{ANN: 1}, {ANN: 3}]),
    ("nor for five of them", "- - - - -", []),
    ("a fourth trick turns on everybody else", "ann ann ann ann", [*ONES, {BOB: 5, CAL: 5}]),
    ("also as trick 5", "ann ann ann - ann", [*ONES, {BOB: 6, CAL: 6}]),
    ("only 2 for one penalised before", "ann ann ann bob ann", [*ONES, {BOB: 4}, {BOB: 2, CAL: 6}]),
    ("a fifth costs everybody else 2", "ann ann ann ann ann", [*ONES, {BOB: 5, CAL: 5}, {BOB: 2, CAL: 2}]),
    ("a shared penalty is one, too", "ann ann ann ann bob", [*ONES, {BOB: 5, CAL: 5}, {BOB: 1}]),
    ("between two four tricks are plain", "ann ann ann ann bob", [*ONES, {ANN: 1}, {BOB: 5}], TWO_PLAY),
    ("also with one between", "ann ann ann - ann", [*ONES, {ANN: 5}], TWO_PLAY),
    ("and a sweep turns round for six", "ann ann ann ann ann", [*ONES, {ANN: 1}, {BOB: 6}], TWO_PLAY),
    ("among six the third trick turns", "ann ann ann", [*ONES[:2], dict.fromkeys(SIX[1:], 4)], SIX),
    ("only 2 for one penalised before", "ann ann bob ann",
     [*ONES[:2], {BOB: 3}, {BOB: 2, **dict.fromkeys(SIX[2:], 5)}], SIX),
    ("as trick 5", "ann ann - - ann", [*ONES[:2], dict.fromkeys(SIX[1:], 6)], SIX),
    ("and each further one costs everybody else 2", "ann ann ann ann ann",
     [*ONES[:2], dict.fromkeys(SIX[1:], 4), ALL_TWO, ALL_TWO], SIX),
    ("also after one without a taker", "ann ann ann - ann", [*ONES[:2], dict.fromkeys(SIX[1:], 4), ALL_TWO], SIX),
)  # fmt: skip
def test_a_deal_costs(what, takers, due, *players):
    assert by_trick(dealt(takers, *sum(players, ()))) == due, what


@cases(
    ("tricks of one's own hand cost as among three", "ann ann bob - ann", [{ANN: 1}, {ANN: 1}, {BOB: 3}, {ANN: 5}]),
    ("the first three of a dummy cost nobody", "ann:dummy bob:dummy ann:dummy bob:dummy ann:dummy", []),
    ("a dummy penalises nobody for the trick before", "ann ann:dummy ann", [{ANN: 1}, {ANN: 3}]),
    ("hand and dummy are counted apart", "ann ann ann:dummy ann:dummy ann", [{ANN: 1}, {ANN: 1}, {ANN: 5}]),
    ("2 for one penalised before, when a dummy turns it", "ann:dummy ann:dummy ann:dummy bob ann:dummy",
     [{BOB: 4}, {BOB: 2}], [ANN]),
    ("four by one hand turn on the other player and earn a rule", "ann ann ann ann", [*ONES, {BOB: 5}], [ANN]),
    ("or by a dummy", "ann:dummy ann:dummy ann:dummy ann:dummy", [{BOB: 5}], [ANN]),
    ("all five cost two more and earn a second", "bob bob bob bob bob",
     [{BOB: 1}, {BOB: 1}, {BOB: 1}, {ANN: 5}, {ANN: 2}], [BOB, BOB]),
    ("or by a dummy", "bob:dummy bob:dummy bob:dummy bob:dummy bob:dummy", [{ANN: 5}, {ANN: 2}], [BOB, BOB]),
)  # fmt: skip
def test_a_deal_of_two_with_dummies_costs(what, takers, due, *rights):
    result = night(TWO, *tricks(takers))

    assert (by_trick(result), result["rights"]) == (due, sum(rights, [])), what


def test_neither_the_penalty_nor_the_count_of_tricks_reaches_back_across_a_deal():
    two_deals = night(game(*THREE), *tricks("- - - - ann"), *tricks("ann", deal=2))

    assert by_trick(two_deals) == [{ANN: 5}, {ANN: 1}]
    assert by_trick(night(game(*THREE), *tricks("ann ann ann - -"), *tricks("ann", deal=2)))[-1] == {ANN: 1}


def test_drinks_from_house_rules_and_by_hand_are_no_penalty():
    everyone = event("rule.made", rule="r1", text="all", when={"on": "trick.taken"}, who="everyone")

    assert by_trick(night(everyone, game(*THREE), *tricks("bob ann"), fine(CAL, 1), *tricks("- - cal")[2:])) == [
        {BOB: 1},
        {ANN: 2},
        {CAL: 1},
        {CAL: 3},
    ]


@cases(
    *((players, takers, earned) for players in (THREE, FIVE) for takers, earned in (
        ("ann ann ann", []), ("ann ann bob ann ann", [ANN]), ("ann ann ann ann ann", [ANN, ANN]))),
    *((SIX, takers, earned) for takers, earned in (
        ("ann ann ann", [ANN]), ("ann ann ann ann -", [ANN]), ("ann ann ann ann ann", [ANN, ANN]))),
    *((TWO_PLAY, takers, earned) for takers, earned in (
        ("ann ann ann ann bob", []), ("ann ann ann ann ann", [ANN]))),
)  # fmt: skip
def test_tricks_earn_rules_by_the_number_of_players(players, takers, earned):
    assert dealt(takers, *players)["rights"] == earned


def test_the_table_that_holds_is_that_of_the_number_dealt_in():
    five_of_six = event("deal.started", deal=1, players=list(FIVE))
    log = [FAY, game(*SIX), five_of_six, *tricks("ann ann ann ann -"), *tricks("ann ann ann", deal=2)]

    assert by_trick(night(*log))[2:4] == [{ANN: 1}, dict.fromkeys(FIVE[1:], 5)]
    assert by_trick(night(*log))[-1] == dict.fromkeys(SIX[1:], 4)


def test_the_reason_is_the_trick():
    first, second = night(game(), *tricks("- ann - dan"))["charges"]

    assert (first["player"], first["reason"], first["rule"]) == (ANN, "trick 2", None)
    assert (second["player"], second["reason"], second["rule"]) == (DAN, "trick 4", None)
    assert first["because"]


def by_the_book(players, takers):
    """The penalty table once more, read off the rules as one long list of cases: drinks a trick, rules earned."""
    drinks, earned, last = [], [], set()
    for number, taker in enumerate(takers, start=1):
        so_far = takers[:number].count(taker)
        due = {}
        if taker is None:
            pass
        elif players == 2 and so_far == 5:
            due = {other: 6 for other in range(2) if other != taker}
        elif players == 2 or so_far <= (2 if players > 5 else 3):
            due = {taker: 1 if taker in last else number}
        elif so_far == (3 if players > 5 else 4):
            due = {other: 2 if other in last else number + 1 for other in range(players) if other != taker}
        else:
            due = {other: 2 for other in range(players) if other != taker}
        if taker is not None and so_far == {2: 5}.get(players, 3 if players > 5 else 4):
            earned.append(taker)
        if taker is not None and so_far == 5 and players > 2:
            earned.append(taker)
        drinks.append(due)
        last = set(due)
    return drinks, earned


@cases(2, 3, 4, 5, 6)
def test_every_deal_there_can_be_costs_what_the_book_says(players):
    names = [str(seat) for seat in range(players)]
    for takers in product([None, *range(players)], repeat=5):
        drinks, rules, before = [], [], frozenset()
        for trick, taker in enumerate(takers, start=1):
            fines = ()
            if taker is not None:
                count = takers[:trick].count(taker)
                turns_at = turning(players, dummies=False)
                fines = penalty(trick, str(taker), count, tuple(names), before, turns_at)
                rules += [taker] * earns_right(count, turns_at)
            drinks.append({int(fine.player): fine.amount for fine in fines})
            before = frozenset(fine.player for fine in fines)
        assert (drinks, rules) == by_the_book(players, takers), takers
