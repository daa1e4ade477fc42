"""A table of cases fails for every row that is wrong, and names it."""

import inspect

import pytest

from tests.table import cases, row


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


def test_a_table_asks_for_no_fixtures_and_has_rows():
    assert not inspect.signature(cases("ann")(lambda name: None)).parameters
    with pytest.raises(AssertionError, match="a table without rows tests nothing"):
        cases()


def test_what_fails_in_a_loop_names_its_row():
    def tried():
        for name, amount in (("ann", 1), ("bob", 0)):
            with row(name, amount):
                assert 1 / amount

    with pytest.raises(ZeroDivisionError) as failure:
        tried()

    assert failure.value.__notes__ == ["in the row 'bob', 0"]
