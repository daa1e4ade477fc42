"""Yak: three throws a turn, holding any dice."""

from typing import Any

from companion.rules.games.yak.card import thrown as all_five
from tests.table import cases

from .yak_nights import played, refused, rounds, scored, thrown

FIRST = thrown("ann", 1, "12366")


def test_a_turn_has_up_to_three_throws() -> None:
    played(FIRST, thrown("ann", 2, "12566", "xx.xx"), thrown("ann", 3, "66666", "...xx"), scored("ann", "5-same"))
    played(FIRST, scored("ann", "6s"))


@cases(0, 4, True, 1.5, None)
def test_throws_are_one_two_and_three(throw: object) -> None:
    assert "throw" in refused({**FIRST, "throw": throw})


@cases(
    (thrown("ann", 2, "12366"), "throw 1 of Ann comes first"),
    (FIRST, thrown("ann", 3, "12366"), "throw 2 of Ann comes first"),
    (FIRST, thrown("ann", 1, "11111"), "Throw 1 of Ann is already written: 1 2 3 6 6"),
    (thrown("ann", 1, "12366", "...xx"), "no dice are held at the first throw"),
    (FIRST, scored("ann", "6s"), thrown("ann", 1, "12366", "...xx", 2), "no dice are held at the first throw"),
    (FIRST, thrown("ann", 2, "44465", "...xx"), "a held die stays as it is: die 5 shows 6"),
    (FIRST, thrown("ann", 2, "66444", "xx..."), "a held die stays as it is: die 1 shows 1"),
    (FIRST, thrown("ann", 2, "45466", "...xx"), thrown("ann", 3, "12366", "xx..."),
     "a held die stays as it is: die 1 shows 4"),
    (FIRST, thrown("ann", 2, "12366", "xxxxx"), "whoever holds all five dice throws none; score them"),
    (*rounds("ann"), thrown("ann", 1, "12366", round=15), "there are 14 rounds, one for each box"),
)  # fmt: skip
def test_a_throw_comes_in_order_once_and_dice_held_keep_place_and_number(*throws_and_why: Any) -> None:
    *throws, why = throws_and_why

    assert refused(*throws) == why


@cases("1236", "123456", "12370", "12378", "")
def test_five_dice_show_one_to_six(dice: str) -> None:
    assert "dice" in refused(thrown("ann", 1, dice))


@cases(True, 1.5, "1", None, [1])
def test_a_die_is_a_whole_number(die: object) -> None:
    assert "dice" in refused({**FIRST, "dice": [die, 2, 3, 6, 6]})


@cases([True] * 4, [True] * 6, [1, 0, 0, 0, 0], ["x", ".", ".", ".", "."], None, True)
def test_held_is_said_of_each_die(held: object) -> None:
    assert "held" in refused(FIRST, {**thrown("ann", 2, "12366"), "held": held})


def test_up_to_four_dice_may_be_held_and_thrown_again_on_the_third() -> None:
    played(thrown("ann", 1, "12366", "....."))
    played(FIRST, thrown("ann", 2, "12466", "xx.xx"))
    played(FIRST, thrown("ann", 2, "44466", "...xx"), thrown("ann", 3, "44415", "xxx.."))
    played(FIRST, thrown("ann", 2, "55555"))


def test_the_fresh_dice_fill_up_from_left_to_right() -> None:
    assert all_five((1, 2, 3, 6, 6), (True, False, False, True, False), (4, 5, 1)) == (1, 4, 5, 6, 1)
    assert all_five(None, (False,) * 5, (4, 5, 1, 2, 2)) == (4, 5, 1, 2, 2)


def test_every_player_has_a_turn_of_their_own_these_may_cross_and_one_may_finish_first() -> None:
    played(FIRST, thrown("bob", 1, "11111"), thrown("ann", 2, "12466", "xx.xx"), scored("bob", "5-same"))
    played(*rounds("ann"), *rounds("bob", 1, 13))


@cases(thrown("ann", 1, "12366", round=3), scored("ann", "all", "12366", 3))
def test_a_players_own_rounds_come_in_order(event: dict[str, object]) -> None:
    assert refused(event) == "round 1 of Ann comes first"
    assert refused(*rounds("ann", 1, 5), event) == "Round 3 of Ann is over"


def test_rounds_count_from_one() -> None:
    assert "round" in refused(thrown("ann", 1, "12366", round=0))


def test_somebody_who_does_not_play_throws_nothing() -> None:
    assert refused(thrown("dan", 1, "12366"), joined="ann bob dan") == "Dan is not in this game"
    assert refused(scored("dan", "all", "12366"), joined="ann bob dan") == "Dan is not in this game"
