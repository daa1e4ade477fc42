"""Guessing codes: ten wrong tries a minute from one address, a hundred in all."""

import pytest

from companion.web.failures import FailureLimit


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limit(clock):
    return FailureLimit(clock=clock)


def test_the_eleventh_wrong_try_of_an_address_is_refused(limit):
    assert [limit.attempt("ann") for _ in range(11)] == [True] * 10 + [False]


def test_another_address_may_still_try(limit):
    for _ in range(11):
        limit.attempt("ann")

    assert limit.attempt("bob")


def test_right_tries_do_not_count(limit):
    for _ in range(30):
        assert limit.attempt("ann")
        limit.right("ann")


def test_a_right_try_does_not_wash_away_the_wrong_ones(limit):
    for _ in range(9):
        limit.attempt("ann")
    limit.attempt("ann")
    limit.right("ann")

    assert [limit.attempt("ann"), limit.attempt("ann")] == [True, False]


def test_a_hundred_wrong_tries_stop_everybody(limit):
    for number in range(100):
        assert limit.attempt(f"phone {number}")

    assert not limit.attempt("a new phone")


def test_a_minute_later_an_address_may_try_again(limit, clock):
    for _ in range(11):
        limit.attempt("ann")
    clock.now = 59.9
    assert not limit.attempt("ann")

    clock.now = 60.0
    assert limit.attempt("ann")


def test_tries_that_were_refused_do_not_lengthen_the_wait(limit, clock):
    for second in range(60):
        clock.now = second
        limit.attempt("ann")

    clock.now = 60.0
    assert limit.attempt("ann")
    assert len(limit.tries) <= 10


def test_a_right_try_of_a_stranger_takes_nothing_back(limit):
    for _ in range(10):
        limit.attempt("ann")
    limit.right("bob")

    assert not limit.attempt("ann")
