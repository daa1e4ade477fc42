"""A table of cases fails for every row that is wrong, and names it."""

import pytest

from tests.table import cases


def test_a_table_names_every_row_that_fails_and_no_other():
    @cases(("ann", 1), ("bob", 2), ("cal", 3))
    def test(player, amount):
        assert amount == 2

    with pytest.raises(AssertionError) as failure:
        test()

    first, ann, *_ = str(failure.value).splitlines()
    assert first == "2 of 3 cases:"
    assert ann.startswith("'ann', 1: AssertionError")
    assert "'cal', 3: AssertionError" in str(failure.value)
    assert "bob" not in str(failure.value)
