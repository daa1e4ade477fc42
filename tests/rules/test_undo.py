"""Undo: the log counts as if the entry were not there, and it must stand as it then counts."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    FIVE,
    OPENED,
    caught,
    changed,
    event,
    fault,
    fine,
    game,
    joined,
    left,
    night,
    owed,
    refused,
    refuses_last,
    returned,
    rule,
    trick,
    tricks,
    undone,
    written,
)


def without_seq(result):
    return {**result, "charges": [{**row, "seq": 0} for row in result["charges"]]}


def test_an_undone_entry_counts_as_if_it_were_not_there():
    assert night(fine(ANN, 3), undone(7)) == night()
    assert owed(night(game(), *tricks("ann bob"), undone(9))) == {ANN: 1}


def test_an_undone_trick_can_be_written_anew():
    anew = night(game(), *tricks("ann bob"), undone(9), trick(2, CAL))

    assert without_seq(anew) == without_seq(night(game(), *tricks("ann cal")))


def test_the_consequences_of_later_entries_follow():
    assert owed(night(game(), *tricks("- ann"))) == {ANN: 2}
    assert owed(night(game(), trick(1, ANN), trick(2, ANN), changed(8, trick(1, None)))) == {ANN: 2}


def test_an_undo_can_be_undone_and_that_again():
    log = [fine(ANN, 3)]
    for undo, charged in [(7, {}), (8, {ANN: 3}), (9, {}), (10, {ANN: 3})]:
        log.append(undone(undo))
        assert owed(night(*log)) == charged


def test_an_undone_entry_cannot_be_undone_or_changed_again():
    assert refuses_last(fine(ANN, 3), undone(7), undone(7))
    assert refuses_last(fine(ANN, 3), undone(7), changed(7, fine(ANN, 1)))
    assert refuses_last(fine(ANN, 3), undone(7), undone(8), undone(8))
    assert night(fine(ANN, 3), undone(7), undone(8), undone(7)) == night()


@cases(0, 8, 9, 99, -1, "7", None, True)
def test_an_undo_names_an_entry_before_it(entry):
    assert refuses_last(fine(ANN, 3), undone(entry))


def test_a_later_entry_in_the_way_is_named_with_the_undo():
    log = [game(), *tricks("ann bob cal"), undone(8)]

    assert refused(*log).startswith("event 9: ")
    assert refused(*log).endswith("(after the undo in event 11)")


@cases(
    ([rule("r1"), caught("r1", ANN), undone(7)], 8),
    ([joined("zoe"), fine(ANN, 1), fine("zoe", 1), undone(7)], 9),
    ([joined("zoe"), fine(ANN, 1, by="zoe"), undone(7)], 8),
    ([joined("zoe"), fine(ANN, 1), undone(8, by="zoe"), undone(7)], 9),
    ([left(ANN), returned(ANN), undone(7)], 8),
    ([joined("zoe"), event("seats.moved", order=[*FIVE, "zoe"]), undone(7)], 8),
    ([game(), event("game.ended"), undone(7)], 8),
    ([game(), trick(1, ANN), undone(7)], 8),
    ([game(), event("game.ended"), game(), undone(8)], 9),
    ([rule("r1"), undone(7), rule("r1"), undone(8)], 9),
    ([fine(ANN, 1), undone(7), undone(8), undone(7), undone(9)], 10),
    ([fine(ANN, 1), undone(7), undone(8), changed(7, fine(ANN, 2)), undone(9)], 10),
)
def test_whatever_can_no_longer_stand_is_in_the_way(log, entry):
    night(*log[:-1])

    assert refused(*log).startswith(f"event {entry}: ")
    assert refused(*log).endswith(f"(after the undo in event {6 + len(log)})")


def test_an_entry_that_is_undone_itself_is_in_nobodys_way():
    assert night(joined("zoe"), fine("zoe", 1), undone(8), undone(7)) == night()


def test_an_undone_undo_is_in_nobodys_way_either():
    log = [joined("zoe"), fine(ANN, 1), undone(8, by="zoe"), undone(9), undone(7)]

    assert owed(night(*log)) == {ANN: 1}


def test_without_its_opening_the_second_entry_has_no_night():
    assert fault(written(OPENED, joined(ANN), undone(1))).startswith("event 2: ")
    assert fault(written(OPENED, joined(ANN), undone(2), undone(1))).startswith("event 2: ")
    assert fault(written(OPENED, undone(1))).startswith("event 2: ")
    assert fault(written(OPENED, joined(ANN), undone(1))).endswith("(after the undo in event 3)")


def test_a_long_night_undoes_far_back():
    many = [fine(BOB, 1) for _ in range(150)]

    assert owed(night(fine(ANN, 3), *many, undone(7))) == {BOB: 150}
    assert owed(night(fine(ANN, 3), *many, undone(7), *many, undone(158))) == {ANN: 3, BOB: 300}


def test_whoever_takes_back_their_own_joining_is_in_no_later_undos_way():
    result = night(fine(ANN, 2), undone(3, by=BOB), undone(7, by=ANN))

    assert BOB not in result["players"]
    assert owed(result) == {}
    assert refused(undone(3), fine(ANN, 2, by=BOB)).startswith("event 8: bob has not joined")


def test_an_undo_that_comes_back_may_not_undo_what_another_has_undone_meanwhile():
    chain = (fine(ANN, 1), fine(ANN, 2), undone(8), undone(9), undone(8), undone(11), undone(10))

    assert refused(*chain, undone(12)) == "event 11: entry 8 is already undone (after the undo in event 14)"
