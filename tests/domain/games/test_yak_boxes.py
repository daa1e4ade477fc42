"""Yak: what five dice score in each box."""

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


def test_there_are_fourteen_boxes_with_names():
    assert len(MOST) == 14
    assert list(BOXES.spoken) == list(MOST)
    assert (BOXES.spoken["1s"], BOXES.spoken["run-1-5"], BOXES.spoken["2+3-same"]) == ("1s", "run 1-5", "2+3 same")


def test_the_most_of_every_box_is_what_the_best_of_all_throws_scores():
    assert {box: max(points(box, dice) for dice in EVERY_THROW) for box in MOST} == MOST
