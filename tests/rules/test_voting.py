"""Votes: more than half of those at the table decide, and whoever left does not count."""

from companion.rules.voting import in_favour, verdict
from tests.table import cases

ANN, BOB, CAL, DOT = "ann", "bob", "cal", "dot"


@cases(
    ((ANN, BOB, CAL), {ANN: True}, None),
    ((ANN, BOB, CAL), {ANN: True, CAL: True}, True),
    ((ANN, BOB, CAL), {ANN: True, CAL: False}, None),
    ((ANN, BOB, CAL), {BOB: False, CAL: False}, False),
    ((ANN, BOB, CAL, DOT), {ANN: True, BOB: True}, None),
    ((ANN, BOB, CAL, DOT), {ANN: True, BOB: True, CAL: False, DOT: False}, False),
    ((ANN, BOB), {ANN: True}, None),
    ((ANN, BOB), {ANN: True, BOB: False}, False),
    ((ANN,), {ANN: True}, True),
)
def test_more_than_half_decides(voters: tuple[str, ...], votes: dict[str, bool], decided: bool | None) -> None:
    assert verdict(voters, votes) is decided


def test_whoever_left_the_table_does_not_count() -> None:
    votes = {ANN: True, BOB: True, DOT: False}

    assert verdict((ANN, CAL), votes) is None
    assert in_favour((ANN, CAL), votes) == (ANN,)
