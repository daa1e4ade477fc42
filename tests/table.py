"""Tables of similar cases in one test: `cases` tries all rows; `row` is for a loop in a test with fixtures."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest


def cases(*rows: Any) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Tries a test with each row: a tuple is spread over several arguments, a single argument gets the row itself."""
    assert rows, "a table without rows tests nothing"

    def over(test: Callable[..., None]) -> Callable[[], None]:
        kinds = [argument.kind for argument in inspect.signature(test).parameters.values()]
        single = kinds == [inspect.Parameter.POSITIONAL_OR_KEYWORD]

        @wraps(test)
        def table() -> None:
            faults = [fault for row in rows if (fault := tried(test, (row,) if single else row))]
            if faults:
                told = "\n".join(f"{row}: {type(error).__name__}: {error}" for row, error in faults)
                raise AssertionError(f"{len(faults)} of {len(rows)} cases:\n{told}") from faults[0][1]

        table.__signature__ = inspect.Signature()  # type: ignore[attr-defined]  # or pytest takes the arguments for fixtures
        return table

    return over


def tried(test: Callable[..., None], row: Any) -> tuple[str, BaseException] | None:
    """The row and its error, if there was one."""
    try:
        test(*row)
    except (Exception, pytest.fail.Exception) as error:
        return ", ".join(map(repr, row)), error
    return None


@contextmanager
def row(*case: object) -> Iterator[None]:
    """Adds the row to the message of a failure in this block; later rows are not tried."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as failure:
        failure.add_note(f"in the row {', '.join(map(repr, case))}")
        raise
