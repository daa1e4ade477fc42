"""The tally of a log says at every moment what a reader of the whole log would find."""

from companion.rules.log import Log
from companion.rules.replay import replayed
from companion.rules.tally import Struck

from .conftest import ANN, BOB, CAL, DAN, FIVE, OPENED, caught, changed, fine, game, joined, trick, undone, written
from .conftest import rule as made


def logged(*events: dict) -> Log:
    return replayed(written(OPENED, *map(joined, FIVE), *events))


def recounted(log: Log, player: str) -> list[int]:
    return [line.entry.seq for line in log.lines if any(charge.player == player for charge in line.charges)]


def test_it_names_the_entries_that_charged_a_player():
    log = logged(fine(ANN, 3), fine(BOB, 1), fine(ANN, 2))

    assert list(log.tally.charging(ANN)) == [7, 9]
    assert list(log.tally.charging(DAN)) == []


def test_a_rule_that_charges_several_has_struck_once():
    log = logged(made("r1", who="everyone", amount=2), caught("r1", ANN))

    assert log.tally.struck("r1") == Struck(1, 10)
    assert log.tally.struck("r2") == Struck(0, 0)


def test_what_an_undo_takes_back_is_counted_no_more():
    log = logged(made("r1"), caught("r1", ANN), caught("r1", ANN), undone(8))

    assert list(log.tally.charging(ANN)) == [9]
    assert log.tally.struck("r1") == Struck(1, 1)


def test_after_a_change_it_still_says_what_the_whole_log_says():
    log = logged(fine(DAN, 1), game(), trick(1, ANN), trick(2, BOB), trick(3, BOB), changed(9, trick(1, CAL)))

    assert recounted(log, ANN) == []
    for player in FIVE:
        assert list(log.tally.charging(player)) == recounted(log, player)
