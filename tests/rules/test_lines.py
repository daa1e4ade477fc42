"""An entry is found in the log by its number, whatever was corrected or erased since."""

import pytest

from companion.rules.erasing import after, erasure
from companion.rules.log import Log
from companion.rules.replay import replayed

from .conftest import ANN, BOB, CAL, FIVE, OPENED, changed, fine, game, joined, trick, undone, written


@pytest.fixture
def log() -> Log:
    """Three fines of 1, 2 and 3 for Ann, entries 7 to 9; the second is changed to 4, the third undone."""
    fines = [fine(ANN, amount) for amount in (1, 2, 3)]
    return replayed(written(OPENED, *map(joined, FIVE), *fines, changed(8, fine(ANN, 4)), undone(9)))


def test_every_entry_is_found_by_its_number(log):
    assert [log.line(seq).entry.seq for seq in range(1, 12)] == list(range(1, 12))
    assert log.line(7).counts.amount == 1


def test_what_was_changed_or_undone_stays_at_its_number(log):
    assert (log.line(8).entry.event.amount, log.line(8).counts.amount) == (2, 4)
    assert (log.line(9).entry.event.amount, log.line(9).counts) == (3, None)


def test_there_is_no_entry_before_the_first_or_after_the_last(log):
    for seq in (-1, 0, 12):
        with pytest.raises(LookupError):
            log.line(seq)


def test_a_log_that_was_rewritten_has_every_entry_at_its_number():
    log = replayed(written(OPENED, *map(joined, FIVE), game(), trick(1, BOB), trick(2, CAL), undone(9), undone(10)))
    fresh = after(log, erasure(log, BOB, ()))

    assert [fresh.line(seq).entry.seq for seq in range(1, log.seq + 1)] == list(range(1, log.seq + 1))
    assert fresh.line(3).entry.event.name != "Bob"
