"""Yak: with phone dice the server throws, whatever a form may say."""

from typing import Any

import pytest

from companion.rules.games.yak.card import Card, Options, State
from companion.rules.games.yak.phone_dice import fill
from companion.rules.refused import Refused
from tests.table import cases

from .yak_nights import SEQUENCE


def sixes(number: int) -> tuple[int, ...]:
    return (6,) * number


def state(dice: str, **card: Any) -> State:
    numbers = {"sequence": tuple(SEQUENCE)} if dice == "identical" else {}
    return State(Options(dice=dice, **numbers), ("ann",), {"ann": Card(**card)})  # type: ignore[arg-type]


def filled(dice: str, raw: dict[str, Any], **card: Any) -> dict[str, Any]:
    """What the server makes of a form about a throw of Ann's."""
    raw = {"type": "dice.thrown", "player": "ann", "round": "1", "throw": "1", **raw}
    fill(state(dice, **card), raw, sixes)
    return raw


def test_the_sequence_of_identical_dice_is_thrown_when_the_game_starts() -> None:
    raw = {"type": "game.started", "game": "yak", "options": {"dice": "identical", "sequence": ["1"] * 210}}
    fill(None, raw, sixes)

    assert raw["options"] == {"dice": "identical", "sequence": [6] * 210}


def test_no_form_brings_a_sequence_to_other_dice_and_a_start_without_options_stays_so() -> None:
    raw = {"type": "game.started", "game": "yak", "options": {"dice": "real", "sequence": ["1"] * 210}}
    plain = {"type": "game.started", "game": "yak"}
    fill(None, raw, sixes)
    fill(None, plain, sixes)

    assert raw["options"] == {"dice": "real"}
    assert plain == {"type": "game.started", "game": "yak"}


HELD = {"throw": "2", "held": ["1", "0", "0", "1", "1"]}
ONCE = {"throws": ((1, 2, 3, 4, 5),), "used": 5}


@cases(
    ("real dice are what the player says", "real", {"dice": ["1", "2"]}, {}, ["1", "2"]),
    ("independent dice are thrown by the server", "independent", {"dice": ["1"] * 5}, {}, [6, 6, 6, 6, 6]),
    ("what was held stays held", "independent",
     {"throw": "2", "held": ["true", "false", "false", "true", "false"]}, ONCE, [1, 6, 6, 4, 6]),
    ("identical dice show the player's next numbers", "identical", {}, {}, [1, 2, 3, 4, 5]),
    ("and so they do beside those held", "identical", HELD, ONCE, [1, 6, 6, 4, 5]),
)  # fmt: skip
def test_what_a_form_about_a_throw_becomes(why: str, dice: str, raw: Any, card: Any, thrown: list[Any]) -> None:
    assert filled(dice, raw, **card)["dice"] == thrown, why


def test_a_throw_tapped_twice_is_thrown_once() -> None:
    for dice in ("independent", "identical"):
        assert filled(dice, {}, throws=((1, 2, 3, 4, 5),), used=5)["dice"] == [1, 2, 3, 4, 5]


def test_a_throw_of_nobody_in_the_game_or_with_a_strange_hold_is_left_to_be_refused() -> None:
    assert "dice" not in filled("independent", {"player": "dan", "dice": ["1"] * 5})
    for held in (["perhaps"], ["true"] * 5):
        assert filled("independent", {"held": held})["dice"] == [6] * 5


def test_a_change_leaves_the_phones_dice_as_they_fell() -> None:
    raw = {"type": "entry.changed", "entry": "7", "event": {"dice": ["6"] * 5, "held": ["0"] * 5, "box": ["all"]}}
    kept = {"type": "entry.changed", "entry": "7", "event": {"dice": ["6"] * 5}}
    fill(state("independent"), raw, sixes)
    fill(state("real"), kept, sixes)

    assert raw["event"] == {"box": ["all"]}
    assert kept["event"] == {"dice": ["6"] * 5}


def test_a_ticked_die_stays_and_one_left_alone_is_thrown() -> None:
    ticked = ["false", "true", "false", "false", "false", "true", "false"]

    thrown = filled("independent", {"throw": "2", "held": ticked}, throws=((1, 2, 3, 4, 5),), used=5)

    assert thrown["held"] == ["true", "false", "false", "true", "false"]
    assert thrown["dice"] == [1, 6, 6, 4, 6]


def test_with_identical_dice_no_change_reaches_the_options() -> None:
    for name in ("options", "options.dice", "options.sequence"):
        with pytest.raises(Refused):
            fill(state("identical"), {"type": "entry.changed", "entry": "2", "event": {name: ["real"]}}, sixes)
    change = {"type": "entry.changed", "entry": "2", "event": {"options.stake": ["3"]}}
    fill(state("independent"), change, sixes)

    assert change["event"] == {"options.stake": ["3"]}
