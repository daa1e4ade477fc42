"""Yak with identical dice on the phones: how it is started, and its throws and boxes."""

from typing import Any

from tests.conftest import Answer, Phone

NUMBERS = 210
FIRST = (1, 2, 3, 4, 5)  # the same in every night, since Bob throws them too
OWN_PAGES = (
    "start/yak", "sheet", "sheet/yak", "play/turn", "play/turn?for=p1", "play/turn?seat=p1",
    "play/turn?dice=6&dice=6&dice=6",
)  # fmt: skip
NONE_HELD = ["false"] * 5


def begun(evening: Any, monkeypatch: Any, rest: int = 6, **options: Any) -> Any:
    """Ann and Bob play with identical dice that show 1 2 3 4 5 first, and then only `rest`."""
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: (*FIRST, *[rest] * NUMBERS)[:number])
    return evening.start("yak", "p1", "p2", **{"dice": "identical", **options})


def throws(phone: Phone, player: str, throw: int = 1, round: int = 1, held: Any = None, **more: Any) -> Answer:
    ticked = {} if held is None else {"held": held}
    return phone.tap("dice.thrown", player=player, round=round, throw=throw, **ticked, **more)


def fills(phone: Phone, player: str, box: str, round: int = 1, **more: Any) -> Answer:
    return phone.tap("throw.scored", player=player, round=round, box=box, **more)


def secret_round(evening: Any, box: str) -> None:
    """Ann throws twice, fills a box, and begins another round: four entries."""
    for answer in (
        throws(evening.ann, "p1"),
        throws(evening.ann, "p1", 2, held=NONE_HELD),
        fills(evening.ann, "p1", box),
        throws(evening.ann, "p1", round=2),
    ):
        assert answer.status == 200, answer.words
