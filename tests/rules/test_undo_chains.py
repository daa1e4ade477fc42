"""Undo of an undo, a thousand times: the work grows with the number of entries, and every sum stays right."""

import pytest

from companion.rules import corrections as correcting
from companion.rules import log as logging
from tests.table import cases

from .conftest import ANN, changed, fine, night, owed, undone

FINED = 7


def newest_undone(count):
    """The fine of entry 7 undone, then each time what was entered just before."""
    return [undone(FINED + place) for place in range(count)]


def undone_and_back(count):
    """The fine of entry 7 undone and brought back by turns."""
    return [undone(FINED if place % 2 == 0 else FINED + place) for place in range(count)]


def changed_over_and_over(count):
    return [changed(FINED, fine(ANN, 1 + place % 5)) for place in range(count)]


def changed_and_back(count):
    """A change, and its undo."""
    return [
        changed(FINED, fine(ANN, 1 + place % 5)) if place % 2 == 0 else undone(FINED + place) for place in range(count)
    ]


@pytest.fixture
def work(monkeypatch):
    """How often an entry was checked, counted, or its corrections turned, since a night began."""
    done = []

    def counted(home, name):
        works = getattr(home, name)
        monkeypatch.setattr(home, name, lambda *asked, **more: done.append(name) or works(*asked, **more))

    for home, name in [
        (logging, "check"),
        (logging, "evolve"),
        (logging.Log, "_check_again"),
        (correcting.Marks, "turn"),
        (correcting.Marks, "counting"),
    ]:
        counted(home, name)
    return done


@pytest.mark.parametrize("chain", [newest_undone, undone_and_back, changed_over_and_over, changed_and_back])
def test_twice_as_many_corrections_are_twice_the_work(chain, work):
    costs = []
    for count in (200, 400):
        work.clear()
        night(fine(ANN, 3), *chain(count))
        costs.append(len(work))

    assert costs[1] < 2.2 * costs[0]
    assert costs[1] < 400 * 12


@cases(
    (newest_undone, 0),
    (newest_undone, 1),
    (newest_undone, 50),
    (newest_undone, 51),
    (undone_and_back, 50),
    (undone_and_back, 51),
)
def test_an_odd_number_of_them_takes_the_fine_away(chain, count):
    assert owed(night(fine(ANN, 3), *chain(count))) == ({} if count % 2 else {ANN: 3})


def test_a_chain_may_be_taken_up_again_after_other_entries():
    log = [fine(ANN, 3), *newest_undone(5), fine(ANN, 1), undone(12), *[undone(14 + place) for place in range(3)]]

    assert owed(night(*log)) == {ANN: 1}
