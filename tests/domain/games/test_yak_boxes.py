"""Yak: what five dice score in each box."""

from collections import Counter
from itertools import product

from companion.domain.games.yak.events import BOXES, MOST, points
from tests.table import cases

EVERY_THROW = list(product(range(1, 7), repeat=5))


@cases(
        *((box, "16136", worth) for box, worth in
          (("1s", 2), ("2s", 0), ("3s", 3), ("4s", 0), ("5s", 0), ("6s", 12))),
        ("all", "16136", 17), ("all", "66666", 30),
        ("run-1-5", "53124", 15), ("run-1-5", "23456", 0), ("run-1-5", "12344", 0),
        ("run-2-6", "65432", 20), ("run-2-6", "12345", 0), ("run-2-6", "13456", 0),
        ("3-same", "21242", 15), ("3-same", "22223", 15), ("3-same", "22222", 15), ("3-same", "22113", 0),
        ("2-pairs", "21215", 20), ("2-pairs", "21212", 20), ("2-pairs", "22225", 20), ("2-pairs", "22222", 20),
        ("2-pairs", "22234", 0), ("2-pairs", "22345", 0),
        ("2+3-same", "21212", 25), ("2+3-same", "22222", 25), ("2+3-same", "22221", 0), ("2+3-same", "21215", 0),
        ("4-same", "22212", 30), ("4-same", "22222", 30), ("4-same", "22211", 0),
        ("5-same", "33333", 50), ("5-same", "33334", 0),
    )  # fmt: skip
def test_a_box_scores_the_sum_of_its_dice_or_its_value_for_what_it_needs_and_else_nothing(box, dice, worth):
    assert points(box, [int(die) for die in dice]) == worth


def test_every_open_box_shows_what_the_dice_score_and_the_most_it_can_best_first():
    assert BOXES.best([6, 6, 6, 6, 2], ["2s", "6s", "all", "4-same", "5-same"]) == [
        ("4-same", 30, 30), ("all", 26, 30), ("6s", 24, 30), ("2s", 2, 10), ("5-same", 0, 50),
    ]  # fmt: skip


def test_of_boxes_with_nothing_the_one_that_gives_least_away_comes_first():
    assert [box for box, _, _ in BOXES.best([1, 1, 2, 4, 6], ["5-same", "run-1-5", "5s"])] == [
        "run-1-5",
        "5s",
        "5-same",
    ]


def test_there_are_fourteen_boxes_with_names_to_say():
    assert len(MOST) == 14
    assert list(BOXES.spoken) == list(MOST)
    assert (BOXES.spoken["1s"], BOXES.spoken["run-1-5"], BOXES.spoken["2+3-same"]) == ("1s", "run 1-5", "2+3 same")


def test_the_most_of_every_box_is_what_the_best_of_all_throws_scores():
    assert {box: max(points(box, dice) for dice in EVERY_THROW) for box in MOST} == MOST


def by_hand(dice):
    """The same fourteen boxes, worked out another way."""
    counts = sorted(Counter(dice).values())
    ordered = "".join(map(str, sorted(dice)))
    two_pairs = counts in ([1, 2, 2], [2, 3], [1, 4], [5])
    return {
        **{f"{number}s": sum(die for die in dice if die == number) for number in range(1, 7)},
        "all": sum(dice),
        "run-1-5": 15 * (ordered == "12345"),
        "run-2-6": 20 * (ordered == "23456"),
        "3-same": 15 * (counts[-1] > 2),
        "2-pairs": 20 * two_pairs,
        "2+3-same": 25 * (counts in ([2, 3], [5])),
        "4-same": 30 * (counts[-1] > 3),
        "5-same": 50 * (len(counts) == 1),
    }


def test_all_7776_throws_agree_with_a_second_reading_of_the_rules():
    for dice in EVERY_THROW:
        assert {box: points(box, dice) for box in MOST} == by_hand(dice)
