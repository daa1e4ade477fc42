"""Yak: a box is filled with the last throw."""

from companion.rules.games.yak.events import DiceThrown, ThrowScored
from tests.table import cases

from .yachting_nights import scores
from .yak_nights import SEQUENCE, played, refused, rounds, scored, thrown

FIRST = thrown("ann", 1, "12366")
IDENTICAL = {"dice": "identical", "sequence": SEQUENCE}


def test_a_box_scores_the_last_throw_and_with_real_dice_the_throws_may_be_left_out() -> None:
    assert scores(played(FIRST, thrown("ann", 2, "66666", "...xx"), scored("ann", "6s")))["ann"] == 30
    assert scores(played(scored("ann", "2+3-same", "66622"))) == {"ann": 25, "bob": 0}


def test_with_real_dice_either_the_throws_or_the_box_say_what_they_show() -> None:
    assert refused(scored("ann", "all")) == "what do the five dice show?"
    assert refused(FIRST, scored("ann", "6s"), scored("ann", "all", round=2)) == "what do the five dice show?"


@cases("real", "independent")
def test_dice_told_with_the_box_are_the_last_throws_in_its_order(dice: str) -> None:
    played(FIRST, scored("ann", "6s", "12366"), dice=dice)
    for other in ("66321", "12666", "66666"):
        wrong = refused(FIRST, scored("ann", "6s", other), dice=dice)
        assert wrong == "the last throw showed 1 2 3 6 6, in this order"


@cases({"dice": "independent"}, IDENTICAL)
def test_the_phones_dice_are_thrown_before_they_are_scored(options: dict[str, object]) -> None:
    for event in (scored("ann", "all"), scored("ann", "all", "12345")):
        assert refused(event, **options) == "the phone's dice are thrown before they are scored"


def test_a_box_is_filled_once() -> None:
    assert refused(*rounds("ann", 1, 1), scored("ann", "1s", "11111", 2)) == "Ann has already filled 1s"
    played(*rounds("ann", 1, 1), scored("bob", "1s", "11111"))


@cases("7s", "3 same", "low", "", None, 1)
def test_a_box_is_one_of_the_fourteen(box: object) -> None:
    assert "box" in refused({**scored("ann", "all", "12345"), "box": box})


def test_a_score_has_no_points_of_its_own() -> None:
    assert refused({**scored("ann", "all", "12345"), "points": 15}) == "the event has no field points"


def test_the_same_box_or_throw_from_two_phones_is_the_same_unless_the_dice_differ() -> None:
    box = ThrowScored(player="ann", round=1, box="all", dice=(1, 2, 3, 4, 5))
    throw = DiceThrown(player="ann", round=1, throw=1, dice=(1, 2, 3, 4, 5))

    assert box.same_as(ThrowScored(player="ann", round=1, box="all"))
    assert not box.same_as(ThrowScored(player="ann", round=1, box="all", dice=(1, 2, 3, 5, 4)))
    assert not box.same_as(ThrowScored(player="ann", round=1, box="6s", dice=(1, 2, 3, 4, 5)))
    assert throw.same_as(DiceThrown(player="ann", round=1, throw=1, dice=(1, 2, 3, 4, 5), held=(False,) * 5))
    assert not throw.same_as(DiceThrown(player="ann", round=1, throw=1, dice=(1, 2, 3, 4, 6)))
