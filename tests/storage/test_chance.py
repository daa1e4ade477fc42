"""Chance: what is drawn has its shape, and follows its source."""

from random import Random

import pytest

from companion.system import chance


def test_dice_show_one_to_six_and_every_face() -> None:
    thrown = chance.dice(600, Random(7))

    assert len(thrown) == 600
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert chance.dice(0) == ()


def test_every_lot_can_be_drawn_but_none_of_none() -> None:
    assert {chance.draw(["ann", "bob", "cal"]) for _ in range(200)} == {"ann", "bob", "cal"}
    with pytest.raises(IndexError):
        chance.draw([])
