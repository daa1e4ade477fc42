"""Tables of cases inside one test: whatever fails says in which row it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def row(*case: object) -> Iterator[None]:
    """A failure in here names this row of the table."""
    try:
        yield
    except BaseException as failure:
        failure.add_note("in the row " + ", ".join(map(repr, case)))
        raise
