"""Advice in Yak: the odds are those that one finds by going through every throw, and what is held is the best hold."""

from itertools import combinations, product

import pytest

from companion.domain.games.yak import advice
from companion.domain.games.yak.advice import _chances, advised, odds, par
from companion.domain.games.yak.events import MOST, TABLE, points
from companion.domain.games.yak.screen import own
from tests.table import cases

from ..nights import standing, table_of
from .yak_nights import SEQUENCE, thrown

ALL = tuple(MOST)
FACES = range(1, 7)


def scores(box, dice):
    return points(box, dice) if TABLE[box].fits is None else float(points(box, dice) > 0)


def tried(box, hold, throws):
    """The average over every throw of the dice not held, one by one."""
    ends = [(*hold, *fresh) for fresh in product(FACES, repeat=5 - len(hold))]
    if throws == 1:
        return sum(scores(box, dice) for dice in ends) / len(ends)
    return sum(max(tried(box, keep, 1) for keep in holds(dice)) for dice in ends) / len(ends)


def holds(dice):
    return {keep for count in range(6) for keep in combinations(sorted(dice), count)}


@pytest.mark.parametrize("box", ALL)
def test_the_odds_of_one_throw_are_those_of_all_its_outcomes(box):
    for hold in ((), (4,), (2, 2), (1, 2, 4), (4, 4, 4), (2, 3, 4, 5), (6, 6, 6, 6), (1, 1, 5, 5, 5)):
        assert _chances(box, 1)[hold] / 6**5 == pytest.approx(tried(box, hold, 1)), hold


@pytest.mark.thorough
@pytest.mark.parametrize("box", ["4-same", "run-2-6", "all"])
def test_the_odds_of_two_throws_are_those_of_all_outcomes_each_played_on_as_well_as_possible(box):
    for hold in ((4, 4, 4), (2, 3, 4, 5), (1, 1, 6)):
        assert _chances(box, 2)[hold] / 6**10 == pytest.approx(tried(box, hold, 2)), hold


def valued(hold):
    """What the best box is worth after one more throw, on average."""
    ends = [(*hold, *fresh) for fresh in product(FACES, repeat=5 - len(hold))]
    return sum(max(points(box, dice) - par(box) for box in ALL) for dice in ends) / len(ends)


def test_what_is_held_is_worth_most_of_all_that_can_be_held():
    for dice in ((1, 3, 4, 4, 4), (1, 2, 3, 4, 6), (2, 2, 5, 5, 6)):
        worth = {hold: valued(hold) for hold in holds(dice)}
        found = advised(ALL, dice, 1).hold or dice
        assert worth[found] == pytest.approx(max(worth.values()), abs=0.01), dice


@cases(
    ("the example", ("4-same", "all"), (1, 3, 4, 4, 4), 1, (4, 4, 4), "31 %", "4 same"),
    ("with two throws", ("4-same", "5-same"), (1, 3, 4, 4, 4), 2, (4, 4, 4), "52 %", "4 same"),
    ("a box of numbers", ("6s",), (1, 3, 4, 6, 6), 1, (6, 6), "about 15", "6s"),
    ("nothing", ("5s",), (1, 2, 3, 4, 6), 1, (), "about 4", "5s"),
    ("a run is there", ("run-1-5", "1s"), (1, 2, 3, 4, 5), 2, None, "", "Run 1-5"),
    ("no throw left", ("1s", "4-same", "all"), (2, 6, 6, 6, 6), 0, None, "", "4 same"),
)  # fmt: skip
def test_it_says_what_to_hold_and_its_odds(why, free, dice, throws, hold, likely, aim):
    found = advised(free, dice, throws)

    assert (found.hold, found.odds, found.aim) == (hold, likely, aim), why


def test_each_box_says_what_it_is_worth():
    assert advised(("1s", "2-pairs", "3-same", "4-same", "run-1-5"), (1, 3, 4, 4, 4), 1).worth == {
        "2-pairs": "44 %", "3-same": "sure", "4-same": "31 %", "run-1-5": "never",
    }  # fmt: skip
    assert advised(("1s", "6s", "4-same"), (2, 6, 6, 6, 6), 0).worth == {"1s": "-2", "6s": "+11", "4-same": "+21"}


@cases((0.0, "never"), (1.0, "sure"), (0.001, "under 1 %"), (0.999, "over 99 %"), (11 / 36, "31 %"))
def test_odds_are_whole_percents(chance, said):
    assert odds(chance) == said


def test_it_is_bounded(monkeypatch):
    """A turn is looked at twice at most, whatever is open: a few thousand sums each."""
    for box in ALL:
        par(box)
    looked = []
    monkeypatch.setattr(advice, "_ahead", lambda value, ahead=advice._ahead: looked.append(1) or ahead(value))
    advised.cache_clear()
    _chances.cache_clear()
    advised(ALL, (1, 2, 3, 4, 6), 2)

    assert len(advice.KEEPS) == 462
    assert len(looked) <= 2 + 2 * len(ALL) + 3 * len(ALL)


def mine(*events, lying=(), **options):
    return own(*standing(table_of("yak", *events, players="ann bob", joined="ann bob", **options)), "ann", lying)


def test_there_is_advice_once_dice_lie_and_never_with_identical_dice():
    throw, phones = thrown("ann", 1, "13444"), {"dice": "independent"}
    assert mine(**phones).advice is None
    assert mine(throw, **phones).advice == advised(ALL, (1, 3, 4, 4, 4), 2)
    assert mine(lying=(4, 1, 4, 3, 4)).advice == advised(ALL, (1, 3, 4, 4, 4), 2)
    assert mine(thrown("ann", 1, "12345"), dice="identical", sequence=SEQUENCE).advice is None
