"""Card Yacht: a box filled is something house rules listen to."""

from tests.table import cases

from .card_yacht_nights import THREE, hand, played, rounds, told
from .yachting_nights import called, charged, left, rule


def struck(when: dict[str, object], *events: dict[str, object], who: str = "player", **how: object) -> list[str]:
    """Who drinks for a rule that is in force during these events."""
    return [player for player, _, _ in charged(played(rule({"on": "box.scored", **when}, who), *events, **how))]


@cases(
    ("at every hand scored, also for nothing", {}, "ann bob"),
    ("at one box only", {"box": "low"}, "ann"),
    ("at a box got with at least a point", {"at_least": 1}, "ann"),
    ("at a box filled with nothing", {"zero": True}, "bob"),
)
def test_a_rule_about_boxes_strikes(what: str, when: dict[str, object], drinkers: str) -> None:
    assert struck(when, told("ann", "low", 50), told("bob", "high")) == drinkers.split(), what
    assert struck({"box": "three-and-two"}, hand("ann", "three-and-two", "7S 7H 7D 2C 2S")) == ["ann"]


def test_at_least_counts_the_points_of_the_box_without_any_bonus() -> None:
    boxes = ["spades", "hearts", "diamonds", "clubs"]
    night = [told(who, box, 49, at) for at, box in enumerate(boxes, start=1) for who in ("ann", "bob")]

    assert struck({"at_least": 50}, *night, players="ann bob") == []
    assert len(struck({"at_least": 49}, *night, players="ann bob")) == 8


def test_left_right_and_all_are_counted_in_the_order_of_the_game_with_the_away() -> None:
    gone = [left("bob"), told("ann", "low")]

    assert struck({}, *gone, who="left", joined="bob cal ann dan") == ["bob"]
    assert struck({}, *gone, who="right", joined="bob cal ann dan") == ["cal"]
    assert sorted(struck({}, *gone, who="everyone", joined="bob cal ann dan")) == ["ann", "bob", "cal"]


def test_a_rule_called_on_somebody_outside_the_game_counts_among_all_who_are_here() -> None:
    night = played(rule({"on": "called"}, "others"), called("dan"), joined=f"{THREE} dan eve")

    assert [player for player, _, _ in charged(night)] == ["ann", "bob", "cal", "eve"]


def test_the_dealer_of_a_hand_is_the_dealer_of_its_round_even_of_the_hand_that_closes_it() -> None:
    assert struck({"box": "hearts"}, *rounds(THREE, 1, 2), who="dealer") == ["bob", "bob", "bob"]
    assert struck({"box": "flush"}, *rounds(THREE), who="dealer") == ["cal", "cal", "cal"]


def test_the_stake_stands_before_the_house_rules_of_the_last_hand() -> None:
    night = played(
        rule({"on": "box.scored", "box": "flush", "zero": True}), *rounds("ann bob", 1, 11),
        told("ann", "flush", 25, 12), told("bob", "flush", 0, 12), players="ann bob", stake=4,
    )  # fmt: skip

    assert charged(night) == [("bob", 4, "lost game"), ("bob", 1, "a rule")]
