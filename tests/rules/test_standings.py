"""Standings: in Five-Card Yak the drinks charged between the game's start and its end, from any cause, fewest first."""

from .conftest import (
    ANN,
    BOB,
    CAL,
    CLOSED,
    DAN,
    ENDED,
    EVE,
    FIVE,
    caught,
    deal,
    drunk,
    event,
    fine,
    forgiven,
    game,
    joined,
    night,
    rule,
    trick,
    tricks,
    undone,
    voided,
)


def standings(*events, nth=0):
    return [(row["player"], row["score"], row["place"]) for row in night(*events)["games"][nth]["standings"]]


def test_the_fewest_drinks_come_first_and_ties_share_a_place_in_the_order_of_the_game():
    log = [game(EVE, DAN, CAL, BOB), *tricks("dan cal dan"), ENDED]

    assert standings(*log) == [(EVE, 0, 1), (BOB, 0, 1), (CAL, 2, 3), (DAN, 4, 4)]


def test_drinks_of_any_cause_count_those_before_and_after_do_not():
    log = [
        fine(ANN, 9),
        rule("r1", who="left"),
        game(ANN, BOB, CAL),
        trick(1, CAL),
        fine(ANN, 2),
        caught("r1", ANN),
        event("drink.moved", player=ANN, to=BOB, amount=4),
        ENDED,
        fine(CAL, 50),
    ]

    assert standings(*log) == [(CAL, 1, 1), (ANN, 2, 2), (BOB, 5, 3)]


def test_drunk_or_forgiven_makes_no_difference():
    log = [game(ANN, BOB), trick(1, ANN), drunk(ANN, 1), fine(BOB, 2), forgiven(BOB, 2), ENDED]

    assert standings(*log) == [(ANN, 1, 1), (BOB, 2, 2)]


def test_a_newcomer_to_the_game_counts_from_its_start():
    log = [joined("zoe"), fine("zoe", 3), game(ANN, BOB), fine("zoe", 2), deal(1, players=[ANN, BOB, "zoe"])]

    assert standings(*log, ENDED) == [(ANN, 0, 1), (BOB, 0, 1), ("zoe", 2, 3)]


def test_who_joins_the_night_during_the_game_counts_from_joining():
    log = [game(ANN, BOB), joined("zoe"), fine("zoe", 2), deal(1, players=[ANN, "zoe"]), trick(1, "zoe"), ENDED]

    assert standings(*log) == [(ANN, 0, 1), (BOB, 0, 1), ("zoe", 3, 3)]


def test_who_is_not_in_the_game_is_not_in_its_standings():
    assert standings(game(ANN, BOB), fine(CAL, 2), ENDED) == [(ANN, 0, 1), (BOB, 0, 1)]


def test_a_game_is_finished_when_it_was_ended():
    def finished(*events):
        return [one["finished"] for one in night(*events)["games"]]

    assert finished(game(), trick(1, ANN)) == [False]
    assert finished(game(), trick(1, ANN), CLOSED) == [False]
    assert finished(game(), ENDED, game(), ENDED, game()) == [True, True, False]
    assert finished(game(), ENDED, undone(8)) == [False]
    assert finished(game(), undone(7)) == []


def test_an_unfinished_game_stands_as_it_is_now():
    assert standings(game(ANN, BOB), trick(1, ANN), fine(BOB, 3)) == [(ANN, 1, 1), (BOB, 3, 2)]


def test_each_game_has_its_own():
    log = [game(), trick(1, ANN), ENDED, game(BOB, CAL), trick(1, CAL), ENDED]

    assert standings(*log)[-1] == (ANN, 1, 5)
    assert standings(*log, nth=1) == [(BOB, 0, 1), (CAL, 1, 2)]
    assert [one["game"] for one in night(*log)["games"]] == ["five-card-yak"] * 2


def test_an_undone_fine_leaves_the_standings_a_voided_deal_stays_in_them():
    assert standings(game(*FIVE[:2]), fine(ANN, 3), undone(8)) == [(ANN, 0, 1), (BOB, 0, 1)]
    assert standings(game(*FIVE[:2]), trick(1, ANN), voided(1)) == [(BOB, 0, 1), (ANN, 1, 2)]
