"""Chance: what is drawn has its shape, and follows its source."""

import re
from random import Random

import pytest

from companion.system import chance


def test_a_code_has_eight_of_the_letters_that_nobody_mistakes() -> None:
    assert len(set(chance.CODE_LETTERS)) == 31
    assert not set(chance.CODE_LETTERS) & set("ILO01")
    assert re.fullmatch(f"[{chance.CODE_LETTERS}]{{8}}", chance.code())


def test_a_secret_is_base64url_of_its_bytes() -> None:
    for size, length in ((16, 22), (32, 43)):
        assert re.fullmatch(f"[A-Za-z0-9_-]{{{length}}}", chance.token(size))


def test_dice_show_one_to_six_and_every_face() -> None:
    thrown = chance.dice(600, Random(7))

    assert len(thrown) == 600
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert chance.dice(0) == ()


def test_every_lot_can_be_drawn_but_none_of_none() -> None:
    assert {chance.draw(["ann", "bob", "cal"]) for _ in range(200)} == {"ann", "bob", "cal"}
    with pytest.raises(IndexError):
        chance.draw([])
